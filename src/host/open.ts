import { adapterFor } from "../adapters/adapters.ts";
import { parseModeOf } from "../adapters/compatibility.ts";
import { InProcessServers } from "../mcp/in-process-servers.ts";
import { Recorder } from "../record/recorder.ts";
import { secretValues } from "../record/secret-values.ts";
import { AgentProcess } from "../transport/agent-process.ts";
import type { Transport } from "../transport/transport.ts";
import { formatVersion, type Version } from "../util/version.ts";
import type { Fields } from "../wire/fields.ts";
import { agentArguments } from "./arguments.ts";
import { detectVersion } from "./detect-version.ts";
import { agentEnvironment } from "./environment.ts";
import { HookTable } from "./hooks.ts";
import { checkOptions, type OpenOptions } from "./options.ts";
import { Session } from "./session.ts";
import { spillArguments } from "./spilled-arguments.ts";

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
  const hooks = new HookTable(options.hooks ?? {});
  let session: Session | undefined;
  const servers = new InProcessServers(options.mcpServers ?? {}, {
    notify: async (server_name, message) =>
      void (await session?.control("mcp_message", { server_name, message: { ...message } })),
  });
  options.signal?.throwIfAborted();
  const executable = options.executable ?? "claude";
  const version = await versionOf(executable, options);
  const adapter = adapterFor(version);
  const spilled = spillArguments(agentArguments(options, adapter));
  const args = [...(options.executableArgs ?? []), ...spilled.args];
  const transport: Transport =
    options.transport ??
    (await AgentProcess.start({
      command: executable,
      args,
      cwd: options.cwd ?? process.cwd(),
      env: agentEnvironment(options.env ?? process.env),
      stderr: options.stderr ?? "ignore",
    }));
  const recorder =
    options.record === undefined
      ? undefined
      : startRecorder(
          options.record,
          {
            executable,
            args,
            adapter: adapter.name,
            agentVersion: version === undefined ? null : formatVersion(version),
          },
          options,
        );
  const close = async (): Promise<void> => {
    spilled.dispose();
    recorder?.describe({ exit: await transport.exited });
    await Promise.all([servers.close(), recorder?.close()]);
  };
  session = new Session(
    { transport, mode: parseModeOf(version), hooks, servers, tap: recorder, close },
    adapter,
    options,
  );
  return session;
}

/** An interpreter or a launcher with arguments would tell its own version, not the agent's. */
async function versionOf(executable: string, options: OpenOptions): Promise<Version | undefined> {
  const { agentVersion, transport, executableArgs = [] } = options;
  if (agentVersion !== undefined) return (await detectVersion(executable, { agentVersion })).version;
  if (transport !== undefined || executableArgs.length > 0) return undefined;
  return (await detectVersion(executable)).version;
}

/** A recording that cannot be written is told, and the session goes on without it. */
function startRecorder(folder: string, meta: Fields, options: OpenOptions): Recorder {
  const onError = (error: Error): void =>
    options.trace?.({ code: "recording_failed", level: "error", message: `The recording stopped: ${error.message}` });
  return new Recorder(folder, meta, { secrets: secretValues(options.env ?? process.env), onError });
}
