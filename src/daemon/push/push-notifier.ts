import type { Ask } from "../../api/gen/bridle/v1/ask_pb.js";
import { type Session, SessionState } from "../../api/gen/bridle/v1/session_pb.js";
import type { SessionTrace } from "../core/session-trace.ts";
import { TokenBuckets } from "../server/token-bucket.ts";
import type { PushRow } from "../store/push-table.ts";
import type { PushDevices } from "./push-devices.ts";
import { answeredMessage, askMessage, endMessage, type PushMessage } from "./push-message.ts";
import type { PushSender, SendOptions } from "./push-sender.ts";

interface NotifierParts {
  readonly devices: PushDevices;
  readonly sender: Pick<PushSender, "send">;
  /** How long a person has to react before devices are notified. */
  readonly delayMs: number;
  /** The session and its open asks as they are now. */
  readonly opened: (sessionId: string) => { readonly session: Session; readonly openAsks: readonly Ask[] } | undefined;
  /** Whether the login that made a device's subscription is still good, and the session is there for it. */
  readonly maySee: (device: PushRow, session: string) => boolean;
  readonly failed: (error: unknown) => void;
}

/** An ask that devices are notified of. `ending` ends what is still being sent. */
type KnownAsk = { readonly sessionId: string; readonly title: string } & (
  | { readonly at: "waiting"; readonly timer: NodeJS.Timeout }
  | { readonly at: "notified"; readonly devices: Set<string>; readonly ending: AbortController }
);

/** So many messages at once for each device, then one every half minute: an agent that asks without end is one nuisance. */
const burst = 20;
const perSecond = 1 / 30;
const daySeconds = 86_400;

/** A turn that a person ended is no news to them. */
const expected = new Set(["interrupted", "cancelled"]);
const resting: ReadonlySet<SessionState> = new Set([SessionState.IDLE, SessionState.CRASHED]);

/** Decides what devices are notified of, and when: what nobody has reacted to for a while, once. */
export class PushNotifier {
  readonly #parts: NotifierParts;
  readonly #asks = new Map<string, KnownAsk>();
  /** How the last turn of a session ended, until that is stored. */
  readonly #outcomes = new Map<string, string>();
  readonly #ends = new Map<string, NodeJS.Timeout>();
  readonly #pace = new TokenBuckets(perSecond, burst);
  readonly #stopping = new AbortController();

  constructor(parts: NotifierParts) {
    this.#parts = parts;
  }

  /** What happens, before it is stored. */
  traced(entry: SessionTrace): void {
    if (entry.what === "turn") this.#outcomes.set(entry.session, entry.outcome);
    else if (entry.what === "state" && entry.to === "crashed") this.#outcomes.set(entry.session, "crashed");
  }

