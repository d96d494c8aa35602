import { adapterOf, type Dialect } from "../../adapters/adapters.ts";
import { feature } from "../../adapters/features.ts";
import type { ProtocolAdapter } from "../../adapters/protocol-adapter.ts";
import { BridleError } from "../../errors.ts";
import { agentArguments } from "../../launch/arguments.ts";
import { agentEnvironment } from "../../launch/environment.ts";
import { rewindWord } from "../agent-info/rewind-word.ts";
import type { SessionOptions } from "../core/session-state.ts";
import { forkArguments } from "../fork/fork-point.ts";
import type { AgentSpec } from "../holding/held-agent.ts";

/** An agent of the settings, ready to be started. */
export interface AgentCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Undefined: it could not be found out. */
  readonly version: string | undefined;
  /** Undefined: Claude Code's. */
  readonly dialect: Dialect | undefined;
}

interface Launch {
  readonly id: string;
  readonly agent: AgentCommand;
  readonly cwd: string;
  readonly options: SessionOptions;
  /** The conversation to go on with. */
  readonly resume: string | undefined;
}

/** One argument may be 128 KiB long on Linux. */
const maxArgumentBytes = 120 * 1024;

/** What the holder needs to start it. Throws `unsupported` or `invalid_option`. */
export function agentSpec({ id, agent, cwd, options, resume }: Launch): AgentSpec {
  const { model, permissionMode, systemPrompt, appendSystemPrompt, fork, resumeAt } = options;
  const adapter = adapterOf(agent.dialect, agent.version);
  // Without partial messages text arrives in whole blocks.
  const partialMessages = adapter.has(feature.partialMessages.word);
  const args = agentArguments(
    {
      ...(agent.dialect === undefined && { partialMessages }),
      ...(model && { model }),
      ...(permissionMode && { permissionMode }),
      ...(systemPrompt !== undefined && { systemPrompt }),
      ...(appendSystemPrompt !== undefined && { appendSystemPrompt }),
      ...(resume !== undefined && { resume }),
      ...(resume !== undefined && fork && { fork }),
    },
    adapter,
    agent.dialect === undefined,
  );
  const tooLong = args.find((arg) => Buffer.byteLength(arg) > maxArgumentBytes);
  if (tooLong !== undefined)
    throw new BridleError("invalid_option", `a system prompt must be at most ${maxArgumentBytes} bytes long`, {
      option: "system_prompt",
      allowed: `at most ${maxArgumentBytes} bytes`,
      found: `${Buffer.byteLength(tooLong)} bytes`,
    });
  const env = Object.entries(agentEnvironment(agent.env)).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const marked = { ...checkpointing(adapter), ...Object.fromEntries(env), [markName]: id };
  const upTo = resume !== undefined && fork && resumeAt !== undefined ? forkArguments(adapter, resumeAt) : [];
  return { id, command: agent.command, args: [...agent.args, ...args, ...upTo], cwd, env: marked };
}

/** Without it an agent keeps nothing that files could be taken back to. */
function checkpointing(adapter: ProtocolAdapter): { [name: string]: string } {
  return adapter.has(rewindWord) ? { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: "true" } : {};
}

const markName = "BRIDLE_SESSION_AGENT";

/** What an agent and all it starts have in their environment: by it they are found when everybody else is gone. */
export function agentMark(id: string): string {
  return `${markName}=${id}`;
}
