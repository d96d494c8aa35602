import type { Deprecation } from "../../adapters/deprecations.ts";
import type { Worktree } from "../../api/gen/bridle/v1/session_pb.js";
import type { Oddities } from "../agent/agent-driver.ts";
import type { AgentCommand } from "../agent/agent-launch.ts";
import type { LostAgents } from "../agent/lost-agents.ts";
import type { Holding } from "../holding/held-agent.ts";
import type { Log } from "../log/log.ts";
import type { LongLines } from "../reading/long-lines.ts";
import type { ReadingTurns } from "../reading/reading-turns.ts";
import type { DaemonRules } from "../rules/daemon-rules.ts";
import type { Store } from "../store/store.ts";
import type { LiveAgents } from "./live-agents.ts";
import type { RestartLimits } from "./restart-policy.ts";

/** What sessions are made of and run on. */
export interface SessionDeps {
  readonly store: Store;
  readonly log: Log;
  /** The holder we are attached to now; rejects with `closed` while there is none. */
  readonly holding: () => Promise<Holding>;
  readonly lost: LostAgents;
  /** How an agent of the settings is started. Rejects with `agent_not_found` or `invalid_option`. */
  readonly agent: (name: string) => Promise<AgentCommand>;
  readonly rules: (cwd: string) => DaemonRules;
  /** The git worktree that was made for a session; undefined: none. */
  readonly worktree: (session: string) => Worktree | undefined;
  readonly live: LiveAgents;
  readonly turns: ReadingTurns;
  readonly longLines: LongLines;
  readonly limits: SessionLimits;
  readonly approvals: Approvals;
  /** The session of this id has something to store: it is flushed soon, with everybody else. */
  readonly dirty: (id: string) => void;
  /** Clients should see it anew. Called after it is stored. */
  readonly changed: (id: string) => void;
  readonly trace: (entry: SessionTrace) => void;
  readonly meter: SessionMeter;
  /** An agent still uses an old form; a person is told of each once. */
  readonly deprecated: (what: Deprecation) => void;
}

/** What becomes of asks that nobody answers. */
export interface Approvals {
  /** How long they wait; 0: for ever. */
  readonly deadlineMs: number;
  /** Nobody is there, and asks are not to wait for anybody. */
  readonly isUnattended: () => boolean;
}

/** Figures that are added to many times a second. */
export interface SessionMeter {
  read(lines: number, bytes: number): void;
  odd(counted: Oddities): void;
  told(bytes: number): void;
  stored(kind: string): void;
  committed(seconds: number): void;
}

export interface SessionLimits {
  readonly maxPayloadBytes: number;
  readonly idleSleepMs: number;
  readonly restart: RestartLimits;
  readonly initializeTimeoutMs: number;
  readonly controlTimeoutMs: number;
}

/** What happened, for logs and metrics. Never content. */
export type SessionTrace =
  | {
      readonly what: "agent_started" | "agent_ready";
      readonly session: string;
      readonly agent: string;
      readonly ms: number;
    }
  | {
      readonly what: "agent_exited";
      readonly session: string;
      readonly agent: string;
      readonly exitCode: number | null;
      readonly signal: string | null;
      readonly expected: boolean;
    }
  | { readonly what: "agent_failed"; readonly session: string; readonly code: string; readonly message: string }
  | { readonly what: "restart"; readonly session: string; readonly delayMs: number }
  | { readonly what: "state"; readonly session: string; readonly from: string; readonly to: string }
  | { readonly what: "prompt"; readonly session: string; readonly how: "queued" | "sent" | "injected" }
  | { readonly what: "turn"; readonly session: string; readonly outcome: string }
  | { readonly what: "ask"; readonly session: string; readonly tool: string }
  | {
      readonly what: "decided";
      readonly session: string;
      readonly by: "rule" | "client" | "agent" | "deadline";
      readonly ms: number;
    }
  | {
      readonly what: "notice";
      readonly session: string;
      readonly code: string;
      readonly level: string;
      readonly message: string;
    };
