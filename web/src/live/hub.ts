import type { WatchResponse } from "../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { backOffMs, isUnauthenticated, pause } from "../../../src/api/lost-connection.ts";
import type { PageClient } from "../../../src/api/page-client.ts";
import { Follower } from "./follower.ts";
import type { Caller, FromHub, Link, Port, ToHub } from "./hub-messages.ts";

/** The daemon says something at least every 15 seconds. */
const silenceMs = 40_000;

interface Tab {
  readonly port: Port;
  readonly followers: Map<string, Follower>;
}

/**
 * One `Watch` for all tabs of a browser: over HTTP/1.1 a browser has six connections to a host, and a stream for each tab would
 * use them up. Lives in a SharedWorker, or in the page where there is none.
 */
export class Hub {
  readonly #client: PageClient;
  readonly #tabs = new Set<Tab>();
  /** The number of the last event that the stream brought, by session. */
  readonly #positions = new Map<string, number>();
  #link: Link = { state: "connecting" };
  #caller: Caller | undefined;
  #watch: { readonly id: string; readonly ending: AbortController } | undefined;
  #heardAt = 0;
  #updates: Promise<void> = Promise.resolve();
  #retry = new AbortController();

  constructor(client: PageClient) {
    this.#client = client;
  }

  /** Goes on until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt++) {
      const ending = new AbortController();
      const isConnected = await this.#watchOnce(AbortSignal.any([signal, ending.signal]), ending);
      ending.abort();
      this.#watch = undefined;
      if (isConnected) attempt = 0;
      this.#retry = new AbortController();
      await pause(backOffMs(attempt), AbortSignal.any([signal, this.#retry.signal]));
    }
  }

  attach(port: Port): void {
    const tab: Tab = { port, followers: new Map() };
    port.addEventListener("message", ({ data }) => this.#take(tab, data as ToHub));
    port.start?.();
  }

  /** Whether the stream was opened. */
  async #watchOnce(signal: AbortSignal, ending: AbortController): Promise<boolean> {
    const cursors = [...this.#positions].map(([sessionId, seq]) => ({ sessionId, afterSeq: BigInt(seq) }));
    const timer = setInterval(() => performance.now() - this.#heardAt > silenceMs && ending.abort(), silenceMs / 4);
    this.#heardAt = performance.now();
    let isConnected = false;
    try {
      for await (const { kind } of this.#client.conversation.watch({ cursors, sessions: true }, { signal })) {
        this.#heardAt = performance.now();
        if (kind.case === "started") {
          isConnected = true;
          this.#watch = { id: kind.value.watchId, ending };
          this.#followWhatWasMissed(cursors.map(({ sessionId }) => sessionId));
          this.#setCaller(kind.value.caller);
          this.#setLink({ state: "connected" });
        } else this.#takeResponse(kind);
      }
    } catch (error) {
      if (isUnauthenticated(error)) {
        this.#setLink({ state: "logged_out" });
        return isConnected;
      }
    } finally {
      clearInterval(timer);
    }
    if (this.#link.state !== "lost" && this.#link.state !== "logged_out")
      this.#setLink({ state: "lost", sinceMs: Date.now() });
    return isConnected;
  }

  /** Followed while the stream was being opened. */
  #followWhatWasMissed(had: readonly string[]): void {
    for (const [sessionId, seq] of this.#positions) if (!had.includes(sessionId)) this.#update(sessionId, seq);
  }

  #takeResponse(kind: WatchResponse["kind"]): void {
    switch (kind.case) {
      case "batch":
        return this.#batch(kind.value.sessionId, kind.value.events);
      case "sessionChanged": {
        const { session, deleted } = kind.value;
        if (session !== undefined) this.#sendAll({ type: "session_changed", session, deleted });
        return;
      }
      case "opened": {
        const { sessionId, reset } = kind.value;
        if (reset === undefined || !this.#positions.has(sessionId)) return;
        const firstSeq = Number(reset.firstSeq);
        this.#positions.set(sessionId, firstSeq - 1);
        for (const follower of this.#followersOf(sessionId)) follower.reset(firstSeq);
        return;
      }
      case "ended": {
        const { sessionId, reason } = kind.value;
        this.#positions.delete(sessionId);
        for (const tab of this.#tabs)
          if (tab.followers.delete(sessionId)) send(tab, { type: "ended", sessionId, reason });
        return;
      }
      default:
        // The heartbeat, or a word of a newer daemon.
        return;
    }
  }

  #batch(sessionId: string, events: WatchBatch): void {
    const [first, last] = [events[0], events.at(-1)];
    const position = this.#positions.get(sessionId);
    if (first === undefined || last === undefined || position === undefined || Number(last.seq) <= position) return;
    // Of a place that was followed before, and is still in the pipe: a new stream begins where this one is.
    if (Number(first.seq) > position + 1) return this.#watch?.ending.abort();
    this.#positions.set(sessionId, Number(last.seq));
    for (const follower of this.#followersOf(sessionId)) follower.live(events);
  }

  *#followersOf(sessionId: string): Generator<Follower> {
    for (const { followers } of this.#tabs) {
      const follower = followers.get(sessionId);
      if (follower !== undefined) yield follower;
    }
  }

  #take(tab: Tab, message: ToHub): void {
    switch (message.type) {
      case "hello":
        this.#tabs.add(tab);
        if (this.#caller !== undefined) send(tab, { type: "caller", caller: this.#caller });
        send(tab, { type: "link", link: this.#link });
        if (message.lock !== undefined) this.#leaveWithLock(tab, message.lock);
        return;
      case "follow":
        return this.#follow(tab, message.sessionId, message.afterSeq);
      case "unfollow":
        return this.#unfollow(tab, message.sessionId);
      case "check":
        return void this.#check();
      case "leave":
        return this.#leave(tab);
    }
  }

  #follow(tab: Tab, sessionId: string, afterSeq: number): void {
    tab.followers.get(sessionId)?.stop();
    const follower = new Follower(sessionId, afterSeq, (message) => send(tab, message));
    tab.followers.set(sessionId, follower);
    const position = this.#positions.get(sessionId);
    if (position === undefined) {
      this.#positions.set(sessionId, afterSeq);
      this.#update(sessionId, afterSeq);
    } else follower.catchUp(this.#client, () => this.#positions.get(sessionId));
  }

  #unfollow(tab: Tab, sessionId: string): void {
    tab.followers.get(sessionId)?.stop();
    tab.followers.delete(sessionId);
    if (!this.#followersOf(sessionId).next().done) return;
    this.#positions.delete(sessionId);
    this.#update(sessionId, undefined);
  }

  /** Undefined: no longer. A stream that is lost begins anew with all that is wanted then. */
  #update(sessionId: string, afterSeq: number | undefined): void {
    if (this.#watch === undefined) return;
    const { id: watchId, ending } = this.#watch;
    // One after another: a session that is followed again is not to be left by what came before.
    const request =
      afterSeq === undefined
        ? { watchId, remove: [sessionId] }
        : { watchId, add: [{ sessionId, afterSeq: BigInt(afterSeq) }] };
    this.#updates = this.#updates
      .then(() => this.#client.conversation.updateWatch(request))
      .then(
        () => undefined,
        () => ending.abort(),
      );
  }

  async #check(): Promise<void> {
    this.#retry.abort();
    const watch = this.#watch;
    if (watch === undefined) return;
    const { id: watchId, ending } = watch;
    // Nothing more and nothing less: it only has to be there.
    await this.#client.conversation.updateWatch({ watchId }, { timeoutMs: 5000 }).catch(() => ending.abort());
  }

  #leave(tab: Tab): void {
    this.#tabs.delete(tab);
    for (const sessionId of [...tab.followers.keys()]) this.#unfollow(tab, sessionId);
  }

  /** A tab holds a lock of its own as long as it lives: a crash says nothing else. */
  #leaveWithLock(tab: Tab, lock: string): void {
    void navigator.locks.request(lock, () => this.#leave(tab));
  }

  #setCaller(caller: Caller | undefined): void {
    if (caller === undefined) return;
    const { name, roles, folders } = caller;
    this.#caller = { name, roles, folders };
    this.#sendAll({ type: "caller", caller: this.#caller });
  }

  #setLink(link: Link): void {
    this.#link = link;
    this.#sendAll({ type: "link", link });
  }

  #sendAll(message: FromHub): void {
    for (const tab of this.#tabs) send(tab, message);
  }
}

type WatchBatch = Extract<WatchResponse["kind"], { case: "batch" }>["value"]["events"];

function send(tab: Tab, message: FromHub): void {
  tab.port.postMessage(message);
}
