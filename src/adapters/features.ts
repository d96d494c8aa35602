import type { Init } from "../wire/canonical.ts";
import type { Word } from "./change.ts";
import type { ProtocolAdapter } from "./protocol-adapter.ts";

/** Something people count on, and the word a version needs for it. */
export interface Feature {
  readonly name: string;
  readonly word: Word;
  /** What Bridle does without it. */
  readonly workaround: string;
}

/** What Bridle expects of an agent. A version in range that lacks one is DEGRADED. */
export const features: readonly Feature[] = [
  {
    name: "initialize",
    word: "controls initialize",
    workaround: "no list of commands and models; sessions start without it",
  },
  { name: "permission prompts", word: "asks can_use_tool", workaround: "tools run by the agent's own settings" },
  { name: "hooks", word: "asks hook_callback", workaround: "deny rules cover only the tool uses the agent asks about" },
  { name: "in-process MCP tools", word: "asks mcp_message", workaround: "MCP servers run as processes of their own" },
  { name: "partial messages", word: "messages stream_event", workaround: "text arrives in whole blocks" },
  { name: "questions", word: "tools AskUserQuestion", workaround: "the agent cannot ask multiple-choice questions" },
];

export function missingFeatures(adapter: ProtocolAdapter): readonly Feature[] {
  return features.filter(({ word }) => !adapter.has(word));
}

/** What a session expects to find in the agent's first `system/init`. */
export interface Expectations {
  /** Default: Bash. Leave it empty for an agent whose tools were restricted on purpose. */
  readonly tools?: readonly string[];
  readonly partialMessages?: boolean;
  readonly permissionPrompts?: boolean;
}

/** Degradation level 3: what was expected and is not there, as names for people. */
export function missingFromInit(init: Init, adapter: ProtocolAdapter, expected: Expectations = {}): readonly string[] {
  const missing = (expected.tools ?? ["Bash"])
    .filter((tool) => !init.tools.includes(tool))
    .map((tool) => `${tool} tool`);
  if (expected.partialMessages && !adapter.has("messages stream_event")) missing.push("partial messages");
  if (expected.permissionPrompts && !adapter.has("asks can_use_tool")) missing.push("permission prompts");
  return missing;
}
