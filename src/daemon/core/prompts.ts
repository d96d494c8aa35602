import { PromptState } from "../../api/gen/bridle/v1/event_pb.js";
import { BridleError, isBridleError } from "../../errors.ts";
import type { Fields } from "../../wire/fields.ts";
import { throwIfBacklogFull, writeLine } from "./agent-input.ts";
import type { Conversation } from "./conversation.ts";
import { isHeldBack, isResumingHeldBack, nothingHeldBack, payerFor } from "./holding-back.ts";
import type { Input } from "./input.ts";
import { wake } from "./launch.ts";
import { awaitsHook, isParked, isReady, isResuming, type WaitingPrompt } from "./session-state.ts";
import type { Transition } from "./transition.ts";

/** Gives a prompt to the agent, or keeps it until it can take it. */
export function prompt(
  t: Transition,
  { call, promptId, content, sender, delivery }: Extract<Input, { type: "prompt" }>,
): void {
  const conversation = readyConversation(t);
  const isBetween = conversation?.isSettled === true && t.queue.length === 0;
  const isWanted = conversation !== undefined && delivery !== "queue" && (isBetween || delivery === "inject");
  const isNow = isWanted && !isHeldBack(t, sender);
  const state = isNow ? (isBetween ? PromptState.SENT : PromptState.INJECTED) : PromptState.QUEUED;
  const position = isNow ? 0 : t.queue.length;
  if (isNow) throwIfBacklogFull(t);
  const line = isNow ? promptLine(t, conversation, promptId, content.json) : "";
  if (t.facts.title === "") t.set({ title: content.title });
  t.emit({ case: "prompt", value: { promptId, state, position, contentJson: content.json, sender } });
  t.effects.push({ type: "index_text", text: content.text });
  t.answer(call, { to: "prompt", promptId, state, position });
  if (isNow) give(t, conversation, { id: promptId, content: content.json, sender }, line);
  else {
    const last = t.queue.at(-1)?.position ?? 0;
    t.queue = [...t.queue, { id: promptId, position: last + 1, content: content.json, sender, delivery }];
    goOn(t);
  }
  t.trace({ what: "prompt", how: isNow ? (isBetween ? "sent" : "injected") : "queued" });
}

/** What waits goes to the agent, or one is started for it. */
export function goOn(t: Transition): void {
  if (t.process !== undefined) sendNext(t);
  else if (wantsAgent(t)) wake(t);
}

/** Something waits for an agent, and nothing for a person first. */
export function wantsAgent(t: Transition): boolean {
  if (isParked(t)) return false;
  if (awaitsHook(t)) return !isResumingHeldBack(t);
  const [next] = t.queue;
  return next !== undefined && !isHeldBack(t, next.sender);
}

/** The first prompt that waits, if the agent can take it; if there is none, the agent is idle. */
export function sendNext(t: Transition): void {
  const conversation = readyConversation(t);
  if (conversation?.isSettled !== true) return;
  const [next, ...others] = t.queue;
  if (next === undefined || isHeldBack(t, next.sender)) return rest(t);
  t.queue = others;
  const { id, content } = next;
  try {
    const line = promptLine(t, conversation, id, content);
    t.emit({ case: "prompt", value: { promptId: id, state: PromptState.SENT } });
    give(t, conversation, next, line);
  } catch (error) {
    if (!isBridleError(error)) throw error;
    t.error(error.code, error.message);
    t.emit({ case: "prompt", value: { promptId: id, state: PromptState.CANCELLED } });
    sendNext(t);
  }
}

/** Throws `not_found` for one that does not wait. */
export function cancelPrompt(t: Transition, { call, promptId }: Extract<Input, { type: "cancel_prompt" }>): void {
  if (!t.queue.some(({ id }) => id === promptId))
    throw new BridleError("not_found", "this prompt does not wait", { what: "prompt", id: promptId });
  cancel(t, promptId);
  t.answer(call, { to: "done" });
}

export function cancelAllPrompts(t: Transition): void {
  for (const { id } of t.queue) cancel(t, id);
}

function cancel(t: Transition, promptId: string): void {
  t.queue = t.queue.filter(({ id }) => id !== promptId);
  nothingHeldBack(t);
  t.emit({ case: "prompt", value: { promptId, state: PromptState.CANCELLED } });
}

type GivenPrompt = Pick<WaitingPrompt, "id" | "content" | "sender">;

function give(t: Transition, conversation: Conversation, { id, content, sender }: GivenPrompt, line: string): void {
  // What is put into a running turn is paid for by whoever began it.
  if (conversation.isSettled) t.payer = payerFor(t, sender);
  conversation.prompted(id, content);
  writeLine(t, line);
  if (t.agent.at === "ready") t.agent = { ...t.agent, idleSinceMs: undefined };
}

function rest(t: Transition): void {
  if (t.agent.at === "ready" && t.agent.idleSinceMs === undefined)
    t.agent = { ...t.agent, idleSinceMs: t.clock.steadyMs };
}

/** Of an agent that takes prompts. One that goes on with a parked call, or would have to, would drop the call. */
function readyConversation(t: Transition): Conversation | undefined {
  return isReady(t) && !isParked(t) && !isResuming(t) ? t.conversation : undefined;
}

/**
 * A prompt as the agent's version wants it. Its uuid is how the result names it. Other dialects than Claude Code's name
 * the conversation in each prompt: ours is called as our session is. Throws `unsupported`.
 */
function promptLine(t: Transition, { adapter, dialect }: Conversation, uuid: string, contentJson: string): string {
  const content = JSON.parse(contentJson) as string | readonly Fields[];
  return adapter.format({ kind: "prompt", content, uuid, ...(dialect !== undefined && { sessionId: t.facts.id }) });
}
