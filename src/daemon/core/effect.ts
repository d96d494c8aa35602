import type { Deprecation } from "../../adapters/deprecations.ts";
import type { Ask } from "../../api/gen/bridle/v1/ask_pb.js";
import type { PromptState } from "../../api/gen/bridle/v1/event_pb.js";
import type { BridleError } from "../../errors.ts";
import type { Usage } from "../../wire/canonical.ts";
import type { Fields } from "../../wire/fields.ts";
import type { Draft } from "../events/draft.ts";
import type { AuditEntry } from "./audit-entry.ts";
import type { AskWaiting } from "./session-state.ts";
import type { SessionTrace } from "./session-trace.ts";

/**
 * What is to be done because of an input. Everything is stored in one commit with the state; what reaches beyond the
 * store (the agent, the holder, whoever called) is done after it, in order.
 */
export type Effect =
  /** The next event of the session. */
  | { readonly type: "emit"; readonly draft: Draft }
  /** The event emitted last is found by these words. */
  | { readonly type: "index_text"; readonly text: string }
  | { readonly type: "count_usage"; readonly usage: CountedUsage }
  | { readonly type: "keep_agent_facts"; readonly facts: AgentFacts }
  /** An ask is over, or was decided as soon as it came. */
  | { readonly type: "close_ask"; readonly ask: Ask; readonly waits: AskWaiting }
  /** Somebody or something decided about a tool use. */
  | { readonly type: "audit"; readonly entry: AuditEntry }
  /** Bytes for the agent, at their offset in its whole input. `isRequest`: they only ask it something. */
  | {
      readonly type: "write";
      readonly agentId: string;
      readonly offset: number;
      readonly data: Uint8Array;
      readonly isRequest: boolean;
    }
  | { readonly type: "end_input"; readonly agentId: string; readonly offset: number }
  /** Wait for room, find the executable, reach the holder; then `launch_ready`. */
  | { readonly type: "launch"; readonly launch: number }
  | { readonly type: "start"; readonly launch: number; readonly agentId: string }
  | { readonly type: "signal"; readonly agentId: string; readonly signal: "SIGTERM" | "SIGKILL" }
  /** The holder does not tell its end: end it by its mark, then `exited`. */
  | { readonly type: "give_up"; readonly agentId: string }
  /** What it said is no longer read. */
  | { readonly type: "stop_reading"; readonly agentId: string }
  /** Its exit is stored: the holder may forget it. */
  | { readonly type: "forget"; readonly agentId: string }
  | { readonly type: "end_leftover"; readonly agentId: string }
  | { readonly type: "answer"; readonly call: string; readonly answer: CallAnswer }
  /** The person who called, or whoever is told of the session, should see it anew though nothing of it is newer. */
  | { readonly type: "show" }
  | { readonly type: "trace"; readonly entry: SessionTrace }
  | { readonly type: "deprecated"; readonly what: Deprecation };

/** What a call gets. The number of the event that tells of a prompt is added when it is known. */
export type CallAnswer =
  | { readonly to: "prompt"; readonly promptId: string; readonly state: PromptState; readonly position: number }
  | { readonly to: "interrupt"; readonly interrupted: boolean }
  | { readonly to: "ask"; readonly ask: Ask }
  /** The ask was decided by somebody else, or there is none. */
  | { readonly to: "lost_ask" }
  | { readonly to: "request"; readonly payload: Fields }
  | { readonly to: "done" }
  | { readonly to: "error"; readonly error: BridleError };

export interface CountedUsage {
  readonly model: string;
  readonly timeMs: number;
  readonly usage: Usage;
  readonly costUsd: number;
  readonly durationMs: number;
  /** Who pays for it: whoever began the turn. */
  readonly payer: string;
  /** What of it counts for budgets in tokens. */
  readonly tokens: number;
}

/** What an agent says of itself: in its answer to `initialize`, at the start of a turn, with its result. */
export interface AgentFacts {
  readonly saidAt: "initialize" | "init" | "result";
  /** JSON. */
  readonly facts: string;
}
