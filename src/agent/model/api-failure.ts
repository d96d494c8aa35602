import { type FailureKind, ModelFailure } from "./model-failure.ts";

/** How an API said that it failed. */
interface ApiError {
  /** Null when the answer had begun, or never came. */
  readonly status: number | null;
  readonly type?: string | undefined;
  readonly message: string;
  readonly headers?: { get(name: string): string | null } | undefined;
  /** When it is known better than the status and the headers tell. */
  readonly retryable?: boolean | undefined;
}

const kindOfStatus: { readonly [status: number]: FailureKind } = {
  400: "invalid_request",
  401: "authentication_failed",
  403: "authentication_failed",
  404: "model_not_found",
  413: "invalid_request",
  429: "rate_limit",
  529: "overloaded",
};

const kindOfType: { readonly [type: string]: FailureKind } = {
  api_error: "server_error",
  authentication_error: "authentication_failed",
  invalid_request_error: "invalid_request",
  not_found_error: "model_not_found",
  overloaded_error: "overloaded",
  permission_error: "authentication_failed",
  rate_limit_error: "rate_limit",
  request_too_large: "invalid_request",
  server_error: "server_error",
};

const passing: ReadonlySet<FailureKind> = new Set(["rate_limit", "server_error", "overloaded", "unknown"]);

export function apiFailure({ status, type, message, headers, retryable }: ApiError): ModelFailure {
  const kind = kindOf(status, type);
  const retryAfterMs = readRetryAfter(headers);
  const requestId = headers?.get("request-id") ?? undefined;
  return new ModelFailure(message, {
    kind,
    status,
    ...(type !== undefined && { type }),
    ...(requestId !== undefined && { requestId }),
    retryable: retryable ?? readShouldRetry(headers) ?? isRetryable(status, kind),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** The API was not reached, or its answer broke off. */
export function connectionFailure(message: string, cause?: unknown): ModelFailure {
  const code = codeOf(cause);
  const facts = { kind: "unknown", status: null, retryable: true } as const;
  const failure = new ModelFailure(code === undefined ? message : `${message} (${code})`, facts);
  if (cause !== undefined) failure.cause = cause;
  return failure;
}

/** What `fetch` throws when there is no connection, or none any more; a mistake of ours has no cause. */
export function isFetchFailure(error: unknown): boolean {
  return error instanceof TypeError && error.cause !== undefined;
}

/** `ECONNREFUSED` and the like; `fetch` wraps what has it. */
function codeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string") return at.code;
  }
  return undefined;
}

function kindOf(status: number | null, type: string | undefined): FailureKind {
  const byStatus = status === null ? undefined : (kindOfStatus[status] ?? (status >= 500 ? "server_error" : undefined));
  return byStatus ?? kindOfType[type ?? ""] ?? "unknown";
}

function isRetryable(status: number | null, kind: FailureKind): boolean {
  if (status === null) return passing.has(kind);
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

function readShouldRetry(headers: ApiError["headers"]): boolean | undefined {
  const value = headers?.get("x-should-retry");
  return value === "true" || value === "false" ? value === "true" : undefined;
}

/** Seconds or a date, as HTTP has it; or milliseconds in a header of Anthropic's own. */
function readRetryAfter(headers: ApiError["headers"]): number | undefined {
  const milliseconds = headers?.get("retry-after-ms") ?? "";
  const after = headers?.get("retry-after") ?? "";
  const ms = readNumber(milliseconds) ?? (readNumber(after) ?? Number.NaN) * 1_000;
  const wait = Number.isNaN(ms) ? Date.parse(after) - Date.now() : ms;
  return wait >= 0 ? wait : undefined;
}

function readNumber(value: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
}
