import { BridleError } from "../errors.ts";
import { isFields } from "../wire/fields.ts";

/** Throws `Wrong` when the value at `path` is not what it should be. */
export type Check = (value: unknown, path: string) => void;
/** Every key of `T` has to be there, so a new field of the language cannot be forgotten. */
export type Checks<T> = { readonly [K in keyof Required<T>]: Check };

/** Something in a script is not what it should be. */
export class Wrong extends Error {
  readonly allowed: string;
  readonly found: string;

  constructor(path: string, allowed: string, found: unknown) {
    const shown = show(found);
    super(`${path} has to be ${allowed}, not ${shown}`);
    this.allowed = allowed;
    this.found = shown;
  }
}

export const string = check("a string", (value) => typeof value === "string");
export const boolean = check("true or false", (value) => typeof value === "boolean");
export const count = check("a whole number from 0", (value) => Number.isSafeInteger(value) && Number(value) >= 0);
export const positive = check("a whole number from 1", (value) => Number.isSafeInteger(value) && Number(value) >= 1);
export const amount = check("a number from 0", (value) => typeof value === "number" && value >= 0);
export const object = check("an object", isFields);

export function check(allowed: string, holds: (value: unknown) => boolean): Check {
  return (value, path) => {
    if (!holds(value)) throw new Wrong(path, allowed, value);
  };
}

export function checkObject(
  value: unknown,
  path: string,
  checks: { readonly [key: string]: Check },
  required: readonly string[],
): void {
  if (!isFields(value)) throw new Wrong(path, "an object", value);
  refuseOthers(value, Object.keys(checks), path);
  for (const key of required) {
    if (value[key] === undefined) throw new Wrong(inside(path, key), "there", undefined);
  }
  for (const [key, found] of Object.entries(value)) checks[key]?.(found, inside(path, key));
}

/** A misspelt key would be passed over in silence. */
export function refuseOthers(value: object, known: readonly string[], path: string): void {
  const other = Object.keys(value).find((key) => !known.includes(key));
  if (other !== undefined) throw new Wrong(`the key ${inside(path, other)}`, `one of ${known.join(", ")}`, other);
}

/** What is wrong becomes an error that names where the script came from. */
export function withOrigin(origin: string, checking: () => void): void {
  try {
    checking();
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    const { allowed, found } = error;
    throw new BridleError("invalid_option", `${origin}: ${error.message}`, { option: origin, allowed, found });
  }
}

export function parseJson(json: string, origin: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BridleError("invalid_option", `${origin} is not JSON: ${reason}`, {
      option: origin,
      allowed: "a script as JSON",
      found: show(json),
    });
  }
}

function inside(path: string, key: string): string {
  if (path === "") return key;
  return path.includes(":") ? `${path}.${key}` : `${path}: ${key}`;
}

function show(value: unknown): string {
  const shown = value === undefined ? "missing" : JSON.stringify(value);
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}