  /** What is stored. */
  changed(session: Session, isDeleted: boolean): void {
    const outcome = this.#outcomes.get(session.id);
    if (this.#parts.devices.all.length === 0) return void this.#outcomes.delete(session.id);
    if (outcome !== undefined && (isDeleted || resting.has(session.state))) {
      this.#outcomes.delete(session.id);
      if (!isDeleted && !expected.has(outcome)) this.#notifyOfEndLater(session.id, outcome);
    }
    if (session.openAsks > 0 || this.#knows(session.id)) this.checkAsks(session.id);
  }

  /** Compares the asks of a session, as they are now, with those that devices were notified of. */
  checkAsks(sessionId: string): void {
    const opened = this.#parts.opened(sessionId);
    const open = new Map(opened?.openAsks.map((ask) => [ask.id, ask]));
    for (const [id, known] of this.#asks) if (known.sessionId === sessionId && !open.has(id)) this.#askEnded(id, known);
    if (opened === undefined) return;
    for (const ask of open.values()) if (!this.#asks.has(ask.id)) this.#notifyOfAskLater(ask, opened.session.title);
  }

  close(): void {
    this.#stopping.abort();
    for (const known of this.#asks.values()) if (known.at === "waiting") clearTimeout(known.timer);
    for (const timer of this.#ends.values()) clearTimeout(timer);
  }

  #knows(sessionId: string): boolean {
    for (const known of this.#asks.values()) if (known.sessionId === sessionId) return true;
    return false;
  }

  #notifyOfAskLater(ask: Ask, title: string): void {
    const { id, sessionId } = ask;
    const ageMs = Date.now() - Number(ask.createdMs);
    const notify = (): void => this.#notifyOfAsk(id, sessionId, title);
    const timer = setTimeout(notify, Math.max(0, this.#parts.delayMs - ageMs)).unref();
    this.#asks.set(id, { at: "waiting", sessionId, title, timer });
  }

  #notifyOfAsk(id: string, sessionId: string, title: string): void {
    const opened = this.#parts.opened(sessionId);
    const ask = opened?.openAsks.find((one) => one.id === id);
    if (opened === undefined || ask === undefined) return void this.#asks.delete(id);
    const ending = new AbortController();
    const notified = new Set<string>();
    this.#asks.set(id, { at: "notified", sessionId, title, devices: notified, ending });
    const createdMs = Number(ask.createdMs);
    const lifeMs = ask.deadlineMs > 0n ? Number(ask.deadlineMs) - Date.now() : Number.POSITIVE_INFINITY;
    const ttlSeconds = Math.max(1, Math.min(daySeconds, Math.ceil(lifeMs / 1000)));
    const signal = AbortSignal.any([ending.signal, this.#stopping.signal]);
    for (const device of this.#listening("asks", sessionId)) {
      // By a daemon before this one.
      if (device.notifiedMs >= createdMs) {
        notified.add(device.id);
        continue;
      }
      const message = askMessage(ask, opened.session, device.content);
      const options = { urgency: "high", ttlSeconds, signal, deviceChanges: { notifiedMs: createdMs } } as const;
      // From now on: what is cut off in the middle may have arrived.
      notified.add(device.id);
      this.#send(device, message, options, () => notified.delete(device.id));
    }
  }

  /** Somebody answered it, or it is over for another reason: what shows it says so. */
  #askEnded(id: string, known: KnownAsk): void {
    this.#asks.delete(id);
    if (known.at === "waiting") return clearTimeout(known.timer);
    known.ending.abort();
    const message = answeredMessage(id, known.sessionId, known.title);
    const options = { urgency: "normal", ttlSeconds: daySeconds, signal: this.#stopping.signal } as const;
    for (const device of this.#listening("asks", known.sessionId))
      if (known.devices.has(device.id) && !mustShowEvery(device)) this.#send(device, message, options);
  }

  #notifyOfEndLater(sessionId: string, outcome: string): void {
    clearTimeout(this.#ends.get(sessionId));
    const timer = setTimeout(() => this.#notifyOfEnd(sessionId, outcome), this.#parts.delayMs).unref();
    this.#ends.set(sessionId, timer);
  }

  #notifyOfEnd(sessionId: string, outcome: string): void {
    this.#ends.delete(sessionId);
    const session = this.#parts.opened(sessionId)?.session;
    // Whoever has given it something to do since knows.
    if (session === undefined || !resting.has(session.state)) return;
    const message = endMessage(session, outcome);
    const options = { urgency: "normal", ttlSeconds: daySeconds, signal: this.#stopping.signal } as const;
    for (const device of this.#listening(message.kind === "end" ? "ends" : "failures", sessionId))
      this.#send(device, message, options);
  }

  #listening(to: "asks" | "ends" | "failures", session: string): readonly PushRow[] {
    return this.#parts.devices.all.filter((device) => device[to] && this.#parts.maySee(device, session));
  }

  #send(device: PushRow, message: PushMessage, options: SendOptions, onFailed = (): void => {}): void {
    if (!this.#pace.take(device.id)) return onFailed();
    this.#parts.sender
      .send(device, message, options)
      .then(({ ok }) => ok || onFailed())
      .catch(this.#parts.failed);
  }
}

/** Apple ends the subscription of who sends messages that show nothing; a notification that was swept away cannot say so there. */
function mustShowEvery({ endpoint }: PushRow): boolean {
  return new URL(endpoint).hostname.endsWith(".push.apple.com");
}
