import { type Ask, AskKind } from "../../api/gen/bridle/v1/ask_pb.js";
import { PromptState } from "../../api/gen/bridle/v1/event_pb.js";
import type { Verdict } from "../../conversation/ask.ts";
import { toolAnswer } from "../../conversation/tool-answer.ts";
import { successAnswer } from "../../wire/dispatch.ts";
import { encodeLine } from "../../wire/encode-line.ts";
import type { Fields } from "../../wire/fields.ts";
import { writeLine } from "./agent-input.ts";
import { decidedBy } from "./decider.ts";
import { isResumingHeldBack } from "./holding-back.ts";
import { hookLine, hookVerdictLine } from "./hook-answers.ts";
import { keepVerdict } from "./kept-verdicts.ts";
import { launch } from "./launch.ts";
import { sendNext, wantsAgent } from "./prompts.ts";
import { daemonSender, type KeptVerdict, type OpenAsk } from "./session-state.ts";
import { stopTurn } from "./stop-turn.ts";
import type { Transition } from "./transition.ts";
import { verdictMessage } from "./verdict-message.ts";

/**
 * How the agent is told a verdict, by how the ask waits. Throws `unencodable` at once: when anything is recorded, nothing
 * may throw any more.
 */
export function telling(t: Transition, open: OpenAsk, verdict: Verdict, by: string): () => void {
  const { ask, waits } = open;
  const { toolName } = ask;
  const keep = (use: KeptVerdict["for"]): void => keepVerdict(t, keptOf(ask, verdict, by, use));
  switch (waits.in) {
    case "request": {
      const line = requestLine(ask, waits.requestId, verdict);
      if (waits.resumes && isResumingHeldBack(t))
        return () => {
          stopBefore(t, open);
          tellLater(t, ask, verdict, by);
        };
      return () => {
        noteUpdates(t, verdict);
        writeLine(t, line);
      };
    }
    case "hook": {
      const line = hookVerdictLine(waits.requestId, toolName, verdict);
      const { resumes = false } = waits;
      if (resumes && isResumingHeldBack(t))
        return () => {
          keep({ next: "hook" });
          writeLine(t, hookLine(waits.requestId, "defer"));
        };
      return () => {
        // Also where the hook allows it: a rule of the agent's own settings may want it asked all the same.
        if (verdict.behavior === "allow" || resumes) keep({ next: "request", resumes });
        writeLine(t, line);
      };
    }
    case "parked":
      return () => {
        keep({ next: "hook", ...(waits.untilMs !== undefined && { untilMs: waits.untilMs }) });
        wakeFor(t, by);
      };
    case "nothing":
      return () => tellLater(t, ask, verdict, by);
  }
}

/** A turn that was resumed must not go on now, and a request for permission cannot be put off as a hook can: it ends the turn. */
export function stopBefore(t: Transition, { ask, waits }: OpenAsk): void {
  if (!("requestId" in waits)) return;
  stopTurn(t, waits);
  writeLine(t, requestLine(ask, waits.requestId, { behavior: "deny", message: notNow, interrupt: true }));
}

const notNow = "This cannot go on now. You will be told what was decided when it can.";

/** The agent has lost the call that this was decided about, or cannot go on with it. */
export function tellKeptLater(t: Transition, { askId: id, verdict, by, ...call }: KeptVerdict): void {
  tellLater(t, { id, ...call }, verdict, by);
}

/** The agent that asked is gone: another one is told in words, and may make the same call once. */
function tellLater(t: Transition, ask: CallFacts, verdict: Verdict, by: string): void {
  const { id: askId, kind } = ask;
  if (verdict.behavior === "allow" && kind !== AskKind.QUESTION)
    keepVerdict(t, keptOf(ask, verdict, by, { next: "same_call" }));
  const content = JSON.stringify(verdictMessage(ask, verdict, by === byDeadline));
  const first = t.queue[0]?.position ?? 1;
  // An ask has an id of its own, and is told of once.
  t.queue = [{ id: askId, position: first - 1, content, sender: daemonSender, delivery: "queue" }, ...t.queue];
  const value = { promptId: askId, state: PromptState.QUEUED, position: 0, contentJson: content, sender: daemonSender };
  t.emit({ case: "prompt", value });
  wakeFor(t, by);
}

function keptOf(ask: CallFacts, verdict: Verdict, by: string, use: KeptVerdict["for"]): KeptVerdict {
  const { id: askId, kind, inputJson, toolName, toolUseId, digest } = ask;
  return { askId, kind, inputJson, toolName, toolUseId, digest, verdict, by, for: use };
}

type CallFacts = Pick<Ask, "id" | "kind" | "toolName" | "toolUseId" | "digest" | "inputJson">;

/** The agent keeps these itself for its session: what they allow it does not ask about. */
export function noteUpdates(t: Transition, verdict: Verdict): void {
  const updates = verdict.behavior === "allow" ? (verdict.updatedPermissions ?? []) : [];
  const ofSession = updates.filter(({ destination }) => destination === "session");
  if (ofSession.length > 0) t.update({ updates: [...(t.process?.updates ?? []), ...ofSession] });
}

const byDeadline = decidedBy({ by: "deadline" });

/** Whoever is there is given what waits; else an agent is started for it. One that crashed too often waits for a person. */
function wakeFor(t: Transition, by: string): void {
  if (t.process !== undefined) return sendNext(t);
  const isLeft = t.agent.at === "crashed" && by === byDeadline;
  if (!isLeft && wantsAgent(t)) launch(t);
}

/** What a request for permission is answered. Throws `unencodable`. */
export function requestLine({ inputJson, toolUseId }: Ask, requestId: string, verdict: Verdict): string {
  const input = JSON.parse(inputJson) as Fields;
  const answer = toolAnswer(verdict, { input, toolUseId: toolUseId === "" ? undefined : toolUseId });
  return encodeLine(successAnswer(requestId, answer as Fields));
}
