import type { AgentProcess } from "../transport/agent-process.ts";
import type { HolderSettings } from "./holder-protocol.ts";

/**
 * An agent's input, by place: what was received once is left out when it comes
 * again. What it has not read yet waits here, up to `inputBytes`; that is the
 * room the daemon is told, so an agent that does not read holds up nobody else.
 */
export class AgentInput {
  readonly #settings: () => HolderSettings;
  readonly #reportRoom: (to: number) => void;
  #agent: AgentProcess | undefined;
  /** Came before the process ran. */
  #early: Uint8Array[] = [];
  #received = 0;
  #written = 0;
  #toldRoom = 0;
  #ended = false;

  constructor(settings: () => HolderSettings, reportRoom: (to: number) => void) {
    this.#settings = settings;
    this.#reportRoom = reportRoom;
  }

  /** Everything before this place is here or was written. */
  get received(): number {
    return this.#received;
  }

  /** Input is taken up to this place. */
  get room(): number {
    this.#toldRoom = this.#written + this.#settings().inputBytes;
    return this.#toldRoom;
  }

  open(agent: AgentProcess): void {
    this.#agent = agent;
    for (const bytes of this.#early) this.#write(agent, bytes);
    this.#early = [];
    if (this.#ended) agent.endInput();
  }

  /** The bytes must not change afterwards. Gives the reason when they are not taken. */
  take(at: number, bytes: Uint8Array): string | undefined {
    if (at > this.#received) return `input was received up to ${this.#received}, so it cannot go on at ${at}`;
    const fresh = bytes.subarray(this.#received - at);
    if (fresh.length === 0) return undefined;
    if (this.#ended) return `input was ended at ${this.#received}`;
    if (this.#received + fresh.length > Math.max(this.#toldRoom, this.#written + this.#settings().inputBytes))
      return `there is no room for input up to ${this.#received + fresh.length}; it is told when there is`;
    this.#received += fresh.length;
    if (this.#agent === undefined) this.#early.push(fresh);
    else this.#write(this.#agent, fresh);
    return undefined;
  }

  end(at: number): string | undefined {
    if (at !== this.#received) return `input was received up to ${this.#received}, so it cannot end at ${at}`;
    this.#ended = true;
    this.#agent?.endInput();
    return undefined;
  }

  /** What a dead agent did not read counts as written: its exit tells. */
  #write(agent: AgentProcess, bytes: Uint8Array): void {
    agent.writeBytes(bytes, () => {
      this.#written += bytes.length;
      const { inputBytes } = this.#settings();
      if (this.#toldRoom - this.#received < inputBytes / 2 && this.#written + inputBytes > this.#toldRoom)
        this.#reportRoom(this.room);
    });
  }
}
