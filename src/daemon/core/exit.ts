import { TurnOutcome } from "../../api/gen/bridle/v1/event_pb.js";
import { BridleError } from "../../errors.ts";
import { crashed, goAsleep } from "./after-exit.ts";
import { cancelAsks, outliveAgent } from "./asks.ts";
import { endBadLines } from "./bad-lines.ts";
import type { ExitFacts, Input } from "./input.ts";
import { dropTurnVerdicts } from "./kept-verdicts.ts";
import { addLeftover, launch, tellForgotten } from "./launch.ts";
import { failRequests } from "./requests.ts";
import type { AgentProcess } from "./session-state.ts";
import { lostUses } from "./tool-uses.ts";
import type { Transition } from "./transition.ts";

/** Of an agent that is gone, and nobody tells how. */
export const unconfirmedExit: ExitFacts = {
  exitCode: null,
  signal: null,
  message: "the agent is being ended",
  stderr: "",
  saysUnknownConversation: false,
  isConfirmed: false,
};

/** The agent is gone, and all that it said was read. */
export function exited(t: Transition, { agentId, exit }: Extract<Input, { type: "exited" }>): void {
  const { process } = t;
  if (process?.id !== agentId) return;
  endBadLines(t);
  const cause = judgeExit(t, process, exit);
  const { exitCode, signal, message, stderr } = exit;
  t.trace({ what: "agent_exited", agent: t.facts.agent, exitCode, signal, expected: cause === "expected" });
  failRequests(t, new BridleError("closed", message, { exitCode, signal, stderr }));
  turnLost(t, cause === "expected" ? "the agent was ended" : message);
  // Clients see whether one runs.
  t.effects.push({ type: "show" });
  if (!exit.isConfirmed) addLeftover(t, agentId);
  // Its exit must be stored before the holder forgets it.
  t.effects.push({ type: "forget", agentId });
  if (cause === "expected") return goAsleep(t);
  t.error("agent_exited", message);
  if (cause === "forgotten") startAfresh(t);
  else crashed(t, message);
}

/**
 * `expected`: it did as it was told, or had nothing to do. `forgotten`: it does not have the conversation; only its own
 * word counts for that, whatever else ended it may not happen again. `crashed`: anything else.
 */
function judgeExit(t: Transition, process: AgentProcess, exit: ExitFacts): "expected" | "forgotten" | "crashed" {
  const { agent, conversation } = t;
  if (t.isClosed || (agent.at === "ending" && agent.why === "wanted")) return "expected";
  const wasReady = agent.at === "ready" || (agent.at === "ending" && agent.wasReady);
  if (exit.exitCode === 0 && conversation?.isSettled === true && wasReady) return "expected";
  const hasFailed = exit.exitCode !== null && exit.exitCode !== 0;
  const saysSo = process.refusedToResume || exit.saysUnknownConversation;
  const wasSilent = agent.at === "ending" && agent.why === "silent";
  return process.conversation.resumed && !wasReady && !wasSilent && hasFailed && saysSo ? "forgotten" : "crashed";
}

/** Its asks outlive it, unless nobody wants the session any more; its turn has no other end. */
export function turnLost(t: Transition, reason: string): void {
  if (t.isClosed) cancelAsks(t, reason);
  else outliveAgent(t);
  dropTurnVerdicts(t);
  lostUses(t);
  const { conversation } = t;
  if (conversation === undefined || conversation.isSettled) return;
  const { turn = "", prompts } = conversation.ledger.state;
  const lost = { outcome: TurnOutcome.LOST, prompts: prompts.map(({ uuid }) => uuid), errors: [reason] };
  t.emit({ case: "turnComplete", value: lost }, turn);
  t.trace({ what: "turn", outcome: "lost" });
}

/** The agent has forgotten the conversation: after SIGKILL in a first turn, say. */
function startAfresh(t: Transition): void {
  const { fork: _, resume: __, resumeAt: ___, ...options } = t.facts.options;
  t.set({ agentSessionId: "", options });
  tellForgotten(t, "the agent no longer has this conversation; it begins a new one in this session");
  t.agent = { at: "asleep" };
  launch(t);
}
