import type { Fields } from "../../wire/fields.ts";
import type { AgentReading } from "./agent-reading.ts";

/**
 * A prompt as the agent's version wants it. Its uuid is how the result names it. Other dialects than Claude Code's name
 * the conversation in each prompt: ours is called as our session is.
 */
export function formatPrompt(
  { adapter, dialect }: Pick<AgentReading, "adapter" | "dialect">,
  { uuid, sessionId, contentJson }: { readonly uuid: string; readonly sessionId: string; readonly contentJson: string },
): string {
  const content = JSON.parse(contentJson) as string | readonly Fields[];
  return adapter.format({ kind: "prompt", content, uuid, ...(dialect !== undefined && { sessionId }) });
}
