import type { Notice } from "../adapters/notice.ts";
import type { Limits } from "../codec/limits.ts";
import type { OnAsk, OnQuestion } from "../conversation/ask.ts";
import type { LaunchOptions } from "../launch/launch-options.ts";
import type { StderrMode } from "../transport/agent-process.ts";
import type { StopStep } from "../transport/stop.ts";
import type { Transport } from "../transport/transport.ts";
import type { Hooks } from "./hooks.ts";

/** Everything `open` takes. All of it is optional. */
export interface OpenOptions extends LaunchOptions, Partial<Limits> {
  /** The agent's executable. Default: `claude` on PATH. */
  readonly executable?: string;
  /** Arguments in front of the protocol's own: `["agent"]` for `bridle agent`, a script for `node`. */
  readonly executableArgs?: readonly string[];
  /** The agent's version, where the caller knows it: saves one `--version`. */
  readonly agentVersion?: string;
  /** The folder the agent works in. Default: the current one. */
  readonly cwd?: string;
  /** The whole environment of the agent. Default: that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  readonly hooks?: Hooks;
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
