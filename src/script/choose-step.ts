import { createHash } from "node:crypto";
import type { ModelRequest } from "./model-request.ts";
import type { Script, Step } from "./script.ts";
import { scriptIn } from "./scripted-prompt.ts";

/** `key` is the same when the same step is asked for again: a retry. */
export interface ChosenStep {
  readonly step: Step;
  readonly key: string;
}

/**
 * The step of the newest script in the conversation whose number is how many
 * assistant messages came after it. Without one, the same of `given`, a script for the whole conversation.
 */
export function chooseStep(request: ModelRequest, given?: Script): ChosenStep | undefined {
  let answered = 0;
  const choose = (script: Script | undefined, position: number): ChosenStep | undefined => {
    const step = script?.steps[Math.min(answered, script.steps.length - 1)];
    return step && { step, key: keyOf([request.body.metadata, position, answered, step]) };
  };
  for (const [position, message] of [...request.messages.entries()].reverse()) {
    if (message.role === "assistant") {
      answered++;
      continue;
    }
    const found = choose(
      message.texts.map(scriptIn).findLast((script) => script !== undefined),
      position,
    );
    if (found !== undefined) return found;
  }
  return choose(given, -1);
}

/** The metadata names the session: two of them may use one script. */
function keyOf(facts: readonly unknown[]): string {
  return createHash("sha1").update(JSON.stringify(facts)).digest("base64url");
}
