import { type ErrorCode, isBridleError } from "../errors.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { plain } from "./output.ts";

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
  if (isOfRpc(error)) return tell(rpcName(error.code), error.rawMessage, rpcExits[error.code], argv);
  if (!isBridleError(error)) throw error;
  return tell(error.code, error.message, codes[error.code], argv);
}

function tell(code: string, message: string, exit: ExitCode = exitCodes.turnFailed, argv: readonly string[]): ExitCode {
  const json = argv.includes("--json");
  process.stderr.write(json ? `${JSON.stringify({ error: { code, message } })}\n` : `bridle: ${plain(message)}\n`);
  return exit;
}

/** An error that the server made before any code of ours saw the call. */
interface RpcError extends Error {
  readonly name: "ConnectError";
  readonly code: number;
  readonly rawMessage: string;
}

function isOfRpc(error: unknown): error is RpcError {
  return error instanceof Error && error.name === "ConnectError";
}

const unauthenticated = 16;
const permissionDenied = 7;

const rpcExits: { readonly [code: number]: ExitCode } = {
  [unauthenticated]: exitCodes.refused,
  [permissionDenied]: exitCodes.refused,
};

function rpcName(code: number): string {
  return code === unauthenticated ? "unauthenticated" : `rpc_${code}`;
}
