import { type AnyBridleError, type ErrorCode, isBridleError } from "../errors.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { jsonLine, plain } from "./output.ts";
import { deadlineExceeded, isRpcError } from "./rpc-error.ts";

/** What each error means to a script. What is not here is 1: it was tried and failed. */
const codes: { readonly [C in ErrorCode]?: ExitCode } = {
  agent_not_found: exitCodes.agentNotFound,
  already_running: exitCodes.configOrVersion,
  busy: exitCodes.configOrVersion,
  forbidden: exitCodes.refused,
  incompatible_agent: exitCodes.configOrVersion,
  needs_passkey: exitCodes.refused,
  no_daemon: exitCodes.noDaemon,
  not_found: exitCodes.usage,
  refused: exitCodes.refused,
  unusable_database: exitCodes.configOrVersion,
};

/** Tells on stderr what went wrong, as JSON where JSON was asked for. */
export function printError(error: unknown, argv: readonly string[]): ExitCode {
  if (isRpcError(error)) {
    const row: RpcRow = rpcErrors[error.code] ?? { code: `rpc_${error.code}` };
    const { code, exit, message = error.rawMessage, todo } = row;
    return print(code, todo === undefined ? message : `${message}; ${todo}`, exit, argv);
  }
  if (isBridleError(error)) return print(error.code, inUsersWords(error), exitOf(error), argv);
  // A file that is not there, a folder that may not be written.
  if (isSystemError(error)) return print(error.code.toLowerCase(), error.message, exitCodes.turnFailed, argv);
  throw error;
}

/** What a person gave with the command, not with the settings. */
const ofCommandLine: ReadonlySet<string> = new Set([
  ...[
    "address",
    "context",
    "cwd",
    "file",
    "input_json",
    "model",
    "name",
    "permission_mode",
    "prompt",
    "query",
    "resume_agent_session_id",
    "title",
    "token",
    "tool_name",
    "worktree",
  ],
  ...["--set", "--agent", "--model", "--permission-mode", "--title", "updates_json", "updated_input_json"],
]);

function exitOf(error: AnyBridleError): ExitCode | undefined {
  if (error.code !== "invalid_option") return codes[error.code];
  const { option, allowed } = error.data;
  // Of an agent that is there and too old the settings speak, too.
  const isName = option === "agent" && allowed.startsWith("one of");
  return isName || ofCommandLine.has(option) ? exitCodes.usage : exitCodes.configOrVersion;
}

/** What the API calls differently than the command line. */
const flags: { readonly [option: string]: string } = {
  agent: "--agent",
  append_system_prompt: "--append-system-prompt",
  cwd: "--cwd",
  model: "--model",
  permission_mode: "--permission-mode",
  query: "--search",
  resume_agent_session_id: "--resume",
  title: "--title",
  updated_input_json: "--input",
};

/** The daemon names options as the API does; a person gave a flag. */
function inUsersWords(error: AnyBridleError): string {
  if (error.code !== "invalid_option") return error.message;
  const { option } = error.data;
  const flag = flags[option];
  return flag !== undefined && error.message.startsWith(`${option} must be `)
    ? `${flag}${error.message.slice(option.length)}`
    : error.message;
}

interface SystemError extends Error {
  readonly code: string;
  readonly syscall: string;
}

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && "syscall" in error && "code" in error && typeof error.code === "string";
}

function print(
  code: string,
  message: string,
  exit: ExitCode = exitCodes.turnFailed,
  argv: readonly string[],
): ExitCode {
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
  16: {
    code: "unauthenticated",
    exit: exitCodes.refused,
    todo: "set BRIDLE_TOKEN to one that `bridle tokens add NAME` prints where the daemon runs",
  },
};

/** By gRPC's numbers: the client is not loaded for a message. */
interface RpcRow {
  readonly code: string;
  readonly exit?: ExitCode;
  readonly message?: string;
  /** Behind what the server says. */
  readonly todo?: string;
}
