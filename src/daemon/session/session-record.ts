import { create } from "@bufbuild/protobuf";
import {
  type Session,
  SessionSchema,
  type Stall,
  SessionState as State,
  type Worktree,
} from "../../api/gen/bridle/v1/session_pb.js";
import type { SessionChanges, SessionRow } from "../store/sessions-table.ts";
import type { SessionState } from "./session-state.ts";

const states: { readonly [S in SessionState["at"]]: State } = {
  starting: State.STARTING,
  idle: State.IDLE,
  running: State.RUNNING,
  waiting: State.WAITING,
  closed: State.CLOSED,
  crashed: State.CRASHED,
};

export function stateOf(at: string): State {
  return states[at as SessionState["at"]] ?? State.UNSPECIFIED;
}

/** How it was created; kept to start its agent again. */
export interface SessionOptions {
  readonly model?: string;
  readonly permissionMode?: string;
  readonly systemPrompt?: string;
  readonly appendSystemPrompt?: string;
  /** The conversation to begin with: another session's, when `fork` is set. */
  readonly resume?: string;
  readonly fork?: boolean;
  /** Of a fork: the last message of that conversation that it keeps. */
  readonly resumeAt?: string;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The facts of a session, and which of them are not stored yet. */
export class SessionRecord {
  readonly #row: Mutable<SessionRow>;
  #changes: Mutable<SessionChanges> = {};
  #stored: SessionRow;
  lastSeq: number;

  constructor(row: SessionRow) {
    this.#row = { ...row };
    this.#stored = row;
    this.lastSeq = row.lastSeq;
  }

  get row(): SessionRow {
    return this.#row;
  }

  /** As it will be when all changes are stored, events with them. */
  get next(): SessionRow {
    return { ...this.#row, lastSeq: this.lastSeq };
  }

  get stored(): SessionRow {
    return this.#stored;
  }

  get options(): SessionOptions {
    return JSON.parse(this.#row.options) as SessionOptions;
  }

  set(changes: SessionChanges): void {
    Object.assign(this.#row, changes);
    Object.assign(this.#changes, changes);
  }

  /** What is to be stored, once, and what to call when it is. */
  takeChanges(): { readonly changes: SessionChanges; readonly committed: () => void } {
    const changes = this.#changes;
    this.#changes = {};
    const { next } = this;
    return {
      changes,
      committed: () => {
        this.#stored = next;
      },
    };
  }
}

/** What lives only while the daemon does. */
export interface Liveness {
  readonly live: boolean;
  readonly openAsks: number;
  readonly queuedPrompts: number;
  readonly stall: Stall | undefined;
  readonly worktree: Worktree | undefined;
}

/** A session as clients see it; of one that sleeps the row is all there is. */
export function sessionMessage(row: Omit<SessionRow, "options">, { stall, worktree, ...liveness }: Liveness): Session {
  return create(SessionSchema, {
    id: row.id,
    title: row.title,
    agent: row.agent,
    cwd: row.cwd,
    state: stateOf(row.state),
    agentSessionId: row.agentSessionId,
    model: row.model,
    permissionMode: row.permissionMode,
    agentVersion: row.agentVersion,
    createdMs: BigInt(row.createdMs),
    updatedMs: BigInt(row.updatedMs),
    archived: row.archived,
    degraded: row.degraded,
    firstSeq: BigInt(row.firstSeq),
    lastSeq: BigInt(row.lastSeq),
    turns: row.turns,
    costUsd: row.costUsd,
    inputTokens: BigInt(row.inputTokens),
    outputTokens: BigInt(row.outputTokens),
    preview: row.preview,
    ...liveness,
    ...(stall !== undefined && { stall }),
    ...(worktree !== undefined && { worktree }),
  });
}
