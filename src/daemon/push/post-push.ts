import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
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

/** What the push service said. `error`: no answer, with the system's word for it. */
export type PushAnswer =
  | { readonly status: number; readonly retryAfterMs: number | undefined }
  | { readonly error: string };

const timeoutMs = 15_000;

/** Encrypts, signs and sends. Redirects are not followed. Rejects with `invalid_option` for an endpoint that is not allowed. */
export async function postPush(post: PushPost, source: PushSource, signal: AbortSignal): Promise<PushAnswer> {
  const url = checkEndpoint(post.device.endpoint, source.privateHosts);
  const { headers, body } = await sealed(post, source, url);
  const request = url.protocol === "http:" ? requestHttp : requestHttps;
  const isPrivate = isPrivateHost(url, source.privateHosts);
  const { promise, resolve } = Promise.withResolvers<PushAnswer>();
  const sent = request(url, {
    method: "POST",
    headers,
    agent: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    ...(!isPrivate && { lookup: publicLookup }),
  });
  sent.on("error", (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? error.name }));
  sent.on("response", (response) => {
    resolve({ status: response.statusCode ?? 0, retryAfterMs: secondsOf(response.headers["retry-after"]) });
    // What it says is nobody's to read.
    response.destroy();
  });
  sent.end(body);
  return promise;
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

function secondsOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;
}
