import type { Accounts } from "../budget/accounts.ts";
import type { CountedUsage } from "../core/effect.ts";
import type { Input } from "../core/input.ts";
import { processOf, type SessionState, turnRuns } from "../core/session-state.ts";
import type { Work } from "../store/work.ts";
import { now } from "./clock.ts";
import type { Happening } from "./happening.ts";

/** What one session has to do with the budgets of all. */
export class SessionAccounts {
  readonly #accounts: Accounts;
  readonly #session: string;
  readonly #folder: () => string;

  constructor(accounts: Accounts, session: string, folder: () => string) {
    this.#accounts = accounts;
    this.#session = session;
    this.#folder = folder;
  }

  /** Something happens to it now, with what of budgets it has to know. */
  input({ queue, payer }: SessionState, happening: Happening): Input {
    const clock = now();
    if (this.#accounts.isEmpty) return { ...happening, ...clock };
    const users = [
      payer,
      ...queue.map(({ sender }) => sender),
      ...(happening.type === "prompt" ? [happening.sender] : []),
    ];
    return { ...happening, ...clock, accounts: this.#accounts.of(this.#spender, users, clock.wallMs) };
  }

  /** A turn is over: what is to be stored of it. */
  readonly settle = (usage: CountedUsage): Work =>
    this.#accounts.settle({ ...this.#spender, user: usage.payer }, usage);

  /** The state is another: a turn that runs will cost something. */
  look(state: SessionState): void {
    if (this.#accounts.isEmpty) return;
    const process = processOf(state);
    const runs = process !== undefined && turnRuns(process.conversation);
    this.#accounts.setRunning(this.#session, runs ? { ...this.#spender, user: state.payer } : undefined);
  }

  get #spender() {
    return { session: this.#session, folder: this.#folder() };
  }
}
