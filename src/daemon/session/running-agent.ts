import type { ProtocolAdapter } from "../../adapters/protocol-adapter.ts";
import type { Fields } from "../../wire/fields.ts";

/** One agent process, for whoever asks it something: the same object as long as it is the same process. */
export class RunningAgent {
  readonly id: string;
  readonly #session: AskedSession;
  #adapter: ProtocolAdapter | undefined;

  constructor(id: string, session: AskedSession) {
    this.id = id;
    this.#session = session;
  }

  /** What it speaks, as far as is known by now. */
  get adapter(): Pick<ProtocolAdapter, "has"> {
    if (this.#session.runningAgent === this) this.#adapter = this.#session.adapter;
    return this.#adapter ?? speechless;
  }

  /** Rejects with `unsupported` (nothing was sent), `refused`, `timeout` or `closed`. */
  request(subtype: string, payload: Fields, timeoutMs: number): Promise<Fields> {
    return this.#session.request(subtype, payload, timeoutMs);
  }
}

/** Whose agent it is. */
interface AskedSession {
  readonly adapter: ProtocolAdapter | undefined;
  readonly runningAgent: RunningAgent | undefined;
  request(subtype: string, payload: Fields, timeoutMs: number): Promise<Fields>;
}

const speechless = { has: () => false };
