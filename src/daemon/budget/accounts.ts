import { createHash } from "node:crypto";
import { type Account, addSpent as added, type Budget, type Spent } from "../core/budget.ts";
import type { CountedUsage } from "../core/effect.ts";
import { addSpent, type SpentBy, spentSince, topSpenders } from "../store/spent-table.ts";
import type { Query, Work } from "../store/work.ts";
import { type LocalDay, localDay } from "./local-day.ts";

/** Whom a turn counts for. */
interface Spender {
  readonly session: string;
  /** The folder that its session was made for. */
  readonly folder: string;
  readonly user: string;
}

interface AccountsParts {
  readonly budgets: readonly Budget[];
  readonly read: <T>(query: Query<T>) => T;
  /** Something was spent, or a turn no longer runs: who waits may go on, who runs may have to stop. */
  readonly changed: () => void;
}

const noDay = { name: "", beginsMs: 0, endsMs: 0 };
/** Before every day. */
const ever = "";

/**
 * What of each budget is spent, with what is about to be stored, and which turns run. The one place where sessions know of
 * each other: the core is given it with every input.
 */
export class Accounts {
  readonly #parts: AccountsParts;
  readonly #sums = new Map<string, Spent>();
  readonly #running = new Map<string, Spender>();
  #day: LocalDay = noDay;

  constructor(parts: AccountsParts) {
    this.#parts = parts;
  }

  /** There are no budgets. What is spent is stored all the same: there may be some later. */
  get isEmpty(): boolean {
    return this.#parts.budgets.length === 0;
  }

  /** Of the budgets that turns of a session count for; `users`: who may begin one. */
  of({ session, folder }: Omit<Spender, "user">, users: Iterable<string>, nowMs: number): readonly Account[] {
    const all = new Set(users);
    return this.#parts.budgets.flatMap((budget) => {
      const names = budget.of === "user" ? [...all] : [{ session, project: folder, all: "" }[budget.of]];
      const meant = names.filter((name) => budget.only === undefined || budget.only === name);
      return meant.map((name) => this.#account(budget, name, nowMs, session));
    });
  }

  /** Of all that spent something, for people to look at: of each budget those who spent most. */
  report(nowMs: number, folders: () => readonly string[]): readonly Account[] {
    const day = this.#today(nowMs).name;
    return this.#parts.budgets.flatMap((budget) => {
      const { of, per, only } = budget;
      const since = per === "day" ? day : ever;
      const spenders = of === "all" ? [""] : this.#parts.read(topSpenders(of, since, maxReported));
      const names = of === "project" ? folders().filter((folder) => spenders.includes(digest(folder))) : spenders;
      const meant = only === undefined ? names : [only];
      return meant.map((name) => this.#account(budget, name, nowMs, undefined));
    });
  }

  /** A turn is over: what is to be stored of it. */
  settle({ session, folder, user }: Spender, { timeMs, costUsd, tokens }: CountedUsage): Work {
    const spent = { usd: costUsd, tokens, turns: 1 };
    const day = this.#today(timeMs).name;
    const names = { session, project: folder, user, all: "" };
    for (const { of, per } of this.#distinct()) {
      // What is stored has to be known before more is added.
      const before = this.#spent(of, names[of], per, day);
      this.#sums.set(key(of, names[of], per), added(before, spent));
    }
    if (!this.isEmpty) this.#parts.changed();
    const by = Object.entries(names).map(([whose, name]) => spentBy(whose as SpentBy["whose"], name));
    return addSpent(by, day, spent);
  }

  /** A turn of this session runs and is not paid for yet; undefined: none. */
  setRunning(session: string, spender: Spender | undefined): void {
    if (this.#running.has(session) === (spender !== undefined)) return;
    if (spender !== undefined) this.#running.set(session, spender);
    else if (this.#running.delete(session)) this.#parts.changed();
  }

  #account(budget: Budget, name: string, nowMs: number, but: string | undefined): Account {
    const { of, per } = budget;
    const day = this.#today(nowMs);
    const isOf = (spender: Spender): boolean =>
      ({ session: spender.session, project: spender.folder, user: spender.user, all: "" })[of] === name;
    const others = [...this.#running.values()].filter((spender) => spender.session !== but && isOf(spender));
    return {
      budget,
      name,
      spent: this.#spent(of, name, per, day.name),
      running: others.length,
      untilMs: per === "day" ? day.endsMs : undefined,
    };
  }

  #spent(of: Budget["of"], name: string, per: Budget["per"], day: string): Spent {
    const known = this.#sums.get(key(of, name, per));
    if (known !== undefined) return known;
    const { usd, tokens, turns } = this.#parts.read(spentSince(spentBy(of, name), per === "day" ? day : ever));
    const spent = { usd, tokens, turns };
    this.#sums.set(key(of, name, per), spent);
    return spent;
  }

  /** With another day those of the last one are of no use; a clock that is set back brings an old one. */
  #today(nowMs: number): LocalDay {
    if (nowMs >= this.#day.beginsMs && nowMs < this.#day.endsMs) return this.#day;
    for (const known of this.#sums.keys()) if (known.startsWith("day")) this.#sums.delete(known);
    this.#day = localDay(nowMs);
    return this.#day;
  }

  #distinct(): readonly Pick<Budget, "of" | "per">[] {
    const seen = new Map(this.#parts.budgets.map(({ of, per }) => [`${of} ${per}`, { of, per }]));
    return [...seen.values()];
  }
}

const maxReported = 100;

function key(of: Budget["of"], name: string, per: Budget["per"]): string {
  return `${per} ${of} ${name}`;
}

function spentBy(whose: SpentBy["whose"], name: string): SpentBy {
  return { whose, name: whose === "project" ? digest(name) : name };
}

function digest(folder: string): string {
  return createHash("sha256").update(folder).digest("hex").slice(0, 32);
}
