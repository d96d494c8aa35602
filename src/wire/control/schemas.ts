import * as z from "zod/mini";
import { type Fields, isFields } from "../fields.ts";

// Schemas are loose: unknown fields pass through, and only what a decision depends on is checked.

export const nothing = () => z.looseObject({});
/** Any object, as it came: a schema that looked into it would copy a tool's whole input. */
export const json = () => z.custom<Fields>(isFields);
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

/**
 * Typed, but not checked: for fields that no decision depends on. A version
 * that changes one must not make every request fail, so who reads it takes
 * care (`wire/fields.ts`). Checking them would also double the cost of an ask.
 */
export function unchecked<T extends z.ZodMiniType>(_schema: () => T): z.ZodMiniOptional<T> {
  return z.optional(z.any()) as unknown as z.ZodMiniOptional<T>;
}

/** `{name: value}` of named optional fields of one kind. */
type Kind = keyof typeof maybe;
export function loose<const F extends { readonly [field: string]: Kind }>(fields: F) {
  type Shape = { [K in keyof F]: ReturnType<(typeof maybe)[F[K]]> };
  const shape = Object.fromEntries(Object.entries(fields).map(([field, kind]) => [field, maybe[kind]()]));
  return z.looseObject(shape as unknown as Shape);
}
