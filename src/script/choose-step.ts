import { createHash } from "node:crypto";
import { type ModelRequest, wantsJson } from "./model-request.ts";
import type { Step } from "./script.ts";
import { scriptIn } from "./scripted-prompt.ts";

/** `key` is the same when the same step is asked for again: a retry. */
export interface ChosenStep {
  readonly step: Step;
  readonly key: string;
}

/**
 * The step of the newest script in the conversation whose number is how many
 * assistant messages came after it. Without a script, and beside the conversation, a plain answer.
 */
export function chooseStep(request: ModelRequest): ChosenStep {
  if (request.side) return { step: { text: wantsJson(request) ? '{"title":"Scripted"}' : "Scripted." }, key: "side" };
  let answered = 0;
  for (const [position, message] of [...request.messages.entries()].reverse()) {
    if (message.role === "assistant") {
      answered++;
      continue;
    }
    const script = message.texts.map(scriptIn).findLast((found) => found !== undefined);
    const step = script?.steps[Math.min(answered, script.steps.length - 1)];
    if (step !== undefined) return { step, key: keyOf([request.body.metadata, position, answered, step]) };
  }
  return { step: { text: "Hello from the scripted model." }, key: "unscripted" };
}

/** The metadata names the session: two of them may use one script. */
function keyOf(facts: readonly unknown[]): string {
  return createHash("sha1").update(JSON.stringify(facts)).digest("base64url");
}
