import { adapterOf } from "../adapters/adapters.ts";
import { compatibilityOf, parseModeOf } from "../adapters/compatibility.ts";
import { type Deprecation, DeprecationWarnings, hasArgvPrompt } from "../adapters/deprecations.ts";
import { feature } from "../adapters/features.ts";
import type { Notice } from "../adapters/notice.ts";
import { BridleError } from "../errors.ts";
import { agentArguments } from "../launch/arguments.ts";
import { detectVersion, requireExecutable } from "../launch/detect-version.ts";
import { agentEnvironment } from "../launch/environment.ts";
import { spillArguments } from "../launch/spilled-arguments.ts";
import { InProcessServers } from "../mcp/in-process-servers.ts";
import { Recorder } from "../record/recorder.ts";
import { secretValues } from "../record/secret-values.ts";
import { AgentProcess } from "../transport/agent-process.ts";
import type { Transport } from "../transport/transport.ts";
import { formatVersion, type Version } from "../util/version.ts";
import type { Fields } from "../wire/fields.ts";
import { checkOptions } from "./check-options.ts";
import { HookTable } from "./hooks.ts";
import type { OpenOptions } from "./options.ts";
import { Session } from "./session.ts";

/**
 * Starts an agent and gives the session with it. Options are checked before
 * anything is started; the session is usable at once, whether or not the agent
 * has answered `initialize`.
 *
 * ```ts
 * await using session = await open({ onAsk: ({ toolName }) => (toolName === "Read" ? "allow" : "deny") });
 * const turn = await session.send("What does this project do?");
 * console.log((await turn.result).text);
 * ```
 */
export async function open(options: OpenOptions = {}): Promise<Session> {
  checkOptions(options);
  let session: Session | undefined;
  const report = (notice: Notice): void => (session === undefined ? options.trace?.(notice) : session.report(notice));
  const warnings = new DeprecationWarnings();
  const deprecated = (what: Deprecation): void => {
    const notice = warnings.warn(what);
    if (notice !== undefined) report(notice);
  };
  const hooks = new HookTable(options.hooks ?? {});
  const servers = new InProcessServers(options.mcpServers ?? {}, {
    notify: async (server_name, message) =>
      void (await session?.control("mcp_message", { server_name, message: { ...message } })),
    trace: ({ server, what }) =>
      report({ code: "mcp_trouble", level: "warn", message: `MCP server ${server}: ${what}` }),
  });
  options.signal?.throwIfAborted();
  if (options.transport === undefined && options.cwd === undefined) currentFolder();
  const version = await versionOf(options);
  const adapter = adapterOf(options.dialect, version);
  // Told here and not by a request that fails in a running session.
  if (hooks.registration !== undefined) adapter.require(feature.hooks.word);
  if (servers.names.length > 0) adapter.require(feature.inProcessMcp.word);
  if (options.dialect === undefined) for (const notice of versionNotices(version, options)) report(notice);
  const asks = options.onAsk !== undefined || options.onQuestion !== undefined;
  const args = agentArguments(options, adapter, asks);
  const { transport, dispose } = await startTransport(options, args);
  const agentVersion = version === undefined ? null : formatVersion(version);
  const recorder = startRecorder({ args, adapter: adapter.name, agentVersion }, options, report);
  const close = async (): Promise<void> => {
    dispose();
    recorder?.describe({ exit: await transport.exited });
    await Promise.all([servers.close(), recorder?.close()]);
  };
  session = new Session(
    { transport, mode: parseModeOf(version), hooks, servers, tap: recorder, deprecated, close },
    adapter,
    options,
  );
  if (hasArgvPrompt([...(options.executableArgs ?? []), ...args])) deprecated("argv_prompt");
  return session;
}

/** What does not fit, and is tried all the same. */
function versionNotices(version: Version | undefined, { onQuestion }: OpenOptions): Notice[] {
  const { level, message, adapter } = compatibilityOf(version);
  const notices: Notice[] = [];
  if (level === "INCOMPATIBLE" || level === "LIKELY_COMPATIBLE")
    notices.push({ code: "compatibility", level: "warn", message: `${message} ${seeCompatibility}` });
  if (onQuestion !== undefined && version !== undefined && !adapter.has(feature.questions.word))
    notices.push({
      code: "missing_features",
      level: "warn",
      message: `Claude Code ${formatVersion(version)} is not known to ask questions: onQuestion may never be called. ${seeCompatibility}`,
    });
  return notices;
}

const seeCompatibility = "See docs/compatibility.md.";

/** An interpreter or a launcher with arguments would print its own version, not the agent's. */
async function versionOf(options: OpenOptions): Promise<Version | undefined> {
  const { agentVersion, transport, executableArgs = [], executable = "claude" } = options;
  if (agentVersion !== undefined) return (await detectVersion(executable, { agentVersion })).version;
  if (options.dialect !== undefined || transport !== undefined || executableArgs.length > 0) return undefined;
  return (await detectVersion(executable, where(options))).version;
}

/** `dispose` removes the files that long arguments were put into. */
async function startTransport(
  options: OpenOptions,
  args: readonly string[],
): Promise<{ transport: Transport; dispose: () => void }> {
  if (options.transport !== undefined) return { transport: options.transport, dispose: () => {} };
  const command = requireExecutable(options.executable ?? "claude", where(options));
  const spilled = spillArguments(args);
  try {
    const transport = await AgentProcess.start({
      command,
      args: [...(options.executableArgs ?? []), ...spilled.args],
      cwd: options.cwd ?? currentFolder(),
      env: agentEnvironment(options.env ?? process.env),
      stderr: options.stderr ?? "tail",
    });
    return { transport, dispose: spilled.dispose };
  } catch (error) {
    spilled.dispose();
    throw error;
  }
}

/** Where this process itself runs in a folder that is gone, the system has no name for it. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    const message = "the current folder is gone; name another one as cwd";
    throw new BridleError("folder_not_found", message, { folder: "." });
  }
}

function where({ env, cwd }: OpenOptions): Pick<OpenOptions, "env" | "cwd"> {
  return { ...(env !== undefined && { env }), ...(cwd !== undefined && { cwd }) };
}

/** A recording that cannot be written is reported, and the session goes on without it. */
function startRecorder(meta: Fields, options: OpenOptions, report: (notice: Notice) => void): Recorder | undefined {
  if (options.record === undefined) return undefined;
  const onError = (error: Error): void =>
    report({ code: "recording_failed", level: "error", message: `The recording stopped: ${error.message}` });
  return new Recorder(options.record, meta, { secrets: secretValues(options.env ?? process.env), onError });
}
