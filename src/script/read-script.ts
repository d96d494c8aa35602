import { BridleError } from "../errors.ts";
import { isFields } from "../wire/fields.ts";
import type { Script, ScriptedCut, ScriptedError, ScriptedTool, Step } from "./script.ts";

/** A script somebody wrote, as JSON: `{"steps": […]}` or the steps alone. `origin` names it in errors, e.g. `--script`. */
export function readScript(json: string, origin: string): Script {
  const value = parse(json, origin);
  const steps = isFields(value) ? value.steps : value;
  try {
    if (isFields(value)) refuseOthers(value, ["steps"], "");
    if (!Array.isArray(steps) || steps.length === 0) throw new Wrong("steps", "a list of at least one step", steps);
    for (const [index, step] of steps.entries()) checkStep(step, `step ${index + 1}`);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    const { allowed, found } = error;
    throw new BridleError("invalid_option", `${origin}: ${error.message}`, { option: origin, allowed, found });
  }
  return { steps: steps as readonly Step[] };
}

/** Throws `Wrong` when the value at `path` is not what it should be. */
type Check = (value: unknown, path: string) => void;
/** Every key of `T` has to be there, so a new field of the language cannot be forgotten here. */
type Checks<T> = { readonly [K in keyof Required<T>]: Check };

class Wrong extends Error {
  readonly allowed: string;
  readonly found: string;

  constructor(path: string, allowed: string, found: unknown) {
    const shown = show(found);
    super(`${path} has to be ${allowed}, not ${shown}`);
    this.allowed = allowed;
    this.found = shown;
  }
}

const string = check("a string", (value) => typeof value === "string");
const boolean = check("true or false", (value) => typeof value === "boolean");
const count = check("a whole number from 0", (value) => Number.isSafeInteger(value) && Number(value) >= 0);
const positive = check("a whole number from 1", (value) => Number.isSafeInteger(value) && Number(value) >= 1);
const amount = check("a number from 0", (value) => typeof value === "number" && value >= 0);
const httpError = check("an HTTP status from 400 to 599", (value) => {
  return Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599;
});
const object = check("an object", isFields);

const toolChecks: Checks<ScriptedTool> = { name: string, input: object, id: string };

const errorChecks: Checks<ScriptedError> = {
  status: httpError,
  type: string,
  message: string,
  times: positive,
  retryAfter: amount,
  shouldRetry: boolean,
};

const cutChecks: Checks<{ times: 0; afterBytes: 0; afterChunks: 0 } & Pick<ScriptedCut, "times">> = {
  times: positive,
  afterBytes: count,
  afterChunks: count,
};

const stepChecks: Checks<Step> = {
  thinking: string,
  text: string,
  repeat: count,
  tools: checkTools,
  stopReason: string,
  inputTokens: count,
  outputTokens: count,
  chunks: positive,
  chunkDelayMs: amount,
  delayMs: amount,
  error: (value, path) => checkObject(value, path, errorChecks, ["status"]),
  streamError: (value, path) => checkObject(value, path, { type: string, message: string }, ["type", "message"]),
  cut: checkCut,
  stall: boolean,
};

function checkStep(value: unknown, path: string): void {
  checkObject(value, path, stepChecks, []);
}

function checkTools(value: unknown, path: string): void {
  if (!Array.isArray(value)) throw new Wrong(path, "a list of tools", value);
  for (const [index, tool] of value.entries()) checkObject(tool, `${path}[${index}]`, toolChecks, ["name"]);
}

function checkCut(value: unknown, path: string): void {
  checkObject(value, path, cutChecks, []);
  if (isFields(value) && (value.afterBytes === undefined) === (value.afterChunks === undefined)) {
    throw new Wrong(path, "an object with either afterBytes or afterChunks", value);
  }
}

function checkObject(
  value: unknown,
  path: string,
  checks: { readonly [key: string]: Check },
  required: string[],
): void {
  if (!isFields(value)) throw new Wrong(path, "an object", value);
  refuseOthers(value, Object.keys(checks), path);
  for (const key of required) {
    if (value[key] === undefined) throw new Wrong(inside(path, key), "there", undefined);
  }
  for (const [key, found] of Object.entries(value)) checks[key]?.(found, inside(path, key));
}

/** A misspelt key would be passed over in silence. */
function refuseOthers(value: object, known: readonly string[], path: string): void {
  const other = Object.keys(value).find((key) => !known.includes(key));
  if (other !== undefined) throw new Wrong(`the key ${inside(path, other)}`, `one of ${known.join(", ")}`, other);
}

function inside(path: string, key: string): string {
  if (path === "") return key;
  return path.includes(":") ? `${path}.${key}` : `${path}: ${key}`;
}

function check(allowed: string, holds: (value: unknown) => boolean): Check {
  return (value, path) => {
    if (!holds(value)) throw new Wrong(path, allowed, value);
  };
}

function parse(json: string, origin: string): unknown {
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

function show(value: unknown): string {
  const shown = value === undefined ? "missing" : JSON.stringify(value);
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}
