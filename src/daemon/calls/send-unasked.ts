import { randomUUID } from "node:crypto";
import type { Delivery } from "../core/session-state.ts";
import type { PromptContent } from "../session/read-prompt.ts";
import type { Session } from "../session/session.ts";

/** A prompt that goes with another call's answer. Gives its id. */
export function sendUnasked(session: Session, content: PromptContent, sender: string, delivery: Delivery): string {
  const promptId = randomUUID();
  session.apply({ type: "prompt", call: "", promptId, content, sender, delivery });
  return promptId;
}
