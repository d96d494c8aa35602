import { isBridleError } from "../../errors.ts";
import { extend } from "./ask-deadline.ts";
import { answerQuestion, attendance, decide } from "./asks.ts";
import { close } from "./close.ts";
import type { Effect } from "./effect.ts";
import { sleep, unreadable } from "./ending.ts";
import { exited } from "./exit.ts";
import { started } from "./handshake.ts";
import type { Input } from "./input.ts";
import { wake } from "./launch.ts";
import { launchFailed, launchReady, leftoverEnded } from "./launching.ts";
import type { Limits } from "./limits.ts";
import { cancelPrompt, prompt } from "./prompts.ts";
import { react } from "./reactions.ts";
import { configure, interrupt, request } from "./requests.ts";
import { restored } from "./restored.ts";
import { retry } from "./retry.ts";
import { attempt, said, skipped } from "./said.ts";
import type { SessionState } from "./session-state.ts";
import { time } from "./time.ts";
import { Transition } from "./transition.ts";

export interface Advanced {
  readonly state: SessionState;
  readonly effects: readonly Effect[];
}

/**
 * What becomes of a session by what happens to it. Pure: the same state and input give the same, and the given state
 * stays as it is. A call that cannot be carried out changes nothing, and is answered with the error.
 */
export function advance(state: SessionState, input: Input, limits: Limits): Advanced {
  const t = new Transition(state, input, limits);
  try {
    handle(t, input);
    react(t);
  } catch (error) {
    if (!("call" in input) || !isBridleError(error)) throw error;
    return { state, effects: [{ type: "answer", call: input.call, answer: { to: "error", error } }] };
  }
  t.tellPhase();
  return { state: t.state, effects: t.effects };
}

function handle(t: Transition, input: Input): void {
  switch (input.type) {
    case "prompt":
      return prompt(t, input);
    case "cancel_prompt":
      return cancelPrompt(t, input);
    case "interrupt":
      return interrupt(t, input);
    case "decide":
      return decide(t, input);
    case "answer_question":
      return answerQuestion(t, input);
    case "extend":
      return extend(t, input);
    case "configure":
      return configure(t, input);
    case "change":
      t.set(input.changes);
      return t.answer(input.call, { to: "done" });
    case "request":
      return request(t, input);
    case "notice":
      return t.notice(input.word, input.fields, t.turn);
    case "close":
      return close(t, input);
    case "retry":
      return retry(t, input);
    case "wake":
      return wake(t);
    case "sleep":
      return sleep(t);
    case "launch_ready":
      return launchReady(t, input);
    case "launch_failed":
      return launchFailed(t, input);
    case "started":
      return started(t, input);
    case "said":
      return said(t, input);
    case "attempt":
      return attempt(t, input);
    case "skipped":
      return skipped(t, input);
    case "input_confirmed":
      return inputConfirmed(t, input);
    case "unreadable":
      return unreadable(t, input);
    case "ended":
      return t.process?.id === input.agentId ? t.update({ hasEnded: true }) : undefined;
    case "exited":
      return exited(t, input);
    case "leftover_ended":
      return leftoverEnded(t, input);
    case "time":
      return time(t, input);
    case "restored":
      return restored(t, input);
    case "attendance":
      return attendance(t, input.isAttended);
  }
}

function inputConfirmed(t: Transition, { agentId, to }: Extract<Input, { type: "input_confirmed" }>): void {
  const { process } = t;
  if (process?.id !== agentId || to <= process.input.confirmed) return;
  t.update({ input: { ...process.input, confirmed: to } });
}
