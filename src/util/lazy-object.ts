/** An object whose fields are computed together, when one of them is first read; then they are plain ones. */
export function lazyObject<T extends object>(fields: readonly (keyof T)[], make: () => T): T {
  const lazy = {} as T;
  const fill = (): T => {
    const made = make();
    for (const field of fields)
      Object.defineProperty(lazy, field, { value: made[field], enumerable: true, configurable: true, writable: false });
    return lazy;
  };
  for (const field of fields)
    Object.defineProperty(lazy, field, { get: () => fill()[field], enumerable: true, configurable: true });
  return lazy;
}
