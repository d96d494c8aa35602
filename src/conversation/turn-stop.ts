import { heedsDenyInterrupt } from "../adapters/heeds-deny-interrupt.ts";
import type { Notice } from "../adapters/notice.ts";
import type { ProtocolAdapter } from "../adapters/protocol-adapter.ts";

/** Whose turn is to end. */
interface Stoppable {
  readonly adapter: ProtocolAdapter | undefined;
  interrupt(): Promise<unknown>;
  report(notice: Notice): void;
}

/** Knows which turn was stopped, for as long as it runs. */
interface StoppableTurns {
  stopTurn(): void;
  readonly isTurnStopped: boolean;
}

/**
 * Makes a deny with `interrupt` end the turn on versions that pass over it:
 * they are interrupted, before the answer, so that the model is not asked
 * again. 1.0.64 to 1.0.76 cannot be interrupted at all: there every further
 * tool use of the turn that asks is denied, and a person is warned.
 */
export class TurnStop {
  readonly #agent: Stoppable;
  readonly #turns: () => StoppableTurns | undefined;

  /** `turns`: those of the agent that runs. */
  constructor(agent: Stoppable, turns: () => StoppableTurns | undefined) {
    this.#agent = agent;
    this.#turns = turns;
  }

  /** Somebody denied a tool use and wants the turn to end. Call before the answer is written. */
  wanted(): void {
    const { adapter } = this.#agent;
    if (adapter === undefined || heedsDenyInterrupt(adapter)) return;
    this.#turns()?.stopTurn();
    // It may end first, or refuse; then the denials remain.
    if (adapter.has("controls interrupt")) return void this.#agent.interrupt().catch(() => {});
    const message = `${adapter.name} cannot be interrupted: the turn goes on, and all it asks for is denied until it ends; close the session to stop it.`;
    this.#agent.report({ code: "interrupt_unsupported", level: "warn", message });
  }

  /** Nothing of the running turn may be allowed any more. */
  get isStopped(): boolean {
    return this.#turns()?.isTurnStopped ?? false;
  }
}

export const stoppedMessage = "The user stopped this turn.";
