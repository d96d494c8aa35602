import type { ProtocolAdapter } from "../../adapters/protocol-adapter.ts";
import type { Fields } from "../../wire/fields.ts";

/** A prompt as the agent's version wants it. Its uuid is how the result names it. */
export function formatPrompt(adapter: ProtocolAdapter, uuid: string, contentJson: string): string {
  return adapter.format({ kind: "prompt", content: JSON.parse(contentJson) as string | readonly Fields[], uuid });
}
