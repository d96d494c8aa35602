import type { ScriptedError } from "./script.ts";

/** A scripted error with everything an API says of one. */
export interface ErrorAnswer {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly headers: { readonly [name: string]: string };
}

export function errorAnswer(error: ScriptedError): ErrorAnswer {
  const { status, type = "api_error", message = "scripted error", retryAfter, shouldRetry } = error;
  const headers = {
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    ...(shouldRetry !== undefined && { "x-should-retry": String(shouldRetry) }),
  };
  return { status, type, message, headers };
}
