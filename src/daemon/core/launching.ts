import { BridleError } from "../../errors.ts";
import { crashed, goAsleep } from "./after-exit.ts";
import { freshConversation } from "./conversation-state.ts";
import { turnLost } from "./exit.ts";
import type { Input } from "./input.ts";
import { addLeftover, launchOptions, tellForgotten } from "./launch.ts";
import { failRequests } from "./requests.ts";
import type { AgentProcess } from "./session-state.ts";
import type { Transition } from "./transition.ts";

/** Everything is there for an agent: it is stored, and then started. An agent nobody knows of would be an orphan. */
export function launchReady(t: Transition, input: Extract<Input, { type: "launch_ready" }>): void {
  if (t.agent.at !== "launching" || t.agent.launch !== input.launch) return;
  const { resume } = launchOptions(t);
  if (resume === undefined && t.facts.turns > t.forgottenTurns)
    tellForgotten(t, "the agent gave this conversation no id to go on with it; it begins a new one in this session");
  const process: AgentProcess = {
    id: input.agentId,
    startedMs: t.agent.sinceMs,
    conversation: freshConversation(input.version, resume !== undefined, input.dialect),
    outputOffset: 0,
    input: { offset: 0, confirmed: 0, isEnded: false },
    requests: [],
    requestsMade: 0,
    hasEnded: false,
    refusedToResume: false,
    toolUses: [],
    updates: [],
  };
  t.agent = { at: "starting", process };
  t.effects.push({ type: "start", launch: input.launch, agentId: input.agentId });
}

/** It could not even be started. */
export function launchFailed(t: Transition, input: Extract<Input, { type: "launch_failed" }>): void {
  const { launch: number, agentId, code, message, mayRun } = input;
  const { agent } = t;
  // Without an agent it is about a launch: one that is no longer under way is nobody's.
  const isThis =
    agentId === undefined ? agent.at === "launching" && agent.launch === number : t.process?.id === agentId;
  if (!isThis) return;
  t.trace({ what: "agent_failed", code, message });
  t.error(code, message);
  const { process } = t;
  failRequests(t, new BridleError("closed", message, { exitCode: null, signal: null, stderr: "" }));
  // It may have said something before its start was heard of.
  turnLost(t, message);
  if (process !== undefined && mayRun) addLeftover(t, process.id);
  if (process !== undefined) t.effects.push({ type: "forget", agentId: process.id });
  if (t.isClosed || (agent.at === "ending" && agent.why === "wanted")) return goAsleep(t);
  // The holder is gone, and the next one is being started.
  if (code === "closed") return crashed(t, message);
  t.agent = { at: "crashed" };
  t.tellPhase(message);
}

export function leftoverEnded(t: Transition, { agentId }: Extract<Input, { type: "leftover_ended" }>): void {
  t.leftovers = t.leftovers.filter((id) => id !== agentId);
}
