import type { Caller as CallerMessage } from "../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import type { Event } from "../../../src/api/gen/bridle/v1/event_pb.js";
import type { Session } from "../../../src/api/gen/bridle/v1/session_pb.js";

/** What a tab asks of the hub. */
export type ToHub =
  | { readonly type: "hello"; readonly lock?: string }
  /** The events of a session after a number. A second one for the same session begins anew. */
  | { readonly type: "follow"; readonly sessionId: string; readonly afterSeq: number }
  | { readonly type: "unfollow"; readonly sessionId: string }
  /** The connection may be dead without a word: a laptop woke up, the network changed. */
  | { readonly type: "check" }
  | { readonly type: "leave" };

/** What the hub tells a tab. */
export type FromHub =
  | { readonly type: "link"; readonly link: Link }
  | { readonly type: "caller"; readonly caller: Caller }
  | { readonly type: "session_changed"; readonly session: Session; readonly deleted: boolean }
  /** In order, without gaps. */
  | { readonly type: "events"; readonly sessionId: string; readonly events: readonly Event[] }
  /** Events before this number are no longer kept. */
  | { readonly type: "reset"; readonly sessionId: string; readonly firstSeq: number }
  | { readonly type: "ended"; readonly sessionId: string; readonly reason: string };

/** Who this browser is to the daemon, and what it may do. */
export type Caller = Pick<CallerMessage, "name" | "roles" | "folders">;

/** The connection to the daemon. */
export type Link =
  | { readonly state: "connecting" }
  | { readonly state: "connected" }
  /** Tried again by itself. */
  | { readonly state: "lost"; readonly sinceMs: number }
  /** This browser is not logged in, or no longer. */
  | { readonly state: "logged_out" };

/** One end of a channel between a tab and the hub: a MessagePort, or anything like one. */
export interface Port {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  start?(): void;
}
