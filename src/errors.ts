/** What each code carries. Adding a row is an API change; messages are not API. */
export interface ErrorData {
  /** A daemon runs on this folder already. */
  already_running: { pid: number };
  /** The agent's executable is not there or cannot be started. */
  agent_not_found: { executable: string };
  /** The agent is there and its version is older than any that is supported. */
  incompatible_agent: { agent: string; version: string; minimum: string };
  /** Someone else is using it. */
  busy: { what: string };
  /** The peer withdrew its request; a handler's signal carries this. */
  cancelled: { requestId: string };
  /** The agent is gone. */
  closed: { exitCode: number | null; signal: string | null; stderr: string };
  /** The same call id came with another request, or the thing is no longer as the caller thinks. */
  conflict: { what: string };
  /** An option is outside what is allowed. */
  invalid_option: { option: string; allowed: string; found: string };
  /** The token does not have the role, or not for that folder. */
  forbidden: { role: "watch" | "prompt" | "approve" | "admin" };
  /** The folder that the agent is to work in is gone, or cannot be entered. */
  folder_not_found: { folder: string };
  /** The agent said something an adapter calls fatal; the session ends. */
  protocol_fatal: { word: string; adapter: string };
  /** The folder holds no recording, or one that was changed by hand. `line`: of `frames.ndjson`, from 1. */
  invalid_recording: { folder: string; line: number | undefined };
  /**
   * The setting `approvals.confirm` wants a passkey for it. `missing`: none was used; a browser uses one at `url`. `none_registered`:
   * one is registered there first. `refused`: what was sent does not count.
   */
  needs_passkey: { url: string; reason: "missing" | "none_registered" | "refused" };
  /** Nobody answers there. */
  no_daemon: { address: string };
  /** Nothing can be stored now; nothing that was acknowledged is lost. */
  no_storage: { reason: "full" | "read_only" | "failing" };
  not_found: { what: string; id: string };
  /** More events wait than `maxQueuedBytes` allows while a call waits for its answer; read the events. */
  overflow: { queuedBytes: number; maxQueuedBytes: number };
  /** The peer answered with an error; `reason` is its own text. */
  refused: { subtype: string; reason: string; errorCode: string | undefined };
  /** The side under test did not do what was recorded. `frame`: the line of `frames.ndjson`, from 1. Never holds content. */
  replay_mismatch: {
    reason: "differs" | "unexpected" | "missing";
    frame: number | undefined;
    path: string | undefined;
  };
  /** Events after the cursor are no longer kept; the log begins at `firstSeq`. */
  reset: { firstSeq: number };
  /** A wait ran out. */
  timeout: { waitingFor: string; afterMs: number };
  /** A value cannot be written as one JSON line. */
  unencodable: { reason: "too_deep" | "too_long" | "cyclic" | "not_json" };
  /** This agent version lacks what was asked for; nothing was sent. `since`: the first version that has it. */
  unsupported: { word: string; adapter: string; since: string | undefined };
  /** The database cannot be used as it is; nothing in it was changed. */
  unusable_database: { file: string; reason: "newer" | "damaged" | "foreign" | "leftover_log" | "inaccessible" };
  /** Somebody else appended, or the same was appended twice. */
  wrong_sequence: { session: string; expected: number; found: number };
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

/** Most wrong options are told in the same words. `found` is shown, so it must be no content and not long. */
export function invalidOption(option: string, allowed: string, found: string): BridleError<"invalid_option"> {
  return new BridleError("invalid_option", `${option} must be ${allowed}; found ${found}`, { option, allowed, found });
}

/** An error of any of these codes; switching on `code` types `data`. */
export type AnyBridleError<C extends ErrorCode = ErrorCode> = { [K in C]: BridleError<K> }[C];

/** True also for errors of another copy of this package. With a code, `data` is typed. */
export function isBridleError<C extends ErrorCode = ErrorCode>(error: unknown, code?: C): error is AnyBridleError<C> {
  if (!(error instanceof Error) || !(brand in error)) return false;
  return code === undefined || (error as BridleError).code === code;
}
