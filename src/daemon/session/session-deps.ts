import type { Deprecation } from "../../adapters/deprecations.ts";
import type { Worktree } from "../../api/gen/bridle/v1/session_pb.js";
import type { AgentCommand } from "../agent/agent-launch.ts";
import type { LinkMeter } from "../agent/agent-link.ts";
import type { LostAgents } from "../agent/lost-agents.ts";
import type { Accounts } from "../budget/accounts.ts";
import type { Effect } from "../core/effect.ts";
import type { Limits } from "../core/limits.ts";
import type { SessionTrace } from "../core/session-trace.ts";
import type { Draft } from "../events/draft.ts";
import type { Holding } from "../holding/held-agent.ts";
import type { Log } from "../log/log.ts";
import type { LongLines } from "../reading/long-lines.ts";
import type { ReadingTurns } from "../reading/reading-turns.ts";
import type { AgentForecast } from "../rules/agent-forecast.ts";
import type { DaemonRules } from "../rules/daemon-rules.ts";
import type { Store } from "../store/store.ts";
import type { Work } from "../store/work.ts";
import type { LiveAgents } from "./live-agents.ts";
import type { AuditWriter } from "./outgoing.ts";

/** What sessions are made of and run on. */
export interface SessionDeps {
  readonly store: Store;
  readonly log: Log;
  readonly audit: AuditWriter;
  /** The holder we are attached to now; rejects with `closed` while there is none. */
  readonly holding: () => Promise<Holding>;
  readonly lost: LostAgents;
  /** How an agent of the settings is started. Rejects with `agent_not_found` or `invalid_option`. */
  readonly agent: (name: string) => Promise<AgentCommand>;
  readonly rules: (cwd: string) => () => DaemonRules;
  /** What an agent of the settings would ask about by itself, in a folder. */
  readonly forecast: (agent: string, cwd: string) => AgentForecast;
  /** The git worktree that was made for a session; undefined: none. */
  readonly worktree: (session: string) => Worktree | undefined;
  /** What of budgets is spent, by all sessions. */
  readonly accounts: Accounts;
  readonly live: LiveAgents;
  readonly turns: ReadingTurns;
  readonly longLines: LongLines;
  readonly limits: SessionLimits;
  /** Somebody who may decide the asks of this session is connected. */
  readonly isAttended: (session: string) => boolean;
  /** The session of this id has something to store: it is written with everybody else's, soon. */
  readonly dirty: (id: string) => void;
  /** Clients should see it anew. Called after it is stored. */
  readonly changed: (id: string) => void;
  /** What it has to store was refused: it is made again from what is stored. */
  readonly failed: (id: string, error: unknown) => void;
  readonly trace: (entry: SessionTrace) => void;
  readonly meter: SessionMeter;
  /** What people have to know of a commit: stored with it. */
  readonly notices: (commit: CommitFacts) => readonly Work[];
  /** An agent still uses an old form; a person is told of each once. */
  readonly deprecated: (what: Deprecation) => void;
}

/** A commit of a session, before it is stored. */
export interface CommitFacts {
  readonly session: string;
  /** The number of its last event. */
  readonly lastSeq: number;
  readonly timeMs: number;
  readonly drafts: readonly Draft[];
  readonly effects: readonly (Effect | (() => void))[];
}

/** Figures that are added to many times a second. */
export interface SessionMeter extends LinkMeter {
  stored(kind: string): void;
  committed(seconds: number): void;
}

export interface SessionLimits extends Limits {
  readonly maxPayloadBytes: number;
}
