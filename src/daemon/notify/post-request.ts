import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";

interface Post {
  readonly url: URL;
  readonly headers: { readonly [name: string]: string | number };
  readonly body: Buffer | string;
  /** Which addresses of a name may be connected to; all, where it is left out. */
  readonly lookup?: LookupFunction;
}

/** What the other side said. `error`: no answer, with the system's word for it. */
export type PostAnswer =
  | { readonly status: number; readonly retryAfterMs: number | undefined }
  | { readonly error: string };

const timeoutMs = 15_000;

/** One POST. Redirects are not followed, and what is answered is not read: only its status counts. */
export function postRequest({ url, headers, body, lookup }: Post, signal: AbortSignal): Promise<PostAnswer> {
  const request = url.protocol === "http:" ? requestHttp : requestHttps;
  const { promise, resolve } = Promise.withResolvers<PostAnswer>();
  const sent = request(url, {
    method: "POST",
    headers: { ...headers },
    agent: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    ...(lookup !== undefined && { lookup }),
  });
  sent.on("error", (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? error.name }));
  sent.on("response", (response) => {
    resolve({ status: response.statusCode ?? 0, retryAfterMs: secondsOf(response.headers["retry-after"]) });
    response.destroy();
  });
  sent.end(body);
  return promise;
}

/** Whether another try may end better. */
export function mayRetry(answer: PostAnswer): boolean {
  return "error" in answer || [408, 425, 429].includes(answer.status) || answer.status >= 500;
}

export function isAccepted(answer: PostAnswer): boolean {
  return "status" in answer && answer.status >= 200 && answer.status < 300;
}

function secondsOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;
}
