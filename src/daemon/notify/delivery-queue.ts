import type { Ask } from "../../api/gen/bridle/v1/ask_pb.js";
import type { Session } from "../../api/gen/bridle/v1/session_pb.js";
import { TokenBuckets } from "../server/token-bucket.ts";
import { dueNotices, type NoticeRow, nextNoticeMs, removeNotice, updateNotice } from "../store/notices-table.ts";
import type { Store } from "../store/store.ts";
import { noticeFate } from "./notice-fate.ts";
import type { Delivered, Recipient } from "./recipient.ts";
import { maxAttempts, retryDelayMs } from "./retry-time.ts";

export interface DeliveryParts {
  readonly store: Pick<Store, "read" | "write">;
  readonly opened: (sessionId: string) => { readonly session: Session; readonly openAsks: readonly Ask[] } | undefined;
  /** For figures and the log. `ms`: since it was due. */
  readonly counted: (type: string, result: "sent" | "failed" | "dead" | "withdrawn", ms: number) => void;
  readonly failed: (error: unknown) => void;
}

/** A notice that has to wait for a session's start is looked at again so soon. */
const laterMs = 2000;
/** A timer of Node waits for less than 25 days; a clock may be set meanwhile. */
const maxWaitMs = 3_600_000;
const paceMs = 1000;

/**
 * What one recipient is still to be notified of. The queue is what is stored: a notice leaves it when the recipient has
 * taken it, so whatever ends the daemon, it is sent at least once. One that failed holds up those behind it.
 */
export class DeliveryQueue {
  readonly #name: string;
  readonly #recipient: Recipient;
  readonly #parts: DeliveryParts;
  readonly #sending = new Map<string, { readonly notice: NoticeRow; readonly over: AbortController }>();
  readonly #pace = new TokenBuckets(1000 / paceMs, 20);
  readonly #stopping = new AbortController();
  #pausedUntilMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(name: string, recipient: Recipient, parts: DeliveryParts) {
    this.#name = name;
    this.#recipient = recipient;
    this.#parts = parts;
  }

  /** There may be something to do. */
  look(): void {
    clearTimeout(this.#timer);
    const free = this.#recipient.parallel - this.#sending.size;
    if (this.#stopping.signal.aborted || free <= 0) return;
    const nowMs = Date.now();
    if (this.#pausedUntilMs > nowMs) return this.#lookAt(this.#pausedUntilMs);
    const { store } = this.#parts;
    const due = store.read(dueNotices(this.#name, nowMs, free + this.#sending.size));
    const fresh = due.filter(({ id }) => !this.#sending.has(id)).slice(0, free);
    for (const notice of fresh) void this.#send(notice);
    const next = fresh.length < free ? store.read(nextNoticeMs(this.#name, nowMs)) : undefined;
    if (next !== undefined) this.#lookAt(next);
  }

  /** Nobody has to know of these asks any more. */
  withdraw(sessionId: string, isOpen: (askId: string) => boolean): void {
    for (const { notice, over } of this.#sending.values())
      if (notice.session === sessionId && notice.ask !== "" && !isOpen(notice.ask)) over.abort();
  }

  /** It is tried at once, however often it failed. */
  unpause(): void {
    this.#pausedUntilMs = 0;
    this.look();
  }

  close(): void {
    this.#stopping.abort();
    clearTimeout(this.#timer);
  }

  #lookAt(atMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.look(), Math.min(maxWaitMs, Math.max(1, atMs - Date.now()))).unref();
  }

  async #send(notice: NoticeRow): Promise<void> {
    const over = new AbortController();
    this.#sending.set(notice.id, { notice, over });
    try {
      await this.#settle(notice, over.signal);
    } catch (error) {
      // Nothing can be stored: the daemon is ending, and the next one goes on.
      if (!this.#stopping.signal.aborted) this.#parts.failed(error);
    } finally {
      this.#sending.delete(notice.id);
      // Not from within `look`: what needs no request is settled by then.
      if (!this.#stopping.signal.aborted) this.#lookAt(0);
    }
  }

  async #settle(notice: NoticeRow, over: AbortSignal): Promise<void> {
    const { store, opened, counted } = this.#parts;
    const fate = noticeFate(notice, opened(notice.session));
    if (fate === "later") return store.write(updateNotice({ ...notice, dueMs: Date.now() + laterMs }));
    const lateMs = Date.now() - notice.dueMs;
    if (fate === "withdraw") {
      counted(this.#recipient.type, "withdrawn", lateMs);
      return store.write(removeNotice(notice));
    }
    if (!this.#pace.take("")) this.#pausedUntilMs = Date.now() + paceMs;
    const delivered = await this.#recipient.deliver(fate.send, AbortSignal.any([over, this.#stopping.signal]));
    if (this.#stopping.signal.aborted && !delivered.ok) return;
    if (over.aborted && !delivered.ok) {
      counted(this.#recipient.type, "withdrawn", lateMs);
      return store.write(removeNotice(notice));
    }
    if (!delivered.ok) return this.#retry(notice, delivered);
    counted(this.#recipient.type, "sent", lateMs);
    await store.write(removeNotice(notice));
  }

  #retry(notice: NoticeRow, { why, isFinal, retryAfterMs }: Extract<Delivered, { ok: false }>): Promise<void> {
    const attempts = notice.attempts + 1;
    const isDead = isFinal || attempts >= maxAttempts;
    const nowMs = Date.now();
    const dueMs = isDead ? nowMs : nowMs + retryDelayMs(attempts, Math.random(), retryAfterMs);
    if (!isDead) this.#pausedUntilMs = dueMs;
    this.#parts.counted(this.#recipient.type, isDead ? "dead" : "failed", nowMs - notice.dueMs);
    return this.#parts.store.write(updateNotice({ ...notice, attempts, isDead, error: why, dueMs }));
  }
}
