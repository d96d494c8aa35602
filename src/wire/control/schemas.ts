import * as z from "zod/mini";

// Schemas are loose: unknown fields pass through, and only what a decision depends on is checked.

export const nothing = () => z.looseObject({});
export const json = () => z.record(z.string(), z.unknown());
/** A number, also written as a string. */
const numeric = () => z.union([z.number(), z.string().check(z.regex(/^\s*-?\d+(\.\d+)?\s*$/))]);
export const maybe = {
  text: () => z.optional(z.nullable(z.string())),
  number: () => z.optional(z.nullable(numeric())),
  flag: () => z.optional(z.nullable(z.boolean())),
  json: () => z.optional(z.nullable(json())),
  list: () => z.optional(z.nullable(z.array(z.unknown()))),
  texts: () => z.optional(z.nullable(z.array(z.string()))),
  any: () => z.optional(z.unknown()),
};

/** Wrong in kind is as good as missing: for fields that no decision depends on. */
export function tolerant<T extends z.ZodMiniType>(schema: T) {
  return z.optional(z.catch(schema, undefined as never));
}

/** `{name: value}` of named optional fields of one kind. */
type Kind = keyof typeof maybe;
export function loose<const F extends { readonly [field: string]: Kind }>(fields: F) {
  type Shape = { [K in keyof F]: ReturnType<(typeof maybe)[F[K]]> };
  const shape = Object.fromEntries(Object.entries(fields).map(([field, kind]) => [field, maybe[kind]()]));
  return z.looseObject(shape as unknown as Shape);
}
