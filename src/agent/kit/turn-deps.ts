import type { Fields } from "../../wire/fields.ts";
import type { Voice } from "../dialect/voice.ts";
import type { HostMcp } from "../mcp/host-mcp.ts";
import type { AgentSession } from "./agent-session.ts";
import type { HostHooks } from "./host-hooks.ts";
import type { LineOutput } from "./line-output.ts";
import type { PromptQueue } from "./prompt-queue.ts";
import type { ToolGate } from "./tool-gate.ts";
import type { ModelFacts } from "./usage-account.ts";

/** What a turn works with. */
export interface TurnDeps {
  readonly session: AgentSession;
  readonly voice: Voice;
  readonly output: LineOutput;
  readonly queue: PromptQueue;
  readonly gate: ToolGate;
  readonly hooks: HostHooks;
  readonly mcp: HostMcp;
  readonly modelFacts: (model: string) => ModelFacts;
  /** Between messages that become one. */
  readonly joiner: string;
  /** May a prompt of this session join the turn? */
  readonly joins: (sessionId: string | undefined) => boolean;
  /** What every hook is told. */
  readonly hookInput: (turnId: string) => Fields;
}
