import type { MessageUsage } from "../model/provider.ts";
import { type ModelFacts, readTokenUsage, UsageAccount } from "../session/usage-account.ts";

/** What a turn uses of tokens, money and time. */
export class TurnMeter {
  readonly startedAt = performance.now();
  /** With what agents that work for the turn use. */
  readonly account = new UsageAccount();
  /** Without it. */
  readonly own = new UsageAccount();
  /** Asked each time: a session's account is another one once it has become another conversation. */
  readonly #others: () => readonly UsageAccount[];
  #requestedAt: number | undefined;
  #firstTokenMs: number | undefined;

  /** `others` are charged as well: the turn that this one works for, and the session. */
  constructor(others: () => readonly UsageAccount[]) {
    this.#others = others;
  }

  get firstTokenMs(): number | undefined {
    return this.#firstTokenMs;
  }

  /** Who is charged for what is used here. */
  get accounts(): readonly UsageAccount[] {
    return [this.account, ...this.#others()];
  }

  requested(): void {
    this.#requestedAt = performance.now();
  }

  answered(): void {
    this.#firstTokenMs ??= performance.now() - this.startedAt;
  }

  /** Charges a whole message. */
  charge(model: string, usage: MessageUsage, facts: ModelFacts): void {
    const apiMs = this.#requestedAt === undefined ? 0 : performance.now() - this.#requestedAt;
    for (const account of [this.own, ...this.accounts])
      account.add(model, readTokenUsage(usage), facts, Math.round(apiMs));
  }
}
