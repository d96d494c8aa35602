import { type PostAnswer, postRequest } from "../notify/post-request.ts";
import type { PushRow } from "../store/push-table.ts";
import { checkEndpoint, isPrivateHost, publicLookup } from "./push-endpoint.ts";
import type { PushKeys } from "./push-keys.ts";

/** One message for one device. */
interface PushPost {
  readonly device: Pick<PushRow, "endpoint" | "p256dh" | "auth">;
  readonly payload: Buffer;
  readonly topic: string;
  readonly urgency: "low" | "normal" | "high";
  /** How long the push service keeps it for a device that cannot be reached. */
  readonly ttlSeconds: number;
}

export interface PushSource {
  readonly keys: PushKeys;
  /** `mailto:` or `https:`. */
  readonly contact: string;
  readonly privateHosts: readonly string[];
}

/** Encrypts, signs and sends. Rejects with `invalid_option` for an endpoint that is not allowed. */
export async function postPush(post: PushPost, source: PushSource, signal: AbortSignal): Promise<PostAnswer> {
  const url = checkEndpoint(post.device.endpoint, source.privateHosts);
  const { headers, body } = await sealed(post, source, url);
  const isPrivate = isPrivateHost(url, source.privateHosts);
  return postRequest({ url, headers, body, ...(!isPrivate && { lookup: publicLookup }) }, signal);
}

async function sealed({ device, payload, topic, urgency, ttlSeconds }: PushPost, source: PushSource, url: URL) {
  const { default: webPush } = await import("web-push");
  const { publicKey, privateKey } = source.keys;
  const keys = { p256dh: base64url(device.p256dh), auth: base64url(device.auth) };
  const { headers, body } = webPush.generateRequestDetails({ endpoint: url.href, keys }, payload, {
    TTL: ttlSeconds,
    topic,
    urgency,
    // Made below: the library would parse the address in a way that Node warns of.
    vapidDetails: null as never,
  });
  const signed = webPush.getVapidHeaders(url.origin, source.contact, publicKey, privateKey, "aes128gcm");
  return { headers: { ...headers, ...signed }, body };
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
