import type { AgentFlags, Dialect } from "../flags/agent-flags.ts";
import { ClaudeVoice } from "./claude/claude-voice.ts";
import { Seed001Voice } from "./seed-001/seed-001-voice.ts";
import { toolWords } from "./seed-001/tool-words.ts";
import type { SpokenDialect } from "./spoken-dialect.ts";

/** The dialect that the command line asks for. */
export function dialectOf({ dialect }: Pick<AgentFlags, "dialect">): SpokenDialect {
  return dialects[dialect];
}

const dialects: { readonly [D in Dialect]: SpokenDialect } = {
  claude: {
    voice: (options) => new ClaudeVoice(options),
    joiner: "\n",
    hasSessions: false,
    isFailure: ({ kind }) => kind !== "success" && kind !== "deferred",
    joinedHeading: "The user sent a new message while you were working:",
    toolWords: undefined,
    keepsTranscripts: true,
    recallsOthers: false,
    isScriptedWithoutKey: false,
  },
  // docs/dialects.md
  "seed-001": {
    voice: (options) => new Seed001Voice(options),
    joiner: "\n\n",
    hasSessions: true,
    isFailure: ({ kind }) => !["success", "deferred", "interrupted"].includes(kind),
    joinedHeading: undefined,
    toolWords,
    keepsTranscripts: false,
    recallsOthers: true,
    isScriptedWithoutKey: true,
  },
};
