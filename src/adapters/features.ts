import type { Init } from "../wire/canonical.ts";
import type { SentWord } from "./change.ts";
import type { ProtocolAdapter } from "./protocol-adapter.ts";

/** Something people count on. */
export interface Feature {
  readonly name: string;
  /** What turns it on, or what the agent must have for it: whoever uses the feature requires this very word. */
  readonly word: SentWord;
  /** What Bridle does without it. */
  readonly workaround: string;
}

/** What Bridle expects of an agent. A version in range that lacks one is DEGRADED. */
export const feature = {
  initialize: {
    name: "initialize",
    word: "controls initialize",
    workaround: "no list of commands and models; sessions start without it",
  },
  permissionPrompts: {
    name: "permission prompts",
    word: "flags --permission-prompt-tool",
    workaround: "tools run by the agent's own settings",
  },
  hooks: {
    name: "hooks",
    word: "controls initialize.hooks",
    workaround: "deny rules cover only the tool uses the agent asks about",
  },
  inProcessMcp: {
    name: "in-process MCP tools",
    word: "flags --mcp-config=sdk",
    workaround: "MCP servers run as processes of their own",
  },
  partialMessages: {
    name: "partial messages",
    word: "flags --include-partial-messages",
    workaround: "text arrives in whole blocks",
  },
  questions: {
    name: "questions",
    word: "tools AskUserQuestion",
    workaround: "the agent cannot ask multiple-choice questions",
  },
  defer: {
    name: "deferred tool calls",
    word: "inputs hook_defer",
    workaround: "the agent lives while a tool call waits for an answer; if it ends first, the call is lost",
  },
} as const satisfies { readonly [key: string]: Feature };

export const features: readonly Feature[] = Object.values(feature);

export function missingFeatures(adapter: Pick<ProtocolAdapter, "has">): readonly Feature[] {
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
  for (const key of ["partialMessages", "permissionPrompts"] as const)
    if (expected[key] && !adapter.has(feature[key].word)) missing.push(feature[key].name);
  return missing;
}
