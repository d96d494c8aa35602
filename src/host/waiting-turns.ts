import type { Ledger } from "../conversation/ledger.ts";
import type { TurnResult } from "../conversation/turn-result.ts";

/** Who waits for the result of a prompt. Exactly one of these is called, once. */
interface WaitingTurn {
  settle(result: TurnResult): void;
  fail(error: Error): void;
}

/** The promises behind the ledger's prompts: who waits for the result of a prompt, or for the running turn to end. */
export class WaitingTurns {
  readonly #ledger: Ledger;
  readonly #byPrompt = new Map<string, WaitingTurn>();
  #untilTurnEnd = Promise.withResolvers<void>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  add(uuid: string, waiting: WaitingTurn): void {
    this.#byPrompt.set(uuid, waiting);
  }

  /** Takes the results that the event maker gives. */
  settle(results: readonly TurnResult[]): void {
    if (results.length === 0) return;
    for (const result of results) for (const uuid of result.prompts) this.#remove(uuid)?.settle(result);
    if (this.#ledger.turn === undefined) this.#turnEnded();
  }

  /** The agent is gone. */
  failAll(error: Error): void {
    this.#turnEnded();
    for (const uuid of [...this.#byPrompt.keys()]) this.#remove(uuid)?.fail(error);
  }

  /** Settles when the running turn ends; between turns at once. */
  async turnEnd(): Promise<void> {
    if (this.#ledger.turn !== undefined) await this.#untilTurnEnd.promise;
  }

  #turnEnded(): void {
    this.#untilTurnEnd.resolve();
    this.#untilTurnEnd = Promise.withResolvers();
  }

  #remove(uuid: string): WaitingTurn | undefined {
    const waiting = this.#byPrompt.get(uuid);
    this.#byPrompt.delete(uuid);
    return waiting;
  }
}
