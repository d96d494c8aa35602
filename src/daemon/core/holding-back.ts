import { type Account, addSpent, budgetText, isOverspent, isUsedUp, type Spent } from "./budget.ts";
import { awaitsHook, daemonSender, isReady } from "./session-state.ts";
import type { Transition } from "./transition.ts";
import type { Waits } from "./waits.ts";

/** May a prompt of this person begin a turn now? If not, the state says why. */
export function isHeldBack(t: Transition, sender: string): boolean {
  if (t.waits?.for === "limit" || t.waits?.for === "login") return true;
  const waits = budgetWait(t, payerFor(t, sender));
  if (waits !== undefined) holdBack(t, waits);
  else if (t.waits !== undefined) t.waits = undefined;
  return waits !== undefined;
}

/** May the turn in which a call was parked go on? The model is asked for it as for a new one, and whoever began it pays. */
export function isResumingHeldBack(t: Transition): boolean {
  return isHeldBack(t, t.payer);
}

/** What the daemon itself tells the agent belongs to what somebody began. */
export function payerFor({ payer }: Transition, sender: string): string {
  return sender === daemonSender ? payer : sender;
}

/** Clients are told of each reason once. */
export function holdBack(t: Transition, waits: Waits): void {
  if (isSame(waits, t.waits)) return;
  const { for: what, reason, untilMs } = waits;
  t.waits = waits;
  t.notice("bridle/waits", { for: what, message: reason, ...(untilMs !== undefined && { untilMs }) });
  t.trace({ what: "held_back", by: what });
}

/** What the provider or a missing login held back goes on. */
export function waitIsOver(t: Transition): void {
  if (t.waits?.for !== "limit" && t.waits?.for !== "login") return;
  t.trace({ what: "went_on", after: t.waits.for });
  t.waits = undefined;
}

/** Nothing is left that would wait. */
export function nothingHeldBack(t: Transition): void {
  if (t.queue.length === 0 && !awaitsHook(t) && t.waits?.for === "budget") t.waits = undefined;
}

/** A turn is paid for. Whoever's budget it used up is told, once for each. */
export function settleTurn(t: Transition, spent: Spent): void {
  t.accounts = t.accounts.map((account) => {
    if (!concerns(account, t.payer)) return account;
    const after = { ...account, spent: addSpent(account.spent, spent) };
    if (isOverspent(after) && !isOverspent(account)) tellCrossed(t, after);
    return after;
  });
}

/** A turn that runs on a budget that others used up is interrupted, where the budget says so. */
export function isToBeInterrupted(t: Transition): boolean {
  if (!isReady(t) || t.conversation?.isSettled !== false) return false;
  if (t.process?.requests.some(({ subtype }) => subtype === "interrupt")) return false;
  return t.accounts.some(
    (account) => account.budget.effect === "interrupt" && concerns(account, t.payer) && isOverspent(account),
  );
}

function budgetWait(t: Transition, sender: string): Waits | undefined {
  const usedUp = t.accounts.filter(
    (account) => account.budget.effect !== "warn" && concerns(account, sender) && isUsedUp(account),
  );
  const [first] = usedUp;
  if (first === undefined) return undefined;
  // All of them have to be over.
  const ends = usedUp.map(({ untilMs }) => untilMs ?? Number.POSITIVE_INFINITY);
  const lastMs = Math.max(...ends);
  const longest = usedUp[ends.indexOf(lastMs)] ?? first;
  const untilMs = Number.isFinite(lastMs) ? lastMs : undefined;
  const remedy =
    untilMs === undefined
      ? "raise it in the settings (budgets)"
      : "it goes on the next day, or when the budget is raised (settings: budgets)";
  return { for: "budget", reason: `the budget of ${budgetText(longest)} is used up; ${remedy}`, untilMs };
}

function concerns({ budget, name }: Account, user: string): boolean {
  return budget.of !== "user" || name === user;
}

function tellCrossed(t: Transition, account: Account): void {
  const { budget, spent, untilMs } = account;
  const message = `the budget of ${budgetText(account)} is used up: $${spent.usd.toFixed(4)}, ${spent.tokens} tokens`;
  t.notice("bridle/budget", { message, effect: budget.effect, ...(untilMs !== undefined && { untilMs }) });
  t.trace({ what: "budget_used_up", of: budget.of, effect: budget.effect });
}

function isSame(a: Waits, b: Waits | undefined): boolean {
  return a.for === b?.for && a.reason === b.reason && a.untilMs === b.untilMs;
}
