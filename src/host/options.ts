import type { Dialect } from "../adapters/adapters.ts";
import type { Notice } from "../adapters/notice.ts";
import type { Limits } from "../codec/limits.ts";
import type { McpServerLike } from "../mcp/mcp-server-like.ts";
import type { StderrMode } from "../transport/agent-process.ts";
import type { StopStep } from "../transport/stop.ts";
import type { Transport } from "../transport/transport.ts";
import type { Fields } from "../wire/fields.ts";
import type { OnAsk, OnQuestion } from "./ask.ts";
import type { Hooks } from "./hooks.ts";

/** Everything `open` takes. All of it is optional. */
export interface OpenOptions extends Partial<Limits> {
  /** The agent's executable. Default: `claude` on PATH. */
  readonly executable?: string;
  /** Arguments in front of the protocol's own: `["agent"]` for `bridle agent`, a script for `node`. */
  readonly executableArgs?: readonly string[];
  /** What the agent speaks, where it is not Claude Code's. It needs `executable`; see docs/dialects.md. */
  readonly dialect?: Dialect;
  /** The agent's version, where the caller knows it: saves one `--version`. */
  readonly agentVersion?: string;
  /** The folder the agent works in. Default: the current one. */
  readonly cwd?: string;
  /** The whole environment of the agent. Default: that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  readonly model?: string;
  readonly permissionMode?: string;
  readonly systemPrompt?: string;
  readonly appendSystemPrompt?: string;
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly additionalDirectories?: readonly string[];
  readonly maxTurns?: number;
  readonly maxBudgetUsd?: number;
  /** Which of the user's settings files count: `user`, `project`, `local`. Default: the agent's own. */
  readonly settingSources?: readonly string[];
  /** Settings as an object, or the path of a file. */
  readonly settings?: Fields | string;
  /** Deltas while the model writes. */
  readonly partialMessages?: boolean;
  /** The schema the turn's `structuredOutput` must fit; a turn that ends without one is no success. */
  readonly jsonSchema?: Fields;
  /** The conversation to go on with. One that the agent does not have fails with `not_found`. */
  readonly resume?: string;
  readonly continue?: boolean;
  readonly fork?: boolean;
  /** The id of the new conversation: a UUID. In another dialect any text, and one that exists is gone on with. */
  readonly sessionId?: string;
  /** Servers of the official MCP SDK, run in this process. */
  readonly mcpServers?: { readonly [name: string]: McpServerLike };
  /** MCP servers that the agent starts or reaches by itself, in its own form. */
  readonly mcpConfig?: { readonly [name: string]: Fields };
  readonly strictMcpConfig?: boolean;
  readonly agents?: Fields;
  readonly hooks?: Hooks;
  /** Further flags: a value, or true for a flag without one. */
  readonly extraArgs?: { readonly [flag: string]: string | true };
  readonly onAsk?: OnAsk;
  readonly onQuestion?: OnQuestion;
  /** Ends the session when it aborts. */
  readonly signal?: AbortSignal;
  /** Ends the session after this long; what waits then fails with `timeout`. Counted from the start of the process. */
  readonly timeoutMs?: number;
  /** How long a control request may take. Default 60 s. */
  readonly controlTimeoutMs?: number;
  /** How long to wait for the answer to `initialize`, which old agents never give. Default 60 s. */
  readonly initializeTimeoutMs?: number;
  /** `tail` keeps the last 64 KiB, without secrets, for the `closed` error; `mirror` copies all of it to ours. Default `tail`. */
  readonly stderr?: StderrMode;
  /** Cap on events that wait while a call of yours does. Default 64 MiB. */
  readonly maxQueuedBytes?: number;
  /** Write everything both ways into this folder, secrets redacted. */
  readonly record?: string;
  readonly trace?: (notice: Notice) => void;
  /** How to end the agent. For tests. */
  readonly stopLadder?: readonly StopStep[];
  /** Speak over this instead of starting a process. */
  readonly transport?: Transport;
}
