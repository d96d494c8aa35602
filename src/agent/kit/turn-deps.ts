import type { Voice } from "../dialect/voice.ts";
import type { WorkHooks } from "../hook/agent-hooks.ts";
import type { HookInput } from "../hook/hook-verdict.ts";
import type { Mcp } from "../mcp/mcp.ts";
import type { AgentSession } from "../session/agent-session.ts";
import type { ModelFacts } from "../session/usage-account.ts";
import type { LineOutput } from "./line-output.ts";
import type { LocalCommand } from "./local-command.ts";
import type { PromptQueue } from "./prompt-queue.ts";
import type { ToolGate } from "./tool-gate.ts";

/** What a turn works with. */
export interface TurnDeps {
  readonly session: AgentSession;
  readonly voice: Voice;
  readonly output: LineOutput;
  readonly queue: PromptQueue;
  readonly gate: ToolGate;
  readonly hooks: WorkHooks;
  readonly mcp: Mcp;
  readonly modelFacts: (model: string) => ModelFacts;
  readonly commands: readonly LocalCommand[];
  /** Between messages that become one. */
  readonly joiner: string;
  /** May a prompt of this session join the turn? */
  readonly joins: (sessionId: string | undefined) => boolean;
  /** What every hook is told. */
  readonly hookInput: (turnId: string) => HookInput;
  /** What hooks outside a turn said for the model and no prompt has taken yet; given once. */
  readonly takePendingContexts: () => readonly string[];
  /** All that was told in the turn comes before its result. */
  readonly beforeResult: () => void;
  /** The session ends under its old id and starts under a new one. */
  readonly cleared: (turnId: string, change: () => void) => Promise<void>;
}
