import { signal } from "@preact/signals";
import type { Event } from "../../../src/api/gen/bridle/v1/event_pb.js";
import type { Session } from "../../../src/api/gen/bridle/v1/session_pb.js";
import type { Caller, FromHub, Link, Port, ToHub } from "./hub-messages.ts";

interface FollowListener {
  events(events: readonly Event[]): void;
  /** Events before this number are no longer kept. */
  reset(firstSeq: number): void;
  ended(reason: string): void;
}

/** What one tab hears of the daemon, through the hub that it shares with others. */
export class Feed {
  readonly link = signal<Link>({ state: "connecting" });
  /** Undefined until the daemon has said so. */
  readonly caller = signal<Caller | undefined>(undefined);
  readonly #port: Port;
  readonly #follows = new Map<string, FollowListener>();
  readonly #sessionListeners = new Set<(session: Session, isDeleted: boolean) => void>();

  /** `lock`: the name of a lock that this tab holds as long as it lives. */
  constructor(port: Port, lock?: string) {
    this.#port = port;
    port.addEventListener("message", ({ data }) => this.#take(data as FromHub));
    port.start?.();
    this.#send(lock === undefined ? { type: "hello" } : { type: "hello", lock });
  }

  onSessionChanged(listener: (session: Session, isDeleted: boolean) => void): void {
    this.#sessionListeners.add(listener);
  }

  /** The answer ends it. One at a time for each session. */
  follow(sessionId: string, afterSeq: number, listener: FollowListener): () => void {
    this.#follows.set(sessionId, listener);
    this.#send({ type: "follow", sessionId, afterSeq });
    return () => {
      if (this.#follows.get(sessionId) !== listener) return;
      this.#follows.delete(sessionId);
      this.#send({ type: "unfollow", sessionId });
    };
  }

  /** Looks whether the connection is still one: when the tab is shown again, or the network is back. */
  check(): void {
    this.#send({ type: "check" });
  }

  leave(): void {
    this.#send({ type: "leave" });
  }

  #send(message: ToHub): void {
    this.#port.postMessage(message);
  }

  #take(message: FromHub): void {
    switch (message.type) {
      case "link":
        this.link.value = message.link;
        return;
      case "caller":
        this.caller.value = message.caller;
        return;
      case "session_changed":
        for (const listener of this.#sessionListeners) listener(message.session, message.deleted);
        return;
      case "events":
        return this.#follows.get(message.sessionId)?.events(message.events);
      case "reset":
        return this.#follows.get(message.sessionId)?.reset(message.firstSeq);
      case "ended": {
        const listener = this.#follows.get(message.sessionId);
        this.#follows.delete(message.sessionId);
        return listener?.ended(message.reason);
      }
    }
  }
}
