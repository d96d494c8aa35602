import { Code, ConnectError } from "@connectrpc/connect";
import { type AnyBridleError, BridleError, type ErrorCode, type ErrorData, isBridleError } from "../errors.ts";
import { ErrorDetailSchema } from "./gen/bridle/v1/error_pb.js";

/** How each of our codes looks to a client that knows only gRPC's. Ours goes along as a detail. */
const rpcCodes: { readonly [C in ErrorCode]: Code } = {
  already_running: Code.AlreadyExists,
  agent_not_found: Code.FailedPrecondition,
  busy: Code.FailedPrecondition,
  cancelled: Code.Canceled,
  closed: Code.Unavailable,
  conflict: Code.Aborted,
  forbidden: Code.PermissionDenied,
  incompatible_agent: Code.FailedPrecondition,
  folder_not_found: Code.FailedPrecondition,
  invalid_option: Code.InvalidArgument,
  invalid_recording: Code.DataLoss,
  needs_passkey: Code.PermissionDenied,
  no_daemon: Code.Unavailable,
  no_storage: Code.ResourceExhausted,
  not_found: Code.NotFound,
  overflow: Code.ResourceExhausted,
  protocol_fatal: Code.Internal,
  refused: Code.FailedPrecondition,
  replay_mismatch: Code.Internal,
  reset: Code.OutOfRange,
  timeout: Code.DeadlineExceeded,
  unencodable: Code.InvalidArgument,
  unsupported: Code.Unimplemented,
  unusable_database: Code.Internal,
  wrong_sequence: Code.Aborted,
};

/** What a client gets for an error of the daemon. What is not ours stays behind: its text could hold anything. */
export function toConnectError(error: unknown): ConnectError {
  if (error instanceof ConnectError) return error;
  if (!isBridleError(error)) return new ConnectError("internal error", Code.Internal, undefined, undefined, error);
  const detail = { desc: ErrorDetailSchema, value: { code: error.code, dataJson: errorDataJson(error) } };
  return new ConnectError(cut(error.message), rpcCodes[error.code] ?? Code.Unknown, undefined, [detail], error);
}

/** What an error carries, as JSON that fits. */
export function errorDataJson({ data }: AnyBridleError): string {
  return JSON.stringify(data, (_, value: unknown) => (typeof value === "string" ? cut(value) : value));
}

/** Errors travel as headers, twice over, and some clients take no more than 16 KiB of them; an error may quote what a client sent. */
const maxText = 1000;

function cut(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText - 1).toWellFormed()}…` : text;
}

/** The error as the daemon threw it, or as it came where it is none of ours. */
export function fromConnectError(error: unknown): unknown {
  if (!(error instanceof ConnectError)) return error;
  const [detail] = error.findDetails(ErrorDetailSchema);
  if (detail === undefined || !Object.hasOwn(rpcCodes, detail.code)) return error;
  return readDetail(detail.code as ErrorCode, error.rawMessage, detail.dataJson);
}

function readDetail(code: ErrorCode, message: string, dataJson: string): AnyBridleError {
  return new BridleError(code, message, parsed(dataJson)) as AnyBridleError;
}

function parsed(json: string): ErrorData[ErrorCode] {
  try {
    return JSON.parse(json) as ErrorData[ErrorCode];
  } catch {
    return {} as ErrorData[ErrorCode];
  }
}
