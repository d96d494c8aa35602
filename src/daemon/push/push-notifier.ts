import type { Ask } from "../../api/gen/bridle/v1/ask_pb.js";
import type { Session } from "../../api/gen/bridle/v1/session_pb.js";
import type { DueNotice } from "../notify/notice-fate.ts";
import type { Delivered, Recipient } from "../notify/recipient.ts";
import { TokenBuckets } from "../server/token-bucket.ts";
import type { NoticeRow } from "../store/notices-table.ts";
import type { AskTitle } from "../store/open-asks.ts";
import type { PushRow } from "../store/push-table.ts";
import type { PushDevices } from "./push-devices.ts";
import { answeredMessage, askMessage, endMessage, isWaitKind, type PushMessage, waitMessage } from "./push-message.ts";
import type { PushSender, SendOptions } from "./push-sender.ts";

interface NotifierParts {
  readonly devices: PushDevices;
  readonly sender: Pick<PushSender, "send">;
  /** Whether the login that made a device's subscription is still good, and the session is there for it. */
  readonly maySee: (device: PushRow, session: string) => boolean;
  readonly failed: (error: unknown) => void;
}

/** An ask that devices were notified of. */
interface KnownAsk {
  readonly sessionId: string;
  readonly title: string;
  readonly devices: Set<string>;
}

/** So many messages at once for each device, then one every half minute: an agent that asks without end is one nuisance. */
const burst = 20;
const perSecond = 1 / 30;
const daySeconds = 86_400;

/** The devices of Web Push as one recipient: each by its own switches, and what was answered is taken back. */
export class PushNotifier implements Recipient {
  readonly type = "push";
  readonly parallel = 50;
  readonly #parts: NotifierParts;
  readonly #asks = new Map<string, KnownAsk>();
  readonly #pace = new TokenBuckets(perSecond, burst);
  readonly #stopping = new AbortController();

  constructor(parts: NotifierParts) {
    this.#parts = parts;
  }

  /** Of a device that does not take it, the reason is kept, and it is not sent again. */
  async deliver({ notice, session, ask }: DueNotice, signal: AbortSignal): Promise<Delivered> {
    if (ask === undefined) await this.#notifyOfEnd(session, notice, signal);
    else await this.#notifyOfAsk(ask, session, signal);
    return signal.aborted ? { ok: false, why: "cut off", isFinal: false } : { ok: true };
  }

  /** An ask that an earlier daemon notified devices of. */
  known({ id: askId, sessionId, createdMs, title }: AskTitle): void {
    const devices = this.#listening("asks", sessionId).filter(({ notifiedMs }) => notifiedMs >= createdMs);
    const ids = new Set(devices.map(({ id }) => id));
    if (ids.size > 0) this.#asks.set(askId, { sessionId, title, devices: ids });
  }

  /** Whether there is anything to take back. */
  get hasKnown(): boolean {
    return this.#asks.size > 0;
  }

  /** Somebody answered an ask, or it is over for another reason: what shows it says so. */
  changed(sessionId: string, openAsks: readonly Ask[]): void {
    for (const [id, known] of this.#asks) {
      if (known.sessionId !== sessionId || openAsks.some((ask) => ask.id === id)) continue;
      this.#asks.delete(id);
      const message = answeredMessage(id, known.sessionId, known.title);
      const options = { urgency: "normal", ttlSeconds: daySeconds, signal: this.#stopping.signal } as const;
      for (const device of this.#listening("asks", known.sessionId))
        if (known.devices.has(device.id) && !mustShowEvery(device)) void this.#send(device, message, options);
    }
  }

  close(): void {
    this.#stopping.abort();
  }

  async #notifyOfAsk(ask: Ask, session: Session, signal: AbortSignal): Promise<void> {
    const notified = new Set<string>();
    this.#asks.set(ask.id, { sessionId: session.id, title: session.title, devices: notified });
    const createdMs = Number(ask.createdMs);
    const lifeMs = ask.deadlineMs > 0n ? Number(ask.deadlineMs) - Date.now() : Number.POSITIVE_INFINITY;
    const ttlSeconds = Math.max(1, Math.min(daySeconds, Math.ceil(lifeMs / 1000)));
    const options = { urgency: "high", ttlSeconds, signal, deviceChanges: { notifiedMs: createdMs } } as const;
    const sendTo = async (device: PushRow): Promise<void> => {
      // From now on: what is cut off in the middle may have arrived.
      notified.add(device.id);
      // By a daemon before this one.
      if (device.notifiedMs >= createdMs) return;
      if (!(await this.#send(device, askMessage(ask, session, device.content), options))) notified.delete(device.id);
    };
    await Promise.all(this.#listening("asks", session.id).map(sendTo));
  }

  async #notifyOfEnd(session: Session, { kind, outcome }: NoticeRow, signal: AbortSignal): Promise<void> {
    const message = isWaitKind(kind) ? waitMessage(session, kind) : endMessage(session, outcome);
    const options = { urgency: "normal", ttlSeconds: daySeconds, signal } as const;
    const devices = this.#listening(message.kind === "end" ? "ends" : "failures", session.id);
    await Promise.all(devices.map((device) => this.#send(device, message, options)));
  }

  #listening(to: "asks" | "ends" | "failures", session: string): readonly PushRow[] {
    return this.#parts.devices.all.filter((device) => device[to] && this.#parts.maySee(device, session));
  }

  /** Whether it went out. */
  async #send(device: PushRow, message: PushMessage, options: SendOptions): Promise<boolean> {
    if (!this.#pace.take(device.id)) return false;
    try {
      return (await this.#parts.sender.send(device, message, options)).ok;
    } catch (error) {
      this.#parts.failed(error);
      return false;
    }
  }
}

/** Apple ends the subscription of who sends messages that show nothing; a notification that was swept away cannot say so there. */
function mustShowEvery({ endpoint }: PushRow): boolean {
  return new URL(endpoint).hostname.endsWith(".push.apple.com");
}
