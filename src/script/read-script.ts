import { isFields } from "../wire/fields.ts";
import {
  amount,
  boolean,
  type Checks,
  check,
  checkObject,
  count,
  object,
  parseJson,
  positive,
  refuseOthers,
  string,
  Wrong,
  withOrigin,
} from "./check-value.ts";
import type { Script, ScriptedCut, ScriptedError, ScriptedTool, Step } from "./script.ts";

/** A script somebody wrote, as JSON: `{"steps": […]}` or the steps alone. `origin` names it in errors, e.g. `--script`. */
export function readScript(json: string, origin: string): Script {
  const value = parseJson(json, origin);
  const steps = isFields(value) ? value.steps : value;
  withOrigin(origin, () => {
    if (isFields(value)) refuseOthers(value, ["steps"], "");
    checkSteps(steps, "steps");
  });
  return { steps: steps as readonly Step[] };
}

/** Throws `Wrong` unless the value is a list of steps. */
export function checkSteps(steps: unknown, path: string): void {
  if (!Array.isArray(steps) || steps.length === 0) throw new Wrong(path, "a list of at least one step", steps);
  for (const [index, step] of steps.entries()) checkObject(step, `step ${index + 1}`, stepChecks, []);
}

const httpError = check("an HTTP status from 400 to 599", (value) => {
  return Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599;
});

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
