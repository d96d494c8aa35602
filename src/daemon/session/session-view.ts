import type { Ask } from "../../api/gen/bridle/v1/ask_pb.js";
import type { Session } from "../../api/gen/bridle/v1/session_pb.js";

/** What the streams send of sessions in addition to their events. */
export interface SessionView {
  /** The session as it is now and its open asks. Undefined: there is none. */
  opened(sessionId: string): MaybePromise<OpenedSession | undefined>;
  /** Called for every session that appears, changes or is deleted. The answer ends it. */
  onSessionChanged(listener: (change: SessionChange) => void): () => void;
}

export interface OpenedSession {
  readonly session: Session;
  readonly openAsks: readonly Ask[];
}

export interface SessionChange {
  readonly session: Session;
  readonly deleted: boolean;
}

type MaybePromise<T> = T | Promise<T>;
