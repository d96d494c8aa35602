import { secretShapes } from "../../record/secret-shapes.ts";

/** A row of the table of settings. Validation, environment, flags, schema and docs follow from it. */
export interface Setting<T> {
  readonly default: T;
  /** What is allowed, for a person: follows "must be". */
  readonly allowed: string;
  readonly description: string;
  /** Nothing when the value is fine. Shows no part of a value that may hold a secret. */
  problems(value: unknown): readonly Problem[];
  /** Keys inside the value that mean nothing, with those that would. */
  unknown?(value: unknown): readonly { readonly below: string; readonly known: readonly string[] }[];
  /** A value from an environment variable or a flag; a text that means none comes back as it is. */
  parse(text: string): unknown;
  readonly schema: JsonSchema;
}

/** `below`: the path of the wrong part inside the value, "" for all of it. */
export interface Problem {
  readonly below: string;
  readonly allowed: string;
  readonly found: string;
}

export type JsonSchema = { readonly [keyword: string]: unknown };

type Basics<T> = Pick<Setting<T>, "default" | "description">;

export function whole(basics: Basics<number>, min: number, max: number): Setting<number> {
  const fits = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
  return row(basics, fits, {
    allowed: `a whole number from ${min} to ${max}`,
    parse: (text) => (/^-?\d{1,15}$/.test(text.trim()) ? Number(text) : text),
    schema: { type: "integer", minimum: min, maximum: max },
  });
}

export function flag(basics: Basics<boolean>): Setting<boolean> {
  const words: { readonly [word: string]: boolean } = { true: true, "1": true, false: false, "0": false };
  return row(basics, (value) => typeof value === "boolean", {
    allowed: "true or false",
    parse: (text) => words[text.trim().toLowerCase()] ?? text,
    schema: { type: "boolean" },
  });
}

export function oneOf<const T extends string>(basics: Basics<T>, allowed: readonly T[]): Setting<T> {
  return row(basics, (value) => allowed.some((one) => one === value), {
    allowed: `one of ${allowed.join(", ")}`,
    parse: (text) => text.trim(),
    schema: { enum: allowed },
  });
}

/** `allowed` says what `fits` lets through. */
export function text(basics: Basics<string>, allowed: string, fits: (value: string) => boolean): Setting<string> {
  return row(basics, (value) => typeof value === "string" && fits(value), {
    allowed,
    parse: (given) => given,
    schema: { type: "string" },
  });
}

/** In an environment variable or a flag: separated by commas, or a JSON list. */
export function texts(basics: Basics<readonly string[]>, allowed: string, fits: (value: string) => boolean) {
  const fit = (value: unknown): boolean => isList(value) && value.every((one) => typeof one === "string" && fits(one));
  return row(basics, fit, {
    allowed,
    parse: (given) => (given.trimStart().startsWith("[") ? parseJson(given) : split(given)),
    schema: { type: "array", items: { type: "string" } },
  });
}

/** A value with a structure of its own. In an environment variable or a flag: JSON. */
export function structure<T>(
  basics: Basics<T>,
  rest: Pick<Setting<T>, "allowed" | "schema" | "problems" | "unknown">,
): Setting<T> {
  return { ...basics, ...rest, parse: parseJson };
}

/** A value as it may be shown in an error: short, and without what looks like a secret. */
export function show(value: unknown): string {
  const json = (JSON.stringify(value) ?? typeof value).replace(secretShapes, "[hidden]");
  return json.length > 80 ? `${json.slice(0, 79)}…` : json;
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function row<T>(
  basics: Basics<T>,
  fits: (value: unknown) => boolean,
  rest: Pick<Setting<T>, "allowed" | "parse" | "schema">,
): Setting<T> {
  const problems = (value: unknown): readonly Problem[] =>
    fits(value) ? [] : [{ below: "", allowed: rest.allowed, found: show(value) }];
  return { ...basics, ...rest, problems };
}

function split(given: string): string[] {
  return given
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

function parseJson(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}
