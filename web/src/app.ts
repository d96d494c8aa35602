import { effect, signal } from "@preact/signals";
import type { Ask } from "../../src/api/gen/bridle/v1/ask_pb.js";
import { type Session, SessionState } from "../../src/api/gen/bridle/v1/session_pb.js";
import type { PageClient } from "../../src/api/page-client.ts";
import { AgentInfos } from "./live/agent-infos.ts";
import { Composers } from "./live/composers.ts";
import { connectPage } from "./live/connect-page.ts";
import type { Feed } from "./live/feed.ts";
import type { Interrupt } from "./live/interrupt.ts";
import { Interrupts } from "./live/interrupts.ts";
import { LiveSession } from "./live/live-session.ts";
import { pauseAfter, Repeat } from "./live/repeat.ts";
import { Asks } from "./model/asks.ts";
import { addressOf, type Route, routeOf } from "./model/route.ts";
import { Seen, seenKey } from "./model/seen.ts";
import { Sessions } from "./model/sessions.ts";

/** Transcripts of so many sessions are kept for who comes back to them. */
const maxLive = 3;

/** A look that has no answer then has failed, and is repeated. */
const lookMs = 30_000;

/** The state of one tab. */
export class App {
  readonly client: PageClient = connectPage(async (...call) =>
    (await import("./live/confirm.ts")).confirm(this.client.passkeys, ...call),
  );
  readonly feed: Feed;
  readonly sessions = new Sessions();
  readonly asks = new Asks();
  readonly composers: Composers;
  readonly agentInfos = new AgentInfos(this.client);
  readonly seen = new Seen(storage());
  readonly route = signal<Route>(routeOf(location.pathname, location.hash));
  readonly #interrupts = new Interrupts(this.client, (id) => this.isRunning(id));
  readonly #live = new Map<string, LiveSession>();
  /** Changes that came while the list was on its way: it may be older than they are. */
  #changesWhileLoading: (() => void)[] | undefined;
  readonly #asksLook = new Repeat({ look: () => this.#lookForAsks(), pause: pauseAfter });
  readonly #sessionsLook = new Repeat({ look: () => this.#loadSessions(), pause: pauseAfter });

  constructor(feed: Feed) {
    this.feed = feed;
    this.composers = new Composers(this.client, feed.link);
    feed.onSessionChanged((session, isDeleted) => this.#sessionChanged(session, isDeleted));
    addEventListener("popstate", () => {
      this.route.value = routeOf(location.pathname, location.hash);
    });
    effect(() => {
      if (feed.link.value.state !== "connected") return;
      this.#asksLook.want();
      this.#sessionsLook.want();
    });
    this.#keepSeen();
  }

  /** `replace`: whoever goes back does not come by the place that is left. */
  go(route: Route, how: "push" | "replace" = "push"): void {
    const address = addressOf(route);
    if (address !== location.pathname + location.hash)
      how === "push" ? history.pushState(undefined, "", address) : history.replaceState(undefined, "", address);
    this.route.value = route;
  }

  /** A session that was just made: before the feed tells of it. */
  open(session: Session): void {
    if (this.sessions.get(session.id) === undefined) this.sessions.changed(session, false);
    this.go({ view: "session", id: session.id });
  }

  /**
   * Whether what needs this role is offered. Until the daemon has said what this login may, all is: there is nothing yet to use
   * it on, and the daemon refuses by itself.
   */
  may(role: "prompt" | "approve" | "admin"): boolean {
    const roles = this.feed.caller.value?.roles;
    return roles === undefined || roles.includes("admin") || roles.includes(role);
  }

  /** A turn runs in it, or waits for somebody. */
  isRunning(id: string): boolean {
    const state = this.sessions.get(id)?.state;
    return state === SessionState.RUNNING || state === SessionState.WAITING;
  }

  interrupt(id: string): Interrupt {
    return this.#interrupts.of(id);
  }

  live(id: string): LiveSession {
    const known = this.#live.get(id) ?? new LiveSession(this.feed, id);
    this.#live.delete(id);
    this.#live.set(id, known);
    const [oldest] = this.#live.keys();
    if (this.#live.size > maxLive && oldest !== undefined) {
      this.#live.get(oldest)?.close();
      this.#live.delete(oldest);
    }
    return known;
  }

  /** The session that is open in a tab that is shown is looked at. */
  #keepSeen(): void {
    const isShown = signal(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", () => {
      isShown.value = document.visibilityState === "visible";
    });
    addEventListener("storage", ({ key }) => key === seenKey && this.seen.reload());
    addEventListener("pagehide", () => this.seen.write());
    effect(() => {
      const here = this.route.value;
      if (here.view !== "session" || !isShown.value) return;
      const session = this.sessions.get(here.id);
      if (session !== undefined) this.seen.look(here.id, Number(session.lastSeq));
    });
  }

  #sessionChanged(session: Session, isDeleted: boolean): void {
    const before = this.sessions.get(session.id);
    this.sessions.changed(session, isDeleted);
    this.#changesWhileLoading?.push(() => this.sessions.changed(session, isDeleted));
    if (isDeleted) this.#forgetOthers();
    if ((before?.openAsks ?? 0) !== (isDeleted ? 0 : session.openAsks) || session.openAsks > 0) this.refreshAsks();
  }

  async #loadSessions(): Promise<void> {
    const changes: (() => void)[] = [];
    this.#changesWhileLoading = changes;
    try {
      const all = await this.#allSessions();
      // A later load has what is newer.
      if (this.#changesWhileLoading !== changes) return;
      this.sessions.replace(all);
      for (const change of changes) change();
      this.#forgetOthers();
    } finally {
      if (this.#changesWhileLoading === changes) this.#changesWhileLoading = undefined;
    }
  }

  async #allSessions(): Promise<Session[]> {
    const all: Session[] = [];
    for (let pageToken = ""; ; ) {
      const page = await this.client.sessions.listSessions(
        { pageSize: 1000, pageToken, includeArchived: true },
        { timeoutMs: lookMs },
      );
      all.push(...page.sessions);
      pageToken = page.nextPageToken;
      if (pageToken === "") return all;
    }
  }

  refreshAsks(): void {
    this.#asksLook.want();
  }

  async #lookForAsks(): Promise<void> {
    const all: Ask[] = [];
    for (let pageToken = ""; ; ) {
      const page = await this.client.conversation.listAsks({ pageSize: 200, pageToken }, { timeoutMs: lookMs });
      all.push(...page.asks);
      pageToken = page.nextPageToken;
      if (pageToken === "") return this.asks.replace(all);
    }
  }

  /** Of sessions that are no more nothing is kept. */
  #forgetOthers(): void {
    const isThere = (id: string): boolean => this.sessions.get(id) !== undefined;
    for (const kept of [this.composers, this.agentInfos, this.#interrupts]) kept.forgetOthers(isThere);
  }
}

/** Undefined in a browser that stores nothing. */
function storage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
