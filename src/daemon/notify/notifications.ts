import type { Session } from "../../api/gen/bridle/v1/session_pb.js";
import { BridleError } from "../../errors.ts";
import { noticeKinds, type TargetSetting } from "../config/notification-settings.ts";
import type { Settings } from "../config/settings.ts";
import type { CommitFacts } from "../session/session-deps.ts";
import type { Sessions } from "../session/sessions.ts";
import { addNotice, buryStrays, withdrawAskNotices, withdrawEndNotices } from "../store/notices-table.ts";
import type { Store } from "../store/store.ts";
import type { Work } from "../store/work.ts";
import type { Logger } from "../telemetry/logger.ts";
import { AnswerLinks } from "./answer-links.ts";
import { type DeliveryParts, DeliveryQueue } from "./delivery-queue.ts";
import type { DueNotice } from "./notice-fate.ts";
import { noticeMessage } from "./notice-message.ts";
import { type NoticeWish, planNotices } from "./notice-plan.ts";
import { occasionsOf } from "./occasions-of.ts";
import type { Delivered, Recipient } from "./recipient.ts";
import { sendToTarget } from "./send-to-target.ts";
import { targetSecret, targetUrl } from "./target-secrets.ts";

export interface NotificationParts {
  readonly store: Store;
  readonly sessions: Pick<Sessions, "opened" | "onSessionChanged">;
  /** The devices of Web Push. */
  readonly push: { readonly recipient: Recipient; readonly hasDevices: boolean; readonly delayMs: number };
  readonly settings: Settings;
  readonly env: NodeJS.ProcessEnv;
  readonly linkKeyFile: string;
  /** Where the page is. Empty: nowhere yet. */
  readonly pageUrl: () => string;
  readonly telemetry: { readonly notified: DeliveryParts["counted"]; readonly log: Pick<Logger, "error"> };
}

const allKinds: ReadonlySet<(typeof noticeKinds)[number]> = new Set(noticeKinds);

/**
 * Word that reaches people: what is stored with an event becomes a message to each recipient, when nobody has reacted for a
 * while. The targets of the settings and the devices of Web Push are recipients alike.
 */
export class Notifications {
  readonly targets: readonly TargetSetting[];
  readonly links: AnswerLinks;
  readonly #parts: NotificationParts;
  readonly #queues: ReadonlyMap<string, DeliveryQueue>;
  readonly #stopListening: () => void;
  #hasNew = false;

  /** Throws `invalid_option` for a target whose address or secret cannot be read. */
  constructor(parts: NotificationParts) {
    const { settings, env, store, sessions, telemetry } = parts;
    this.#parts = parts;
    this.targets = settings.notifications.targets;
    this.links = new AnswerLinks({
      keyFile: parts.linkKeyFile,
      lifeMs: settings.notifications.linkLifeMs,
      mayAnswer: (name) => this.targets.some((target) => target.name === name && target.answer_link === true),
    });
    for (const target of this.targets) if (target.type !== "command") checkTarget(target, env);
    const recipients = new Map<string, Recipient>([["push", parts.push.recipient]]);
    for (const target of this.targets) recipients.set(target.name, this.#recipient(target));
    const queueParts: DeliveryParts = {
      store,
      opened: (id) => sessions.opened(id),
      counted: (...what) => telemetry.notified(...what),
      failed: (error) => telemetry.log.error("notification failed", error),
    };
    this.#queues = new Map(
      [...recipients].map(([name, recipient]) => [name, new DeliveryQueue(name, recipient, queueParts)]),
    );
    this.#stopListening = sessions.onSessionChanged(({ session, deleted }) => this.#changed(session, deleted));
  }

  /** What is stored with a session's commit, so that no notice is lost or made twice. */
  works({ session, lastSeq, timeMs, drafts, effects }: CommitFacts): Work[] {
    const wishes = this.#wishes();
    if (wishes.length === 0) return [];
    const works = occasionsOf(drafts, effects).flatMap((occasion) => {
      if (occasion.kind === "ask_over") return [withdrawAskNotices(session, occasion.askId)];
      const planned = planNotices(occasion, wishes, { session, seq: lastSeq, timeMs }).map(addNotice);
      return "askId" in occasion ? planned : [withdrawEndNotices(session), ...planned];
    });
    if (works.length > 0) this.#hasNew = true;
    return works;
  }

  /** Goes on with what an earlier daemon left. */
  async begin(): Promise<void> {
    await this.#parts.store.write(buryStrays([...this.#queues.keys()], "the settings have no such target any more"));
    for (const queue of this.#queues.values()) queue.look();
  }

  /** One message, now. Throws `not_found`. */
  test(name: string, signal: AbortSignal): Promise<Delivered> {
    const target = this.targets.find((one) => one.name === name);
    if (target === undefined)
      throw new BridleError("not_found", `the settings have no target ${name}: see notifications.targets`, {
        what: "target",
        id: name,
      });
    const base = this.#base();
    const message = {
      id: `test:${Date.now()}`,
      kind: "test",
      created_ms: Date.now(),
      ...(base !== "" && { url: base }),
    };
    return sendToTarget(target, message, this.#parts.env, signal);
  }

  /** Queues were changed by hand. */
  retry(): void {
    for (const queue of this.#queues.values()) queue.unpause();
  }

  close(): void {
    this.#stopListening();
    for (const queue of this.#queues.values()) queue.close();
  }

  #wishes(): NoticeWish[] {
    const { push, settings } = this.#parts;
    const wishes: NoticeWish[] = [];
    if (push.hasDevices) wishes.push({ recipient: "push", on: allKinds, delayMs: push.delayMs, askDelayMs: 0 });
    let askDelayMs = 0;
    for (const { name, on = noticeKinds, escalate_after_ms } of this.targets) {
      wishes.push({ recipient: name, on: new Set(on), delayMs: settings.notifications.delayMs, askDelayMs });
      askDelayMs = escalate_after_ms === undefined ? 0 : askDelayMs + escalate_after_ms;
    }
    return wishes;
  }

  #changed(session: Session, isDeleted: boolean): void {
    const open = new Set(isDeleted ? [] : this.#parts.sessions.opened(session.id)?.openAsks.map(({ id }) => id));
    for (const queue of this.#queues.values()) {
      queue.withdraw(session.id, (askId) => open.has(askId));
      if (this.#hasNew) queue.look();
    }
    this.#hasNew = false;
  }

  #recipient(target: TargetSetting): Recipient {
    return {
      type: target.type,
      parallel: 1,
      deliver: (due, signal) => sendToTarget(target, this.#message(target, due), this.#parts.env, signal),
    };
  }

  #message({ name, content = "none", answer_link = false }: TargetSetting, due: DueNotice) {
    const { ask } = due;
    const base = this.#base();
    const link = answer_link && ask !== undefined ? this.links.make(ask.id, name) : undefined;
    const answerUrl = link === undefined || base === "" ? undefined : new URL(`answer?link=${link}`, base).href;
    const needsPasskey = this.#parts.settings.approvals.confirm === "passkey";
    return noticeMessage(due, { content, base, answerUrl, needsPasskey });
  }

  #base(): string {
    const base = this.#parts.settings.daemon.publicUrl || this.#parts.pageUrl();
    return base === "" || base.endsWith("/") ? base : `${base}/`;
  }
}

/** What is wrong with a target is told at the start, and not when the first ask waits. */
function checkTarget(target: TargetSetting, env: NodeJS.ProcessEnv): void {
  targetUrl(target, env);
  targetSecret(target, env);
}
