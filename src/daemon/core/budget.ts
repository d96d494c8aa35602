/** A limit on what turns may cost, as the settings have it. */
export interface Budget {
  /** Whose turns count together: those of one session, of one folder, of who prompted, or all. */
  readonly of: "session" | "project" | "user" | "all";
  readonly per: "day" | "ever";
  /** Only for this folder or user; else every one has this much. */
  readonly only?: string;
  readonly usd?: number;
  readonly tokens?: number;
  /** `warn`: a person is told. `stop`: no new turn begins. `interrupt`: and those that run are interrupted. */
  readonly effect: "warn" | "stop" | "interrupt";
}

/** What turns cost. */
export interface Spent {
  readonly usd: number;
  readonly tokens: number;
  readonly turns: number;
}

/** A budget, and what of it is spent by one session, folder or user, or by all. */
export interface Account {
  readonly budget: Budget;
  /** The session, folder or user; empty: all. */
  readonly name: string;
  readonly spent: Spent;
  /** Turns of other sessions that run: each is taken to cost as much as one did so far. */
  readonly running: number;
  /** When its day is over, by the wall clock; undefined: never. */
  readonly untilMs: number | undefined;
}

export const nothingSpent: Spent = { usd: 0, tokens: 0, turns: 0 };

export function addSpent(a: Spent, b: Spent): Spent {
  return { usd: a.usd + b.usd, tokens: a.tokens + b.tokens, turns: a.turns + b.turns };
}

/** Nothing is left of it: what is spent, and what running turns are expected to. */
export function isUsedUp({ budget, spent, running }: Account): boolean {
  const expected = spent.turns === 0 ? 1 : 1 + running / spent.turns;
  return isOver(budget, { ...spent, usd: spent.usd * expected, tokens: spent.tokens * expected });
}

/** What is spent alone reaches the limit. */
export function isOverspent({ budget, spent }: Account): boolean {
  return isOver(budget, spent);
}

/** Ten times ten cents in floating point are a little less than a dollar. */
const tinyUsd = 1e-9;

function isOver({ usd, tokens }: Budget, spent: Spent): boolean {
  return (usd !== undefined && spent.usd >= usd - tinyUsd) || (tokens !== undefined && spent.tokens >= tokens);
}

/** For a person: "$0.10 of all sessions a day". */
export function budgetText({ budget, name }: Pick<Account, "budget" | "name">): string {
  const { of, per, usd, tokens } = budget;
  const amounts = [usd !== undefined && `$${usd}`, tokens !== undefined && `${tokens} tokens`];
  const whose = {
    session: "this session",
    project: `the folder ${name}`,
    user: `the user ${name}`,
    all: "all sessions",
  };
  return `${amounts.filter((one) => one !== false).join(" or ")} of ${whose[of]}${per === "day" ? " a day" : ""}`;
}
