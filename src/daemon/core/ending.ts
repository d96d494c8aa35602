import type { Outcome } from "../../channel/open-requests.ts";
import { isBridleError } from "../../errors.ts";
import { stopGraceMs } from "../../transport/stop-grace.ts";
import type { Input } from "./input.ts";
import { parkBeforeEnd } from "./parking.ts";
import { ask } from "./requests.ts";
import type { AgentState, EndingCause, EndingStage } from "./session-state.ts";
import type { Transition } from "./transition.ts";

type Ending = Extract<AgentState, { at: "ending" }>;

/** How long each stage may take. */
const graceMs: { readonly [S in EndingStage]: number } = {
  parking: 5_000,
  interrupting: stopGraceMs.interrupt,
  input_ended: stopGraceMs.inputEnd,
  terminated: stopGraceMs.SIGTERM,
  killed: stopGraceMs.SIGKILL,
  // For ever; but JSON has no infinity.
  given_up: 1e15,
};

const after: { readonly [S in EndingStage]: EndingStage } = {
  parking: "interrupting",
  interrupting: "input_ended",
  input_ended: "terminated",
  terminated: "killed",
  killed: "given_up",
  given_up: "given_up",
};

/** Ends the agent, politely first: the turn that runs is interrupted. */
export function beginEnding(t: Transition, why: Exclude<EndingCause, "failed">): void {
  const { agent, process, conversation } = t;
  if (process === undefined || conversation === undefined || agent.at === "ending") return;
  const wasReady = agent.at === "ready";
  const isBusy = why === "wanted" && !conversation.isSettled;
  t.agent = { at: "ending", process, why, wasReady, stage: "interrupting", untilMs: 0 };
  enter(t, isBusy ? (parkBeforeEnd(t) ? "parking" : "interrupting") : "input_ended");
}

/** Its end is wanted now, whatever it was ended for before. */
export function sleep(t: Transition): void {
  if (t.agent.at === "ending" && t.agent.why === "silent") t.agent = { ...t.agent, why: "wanted" };
  beginEnding(t, "wanted");
}

/** A fault of ours in what one agent said, or an agent that does not read: it must not end the daemon. */
export function failAgent(t: Transition, code: "internal" | "overflow", message: string, where = message): void {
  const { process, agent } = t;
  if (process === undefined || (agent.at === "ending" && agent.why === "failed")) return;
  t.error(code, message);
  t.trace({ what: "agent_failed", code, message: where });
  const wasReady = agent.at === "ready" || (agent.at === "ending" && agent.wasReady);
  t.agent = { at: "ending", process, why: "failed", wasReady, stage: "killed", untilMs: 0 };
  t.effects.push({ type: "stop_reading", agentId: process.id });
  enter(t, "killed");
}

/** What it said could not be dealt with, through a fault of ours. */
export function unreadable(t: Transition, { agentId, where }: Extract<Input, { type: "unreadable" }>): void {
  if (t.process?.id !== agentId) return;
  const message = "Bridle could not deal with what the agent said, and ended it; please report this";
  failAgent(t, "internal", message, where);
}

/** A stage had its time. */
export function endingDue(t: Transition): void {
  if (t.agent.at === "ending" && t.agent.untilMs <= t.clock.steadyMs) enter(t, after[t.agent.stage]);
}

/** The turn that was interrupted, or whose call was parked, is over. */
export function turnEnded(t: Transition): void {
  if (t.agent.at === "ending" && isTurnToEnd(t.agent.stage)) enter(t, "input_ended");
}

function isTurnToEnd(stage: EndingStage): boolean {
  return stage === "parking" || stage === "interrupting";
}

/** A daemon that ended may not have done what it had decided to. */
export function goOnEnding(t: Transition): void {
  const { agent } = t;
  if (agent.at !== "ending") return;
  if (isTurnToEnd(agent.stage)) t.agent = { ...agent, untilMs: t.clock.steadyMs + graceMs[agent.stage] };
  else enter(t, agent.stage);
}

/** An agent that cannot be interrupted is not waited for. */
export function turnToEndAnswered(t: Transition, outcome: Outcome): void {
  const isOver = t.conversation?.ledger.turn === undefined;
  if ("error" in outcome || isOver) turnEnded(t);
}

function enter(t: Transition, stage: EndingStage): void {
  const { agent } = t;
  if (agent.at !== "ending") return;
  const { id, input } = agent.process;
  const untilMs = t.clock.steadyMs + graceMs[stage];
  t.agent = { ...agent, stage, untilMs } satisfies Ending;
  switch (stage) {
    case "parking":
      return;
    case "interrupting":
      return interruptTurn(t);
    case "input_ended":
      t.update({ input: { ...input, isEnded: true } });
      t.effects.push({ type: "end_input", agentId: id, offset: input.offset });
      return;
    case "terminated":
      t.effects.push({ type: "signal", agentId: id, signal: "SIGTERM" });
      return;
    case "killed":
      t.effects.push({ type: "signal", agentId: id, signal: "SIGKILL" });
      return;
    case "given_up":
      t.effects.push({ type: "give_up", agentId: id });
  }
}

/** At end of input alone an agent goes on with tools and calls of the model. */
function interruptTurn(t: Transition): void {
  try {
    ask(t, { subtype: "interrupt", payload: {}, timeoutMs: graceMs.interrupting, purpose: { for: "ending" } });
  } catch (error) {
    if (!isBridleError(error)) throw error;
    enter(t, "input_ended");
  }
}
