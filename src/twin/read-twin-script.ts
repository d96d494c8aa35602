import { readFileSync } from "node:fs";
import { BridleError } from "../errors.ts";
import {
  amount,
  boolean,
  type Check,
  type Checks,
  check,
  checkObject,
  count,
  object,
  parseJson,
  positive,
  string,
  Wrong,
  withOrigin,
} from "../script/check-value.ts";
import { checkSteps } from "../script/read-script.ts";
import { isFields } from "../wire/fields.ts";
import type {
  AnytimeActions,
  Exiting,
  Grandchild,
  HeardMoment,
  LineActions,
  LineMoment,
  Refusal,
  Repetition,
  Split,
} from "./fault.ts";
import { garbageKinds } from "./garbage.ts";
import type { TwinScript } from "./twin-script.ts";

/** A script as JSON, or the path of a file with it. `origin` names it in errors. */
export function loadTwinScript(given: string, origin: string): TwinScript {
  const json = /^\s*[{[]/.test(given) ? given : fileText(given, origin);
  const value = parseJson(json, origin);
  const script = Array.isArray(value) ? { steps: value } : value;
  checkTwinScript(script, origin);
  return script as TwinScript;
}

/** Throws `invalid_option` with what is wrong and where. */
export function checkTwinScript(script: unknown, origin: string): void {
  withOrigin(origin, () => checkObject(script, "", scriptChecks, []));
}

export function checkFaults(faults: unknown, origin: string): void {
  withOrigin(origin, () => checkFaultList(faults));
}

const forever: Check = (value, path) => {
  if (value !== "forever") amount(value, path);
};
const onlyTrue = check("true", (value) => value === true);
const signal = check("the name of a signal", (value) => typeof value === "string" && /^SIG[A-Z0-9]+$/.test(value));

const splitChecks: Checks<Split> = {
  at: check('"character", "every_byte" or a list of whole numbers', (value) =>
    Array.isArray(value) ? value.every(Number.isSafeInteger) : value === "character" || value === "every_byte",
  ),
  pauseMs: amount,
};
const exitChecks: Checks<Exiting> = { code: count, signal, written: oneOf("half", "unended") };
const repetitionChecks: Checks<Repetition> = { times: positive, edit: object };
const refusalChecks: Checks<Refusal> = { error: string, code: string };
const grandchildChecks: Checks<Grandchild> = { holdsOutput: boolean, ignoresSigterm: boolean, ownSession: boolean };

const lineActionChecks: Checks<LineActions> = {
  split: (value, path) => checkObject(value, path, splitChecks, ["at"]),
  hugeBytes: positive,
  edit: object,
  refuse: (value, path) => checkObject(value, path, refusalChecks, ["error"]),
  crlf: onlyTrue,
  repeat: (value, path) => checkObject(value, path, repetitionChecks, []),
  drop: onlyTrue,
  holdUntil: checkUntil,
  reverse: positive,
};

const anytimeActionChecks: Checks<AnytimeActions> = {
  say: check("a list of objects", (value) => Array.isArray(value) && value.every(isFields)),
  write: check("a string, or an object with base64", (value) =>
    isFields(value) ? typeof value.base64 === "string" : typeof value === "string",
  ),
  garbage: oneOf("all", ...garbageKinds),
  stall: forever,
  exit: (value, path) => checkObject(value, path, exitChecks, []),
  stderr: (value, path) => checkObject(value, path, { text: string, repeat: positive }, ["text"]),
  ignore: oneOf("SIGTERM", "end_of_input"),
  deaf: forever,
  grandchild: (value, path) => checkObject(value, path, grandchildChecks, []),
  echo: onlyTrue,
};

const lineMomentChecks: Checks<LineMoment> = { line: string, nth: positive, turn: positive, after: boolean };
const heardMomentChecks: Checks<HeardMoment> = { heard: string, nth: positive };

const faultChecks: { readonly [key: string]: Check } = {
  at: checkMoment,
  times: (value, path) => {
    if (value !== "every") positive(value, path);
  },
  ...lineActionChecks,
  ...anytimeActionChecks,
};

const scriptChecks: Checks<TwinScript> = { steps: checkSteps, faults: checkFaultList, heedless: boolean };

export const actionNames: readonly string[] = Object.keys({ ...lineActionChecks, ...anytimeActionChecks });

function checkFaultList(faults: unknown): void {
  if (!Array.isArray(faults)) throw new Wrong("faults", "a list of faults", faults);
  for (const [index, fault] of faults.entries()) checkFault(fault, `fault ${index + 1}`);
}

function checkFault(fault: unknown, path: string): void {
  checkObject(fault, path, faultChecks, ["at"]);
  const { at, times: _times, ...actions } = fault as { at: unknown; times?: unknown };
  const names = Object.keys(actions);
  if (names.length !== 1) throw new Wrong(path, "a moment and exactly one action", names);
  const [name = ""] = names;
  const isForLines = Object.hasOwn(lineActionChecks, name);
  if (isForLines && !(isFields(at) && "line" in at && at.after !== true))
    throw new Wrong(`${path}: at`, `a line, and not after it, for ${name}`, at);
}

function checkMoment(at: unknown, path: string): void {
  if (at === "start" || at === "end_of_input") return;
  if (isFields(at) && "heard" in at) checkObject(at, path, heardMomentChecks, ["heard"]);
  else if (isFields(at)) checkObject(at, path, lineMomentChecks, ["line"]);
  else throw new Wrong(path, '"start", "end_of_input", a line or something heard', at);
}

function checkUntil(until: unknown, path: string): void {
  checkObject(until, path, { ms: amount, line: string, heard: string, nth: positive }, []);
  const named = Object.keys(until as object).filter((key) => key !== "nth");
  if (named.length !== 1) throw new Wrong(path, "an object with one of ms, line and heard", until);
}

function oneOf(...words: readonly string[]): Check {
  return check(`one of ${words.join(", ")}`, (value) => words.includes(value as string));
}

function fileText(path: string, origin: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const allowed = "JSON, or the path of a file with it";
    throw new BridleError("invalid_option", `${origin}: the script cannot be read: ${reason}`, {
      option: origin,
      allowed,
      found: path,
    });
  }
}
