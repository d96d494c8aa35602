import { pause } from "../../api/lost-connection.ts";
import { isAccepted, mayRetry as mayRetryPost, type PostAnswer } from "../notify/post-request.ts";
import type { PushRow } from "../store/push-table.ts";
import { type PushSource, postPush } from "./post-push.ts";
import type { PushDevices } from "./push-devices.ts";
import { encodePush, type PushMessage, topicOf } from "./push-message.ts";

export interface SendOptions {
  readonly urgency: "low" | "normal" | "high";
  readonly ttlSeconds: number;
  /** Nobody needs it any more. */
  readonly signal: AbortSignal;
  /** Stored of the device once the push service has the message. */
  readonly deviceChanges?: Partial<Pick<PushRow, "notifiedMs">>;
  /** How often it is tried again, and the first wait; each is four times the one before. */
  readonly retries?: number;
  readonly firstWaitMs?: number;
}

type Sent = { readonly ok: true } | { readonly ok: false; readonly why: string };

const retries = 3;
const firstWaitMs = 1000;
const maxWaitMs = 60_000;

/** Sends to devices, and keeps what became of it. A device whose subscription is over is forgotten. */
export class PushSender {
  readonly #devices: PushDevices;
  readonly #source: () => Promise<PushSource>;
  readonly #failed: (why: string, host: string) => void;

  /** `source`: asked for when the first message goes out. `failed`: for the log. */
  constructor(
    devices: PushDevices,
    source: () => Promise<PushSource>,
    failed: (why: string, host: string) => void = () => {},
  ) {
    this.#devices = devices;
    this.#source = source;
    this.#failed = failed;
  }

  /** Resolves when the push service has taken it or it is given up. */
  async send(device: PushRow, message: PushMessage, options: SendOptions): Promise<Sent> {
    const answer = await this.#post(device, message, options);
    if (options.signal.aborted) return { ok: false, why: "no longer needed" };
    if (isAccepted(answer)) {
      await this.#devices.change(device.id, { sentMs: Date.now(), failure: "", ...options.deviceChanges });
      return { ok: true };
    }
    const why = failureOf(answer);
    this.#failed(why, hostOf(device));
    if (isUnsubscribed(answer)) await this.#devices.remove(device.id);
    else await this.#devices.change(device.id, { failure: why });
    return { ok: false, why };
  }

  async #post(device: PushRow, message: PushMessage, options: SendOptions): Promise<PostAnswer> {
    const { urgency, ttlSeconds, signal } = options;
    const source = await this.#source();
    const post = { device, payload: encodePush(message), topic: topicOf(message.tag), urgency, ttlSeconds };
    for (let left = options.retries ?? retries, waitMs = options.firstWaitMs ?? firstWaitMs; ; left--, waitMs *= 4) {
      const answer = await postPush(post, source, signal);
      if (!mayRetry(answer) || left <= 0 || signal.aborted) return answer;
      const asked = "retryAfterMs" in answer ? (answer.retryAfterMs ?? 0) : 0;
      await pause(Math.min(maxWaitMs, Math.max(waitMs, asked)), signal);
    }
  }
}

export function hostOf({ endpoint }: Pick<PushRow, "endpoint">): string {
  return URL.parse(endpoint)?.host ?? "";
}

/** The browser unsubscribed, or its user removed it. */
function isUnsubscribed(answer: PostAnswer): boolean {
  return "status" in answer && (answer.status === 404 || answer.status === 410);
}

/** A name that leads into the network does so the next time, too. */
function mayRetry(answer: PostAnswer): boolean {
  return mayRetryPost(answer) && !("error" in answer && answer.error === "EPRIVATE");
}

function failureOf(answer: PostAnswer): string {
  if ("status" in answer)
    return isUnsubscribed(answer) ? "the browser ended its subscription" : `the push service answered ${answer.status}`;
  return answer.error === "EPRIVATE"
    ? "the push service has no public address"
    : `the push service was not reached (${answer.error})`;
}
