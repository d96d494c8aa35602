/** What the wire calls it. */
export type FailureKind =
  | "rate_limit"
  | "server_error"
  | "overloaded"
  | "authentication_failed"
  | "model_not_found"
  | "invalid_request"
  | "max_output_tokens"
  | "unknown";

export interface FailureFacts {
  readonly kind: FailureKind;
  /** Of the HTTP answer; null when there was none. */
  readonly status: number | null;
  /** The API's own word, such as `rate_limit_error`. */
  readonly type?: string;
  /** How the API calls the request that failed. */
  readonly requestId?: string;
  readonly retryable: boolean;
  /** When the API says how long to wait. */
  readonly retryAfterMs?: number;
}

/** The model gave no answer, or not the whole of it. The message is the API's, for a person to read. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
  readonly facts: FailureFacts;

  constructor(message: string, facts: FailureFacts) {
    super(message);
    this.facts = facts;
  }
}
