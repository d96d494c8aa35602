/** What each code carries. Adding a row is an API change; messages are not API. */
export interface ErrorData {
  /** The agent's executable is not there or cannot be started. */
  agent_not_found: { executable: string };
  /** An option is outside what is allowed. */
  invalid_option: { option: string; allowed: string; found: string };
  /** The agent said something an adapter calls fatal; the session ends. */
  protocol_fatal: { word: string; adapter: string };
  /** A wait ran out. */
  timeout: { waitingFor: string; afterMs: number };
  /** A value cannot be written as one JSON line. */
  unencodable: { reason: "too_deep" | "cyclic" | "not_json" };
  /** This agent version lacks what was asked for; nothing was sent. `since`: the first version that has it. */
  unsupported: { word: string; adapter: string; since: string | undefined };
}

export type ErrorCode = keyof ErrorData;

const brand: unique symbol = Symbol.for("bridle.error") as never;

/** Everything this package throws. Switch on `code`. */
export class BridleError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "BridleError";
  readonly [brand] = true;
  readonly code: C;
  readonly data: ErrorData[C];

  constructor(code: C, message: string, data: ErrorData[C]) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** True also for errors of another copy of this package. With a code, `data` is typed. */
export function isBridleError<C extends ErrorCode = ErrorCode>(error: unknown, code?: C): error is BridleError<C> {
  if (!(error instanceof Error) || !(brand in error)) return false;
  return code === undefined || (error as BridleError).code === code;
}
