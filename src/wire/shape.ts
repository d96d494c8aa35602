import { type Fields, isFields, number } from "./fields.ts";

/**
 * What a message family holds, as data: `"string"` is required, `"string?"` may
 * be missing, and a nested shape is a required object. Types, the check for
 * required fields, the words a version knows and the docs all follow from it.
 * Hand-made instead of zod because it runs on every line of a flood.
 */
export type Shape = { readonly [field: string]: FieldKind | Shape };
type FieldKind = Kind | `${Kind}?`;
type Kind = "string" | "number" | "boolean" | "object" | "list" | "any";

interface KindTypes {
  string: string;
  number: number;
  boolean: boolean;
  object: Fields;
  list: readonly unknown[];
  any: unknown;
}

type FieldType<F> = F extends `${infer K extends Kind}?`
  ? KindTypes[K] | null | undefined
  : F extends Kind
    ? KindTypes[F]
    : F extends Shape
      ? ShapeOf<F>
      : never;

type OptionalKeys<S> = { [K in keyof S]: S[K] extends `${string}?` ? K : never }[keyof S];

/** The TypeScript type of a value that passed `missingField`. */
export type ShapeOf<S> = { readonly [K in Exclude<keyof S, OptionalKeys<S>>]: FieldType<S[K]> } & {
  readonly [K in OptionalKeys<S>]?: FieldType<S[K]>;
} & Fields;

export type MissingField = (value: Fields) => string | undefined;

/** Compiles a shape into a check that names the first required field that is missing or of another kind. */
export function requiredFields(shape: Shape): MissingField {
  const required = Object.entries(shape).filter(([, kind]) => typeof kind !== "string" || !kind.endsWith("?"));
  const checks = required.map(([field, kind]) =>
    typeof kind === "string" ? kindCheck(field, kind) : nestedCheck(field, kind),
  );
  const [only] = checks;
  if (only === undefined) return () => undefined;
  return checks.length === 1 ? only : (value) => firstMissing(checks, value);
}

function kindCheck(field: string, kind: string): MissingField {
  if (kind === "string") return (value) => (typeof value[field] === "string" ? undefined : field);
  return (value) => (isKind(kind, value[field]) ? undefined : field);
}

function nestedCheck(field: string, shape: Shape): MissingField {
  const missing = requiredFields(shape);
  return (value) => {
    const found = value[field];
    if (!isFields(found)) return field;
    const inner = missing(found);
    return inner === undefined ? undefined : `${field}.${inner}`;
  };
}

function firstMissing(checks: readonly MissingField[], value: Fields): string | undefined {
  for (const check of checks) {
    const missing = check(value);
    if (missing !== undefined) return missing;
  }
  return undefined;
}

function isKind(kind: string, value: unknown): boolean {
  switch (kind) {
    case "any":
      return value !== undefined;
    case "object":
      return isFields(value);
    case "list":
      return Array.isArray(value);
    case "number":
      return number(value) !== undefined;
    default:
      return typeof value === kind;
  }
}
