import { BridleError } from "../errors.ts";
import type { Transport } from "../transport/transport.ts";
import type { RecordedSession } from "./recorded-line.ts";
import { ReplayedAgent } from "./replayed-agent.ts";
import { ReplayedHost } from "./replayed-host.ts";

interface ReplayOptions {
  /** The side that is played; the other one is checked. */
  readonly side: "agent" | "host";
  /** How long the other side may be silent. Default 10 000. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;

/**
 * Plays one side of a recording and checks the other. What is wrong is a
 * `replay_mismatch` that names the frame and the path, or a `timeout`.
 *
 * ```ts
 * const replayer = new Replayer(new Recording("./recording"), { side: "agent" });
 * await driveMyHost(replayer.transport);
 * await replayer.done;
 * ```
 *
 * With `side: "host"`: `await replayer.play(transportOfALiveAgent)`.
 */
export class Replayer {
  readonly #recording: RecordedSession;
  readonly #timeoutMs: number;
  readonly #agent: ReplayedAgent | undefined;

  constructor(recording: RecordedSession, { side, timeoutMs = defaultTimeoutMs }: ReplayOptions) {
    this.#recording = recording;
    this.#timeoutMs = timeoutMs;
    this.#agent = side === "agent" ? new ReplayedAgent(recording, timeoutMs) : undefined;
  }

  /** Side `agent`: what the host under test is given in place of a process. For one session. */
  get transport(): Transport {
    return this.#replayedAgent();
  }

  /** Side `agent`: settles when the host has ended the input or killed the agent, or at the first failure. */
  get done(): Promise<void> {
    return this.#replayedAgent().done;
  }

  /** Side `host`: plays towards a live agent whose output is not read yet. */
  play(agent: Transport): Promise<void> {
    if (this.#agent !== undefined) throw wrongSide("host", "agent");
    return new ReplayedHost(this.#recording, this.#timeoutMs, agent).play();
  }

  #replayedAgent(): ReplayedAgent {
    if (this.#agent === undefined) throw wrongSide("agent", "host");
    return this.#agent;
  }
}

function wrongSide(allowed: string, found: string): BridleError<"invalid_option"> {
  const message = `this needs a replayer with side "${allowed}"; it has "${found}"`;
  return new BridleError("invalid_option", message, { option: "side", allowed, found });
}
