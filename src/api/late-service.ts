/** The calls of a service whose code is loaded with the first of them. Not for streams: each of its calls gives a promise. */
export function lateService<C extends object>(load: () => Promise<C>): C {
  const methods: { [name: string]: (...args: readonly unknown[]) => Promise<unknown> } = {};
  return new Proxy(methods, {
    get: (known, name) => {
      if (typeof name !== "string") return undefined;
      known[name] ??= async (...args) => {
        const service = (await load()) as typeof methods;
        return service[name]?.(...args);
      };
      return known[name];
    },
  }) as unknown as C;
}
