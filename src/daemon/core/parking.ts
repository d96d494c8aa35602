import { feature } from "../../adapters/features.ts";
import { writeLine } from "./agent-input.ts";
import { hookLine } from "./hook-answers.ts";
import { sendNext } from "./prompts.ts";
import {
  type AgentState,
  awaitsHook,
  isLeftForResuming,
  type OpenAsk,
  processOf,
  type SessionState,
} from "./session-state.ts";
import { requestLine, tellKeptLater } from "./tell-verdict.ts";
import type { Transition } from "./transition.ts";
import { waitAgain } from "./waiting-in.ts";

/** A resumed agent asks about a parked call as soon as it is ready; one that has not by then has lost it. */
const resumeMs = 30_000;

const undecided = "Nobody has decided yet, and the session is put to sleep. You will be told what was decided.";

/** When the one call that waits in its hook is parked, by the steady clock; undefined: none is. */
export function parkDueMs(state: Pick<SessionState, "asks" | "agent">, parkAfterMs: number): number | undefined {
  const held = state.asks.filter(isHeld);
  const [only] = held;
  // Of several calls of one message the agent would keep the last.
  if (parkAfterMs === 0 || held.length !== 1 || only?.waits.in !== "hook" || !isWorking(state.agent)) return undefined;
  return only.waits.sinceMs + parkAfterMs;
}

/** The call that nobody has decided for long is parked: its turn ends, and its agent may go. */
export function parkWhatIsDue(t: Transition): void {
  const dueMs = parkDueMs(t, t.limits.parkAfterMs);
  if (dueMs === undefined || dueMs > t.clock.steadyMs) return;
  const open = t.asks.find(isHeld);
  if (open !== undefined) park(t, open);
}

/** The agent is about to be ended: what can be parked is, and whatever else waits outlives it. False: nothing could be. */
export function parkBeforeEnd(t: Transition): boolean {
  const { conversation } = t;
  const last = t.asks.findLast(({ waits }) => waits.in === "hook");
  if (t.isClosed || last === undefined || conversation === undefined || !conversation.adapter.has(feature.defer.word))
    return false;
  for (const open of t.asks.filter(isHeld)) if (open !== last) letGo(t, open);
  park(t, last);
  return true;
}

/** The agent is ready: it will ask about a parked call at once, or never. */
export function awaitResumed(t: Transition): void {
  const untilMs = t.clock.steadyMs + resumeMs;
  for (const open of t.asks) if (open.waits.in === "parked") waitAgain(t, open, { in: "parked", untilMs });
  if (awaitsHook(t))
    t.verdicts = t.verdicts.map((kept) =>
      kept.for.next === "hook" ? { ...kept, for: { next: "hook", untilMs } } : kept,
    );
}

/** When an agent that was resumed will not ask any more, by the steady clock; undefined: none is waited for. */
export function resumingDueMs({
  agent,
  asks,
  verdicts,
}: Pick<SessionState, "agent" | "asks" | "verdicts">): number | undefined {
  if (agent.at !== "ready") return undefined;
  const times = [
    ...asks.map(({ waits }) => (waits.in === "parked" ? waits.untilMs : undefined)),
    ...verdicts.map(({ for: use }) => (use.next === "hook" ? use.untilMs : undefined)),
  ].filter((ms) => ms !== undefined);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** A clock that was set back between two daemons must not let a call be held for longer. */
export function restoreParking(t: Transition): void {
  const { steadyMs } = t.clock;
  for (const open of t.asks)
    if ("sinceMs" in open.waits && open.waits.sinceMs > steadyMs)
      waitAgain(t, open, { ...open.waits, sinceMs: steadyMs });
  if (t.agent.at === "ready" && !isLeftForResuming(t)) awaitResumed(t);
}

/** An agent that went on without asking has lost the call: it is told in words, as soon as that is decided. */
export function giveUpResuming(t: Transition): void {
  for (const open of t.asks) {
    const { waits } = open;
    if (waits.in === "parked" && isOver(t, waits.untilMs)) waitAgain(t, open, { in: "nothing" });
  }
  for (const kept of t.verdicts) {
    if (kept.for.next !== "hook" || !isOver(t, kept.for.untilMs)) continue;
    t.verdicts = t.verdicts.filter((one) => one !== kept);
    tellKeptLater(t, kept);
  }
  sendNext(t);
}

function isOver({ clock, agent }: Transition, untilMs: number | undefined): boolean {
  return agent.at === "ready" && untilMs !== undefined && untilMs <= clock.steadyMs;
}

function park(t: Transition, open: OpenAsk): void {
  if (open.waits.in !== "hook") return;
  // Of several calls that are put off, the agent keeps the last.
  for (const other of t.asks) if (other.waits.in === "parked") waitAgain(t, other, { in: "nothing" });
  writeLine(t, hookLine(open.waits.requestId, "defer"));
  waitAgain(t, open, { in: "parked" });
  const message = "Nobody has decided yet: the call is parked and needs no agent; the answer starts one again.";
  t.notice("bridle/ask_parked", { askId: open.ask.id, message }, t.turn);
}

function letGo(t: Transition, open: OpenAsk): void {
  const { waits, ask } = open;
  if (!("requestId" in waits)) return;
  const verdict = { behavior: "deny", message: undecided } as const;
  writeLine(t, waits.in === "hook" ? hookLine(waits.requestId, "defer") : requestLine(ask, waits.requestId, verdict));
  waitAgain(t, open, { in: "nothing" });
}

function isHeld({ waits }: OpenAsk): boolean {
  return "agent" in waits;
}

function isWorking(agent: AgentState): boolean {
  return agent.at === "ready" && processOf({ agent })?.hasEnded === false;
}
