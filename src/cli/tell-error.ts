import { type ErrorCode, isBridleError } from "../errors.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { jsonLine, plain } from "./output.ts";
import { deadlineExceeded, isRpcError } from "./rpc-error.ts";

/** What each error means to a script. What is not here is 1: it was tried and failed. */
const codes: { readonly [C in ErrorCode]?: ExitCode } = {
  agent_not_found: exitCodes.agentNotFound,
  already_running: exitCodes.configOrVersion,
  busy: exitCodes.configOrVersion,
  invalid_option: exitCodes.configOrVersion,
  no_daemon: exitCodes.noDaemon,
  not_found: exitCodes.usage,
  refused: exitCodes.refused,
  unusable_database: exitCodes.configOrVersion,
};

/** Tells on stderr what went wrong, as JSON where JSON was asked for. */
export function tellError(error: unknown, argv: readonly string[]): ExitCode {
  if (isRpcError(error)) {
    const { code, exit, message = error.rawMessage } = rpcErrors[error.code] ?? { code: `rpc_${error.code}` };
    return tell(code, message, exit, argv);
  }
  if (!isBridleError(error)) throw error;
  return tell(error.code, error.message, codes[error.code], argv);
}

function tell(code: string, message: string, exit: ExitCode = exitCodes.turnFailed, argv: readonly string[]): ExitCode {
  const json = argv.includes("--json");
  process.stderr.write(json ? `${jsonLine({ error: { code, message } })}\n` : `bridle: ${plain(message)}\n`);
  return exit;
}

const rpcErrors: { readonly [code: number]: RpcRow } = {
  [deadlineExceeded]: {
    code: "deadline_exceeded",
    exit: exitCodes.noDaemon,
    message: "the daemon is there and does not answer; bridle daemon logs may say why, bridle daemon stop ends it",
  },
  7: { code: "permission_denied", exit: exitCodes.refused },
  16: { code: "unauthenticated", exit: exitCodes.refused },
};

/** By gRPC's numbers: the client is not loaded for a message. */
interface RpcRow {
  readonly code: string;
  readonly exit?: ExitCode;
  readonly message?: string;
}
