import * as z from "zod/mini";

// Schemas are loose: unknown fields pass through, and only what a decision depends on is checked.

export const nothing = () => z.looseObject({});
export const json = () => z.record(z.string(), z.unknown());
export const maybe = {
  text: () => z.optional(z.nullable(z.string())),
  number: () => z.optional(z.nullable(z.coerce.number())),
  flag: () => z.optional(z.nullable(z.boolean())),
  json: () => z.optional(z.nullable(json())),
  list: () => z.optional(z.nullable(z.array(z.unknown()))),
  texts: () => z.optional(z.nullable(z.array(z.string()))),
  any: () => z.optional(z.unknown()),
};

/** `{name: value}` of named optional fields of one kind. */
type Kind = keyof typeof maybe;
export function loose<const F extends { readonly [field: string]: Kind }>(fields: F) {
  type Shape = { [K in keyof F]: ReturnType<(typeof maybe)[F[K]]> };
  const shape = Object.fromEntries(Object.entries(fields).map(([field, kind]) => [field, maybe[kind]()]));
  return z.looseObject(shape as unknown as Shape);
}
