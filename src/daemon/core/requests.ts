import {
  answeredBy,
  expiredAt,
  type Outcome,
  outcomeOf,
  prepareRequest,
  timeoutError,
  withoutRequest,
} from "../../channel/open-requests.ts";
import { BridleError } from "../../errors.ts";
import type { ControlResponse } from "../../wire/canonical.ts";
import { saysUnsupported } from "../../wire/dispatch.ts";
import type { Fields } from "../../wire/fields.ts";
import { writeLine } from "./agent-input.ts";
import type { Input } from "./input.ts";
import { cancelAllPrompts } from "./prompts.ts";
import { type Configuration, isReady, type OpenRequest, type RequestPurpose } from "./session-state.ts";
import type { Transition } from "./transition.ts";

interface Asked {
  readonly subtype: string;
  readonly payload: Fields;
  readonly timeoutMs: number;
  readonly purpose: RequestPurpose;
}

/** Asks the agent. Throws `unsupported` where its version lacks the request, and nothing is sent. */
export function ask(t: Transition, { purpose, ...asked }: Asked): void {
  const { process, conversation } = t;
  if (process === undefined || conversation === undefined) throw gone();
  const requestsMade = process.requestsMade + 1;
  const newId = `${process.id}-${requestsMade}`;
  const prepared = prepareRequest(conversation.adapter, { ...asked, newId, nowMs: t.clock.steadyMs });
  const open: OpenRequest = { ...prepared.sent, purpose };
  t.update({ requestsMade, ...(prepared.isAnswered && { requests: [...process.requests, open] }) });
  writeLine(t, prepared.line, true);
  if (!prepared.isAnswered) settled(t, open, { payload: {} });
}

/** The agent answered. Answers to nothing we asked are passed over. */
export function answered(t: Transition, response: ControlResponse): void {
  const open = answeredBy(t.process?.requests ?? [], response.requestId);
  if (open === undefined) return;
  const outcome = outcomeOf(open, response, "agent");
  if ("error" in outcome && saysUnsupported(outcome.error)) t.conversation?.learn({ refused: [open.subtype] });
  close(t, open, outcome);
}

/** Requests that waited for too long. */
export function expireRequests(t: Transition): void {
  for (const open of expiredAt(t.process?.requests ?? [], t.clock.steadyMs))
    close(t, open, { error: timeoutError(open) });
}

/** The agent is gone: nobody will answer them. */
export function failRequests(t: Transition, error: BridleError): void {
  for (const open of t.process?.requests ?? []) close(t, open, { error });
}

/** A control request of another part of the daemon. */
export function request(
  t: Transition,
  { call, subtype, payload, timeoutMs }: Extract<Input, { type: "request" }>,
): void {
  ask(t, { subtype, payload, timeoutMs, purpose: { for: "caller", call } });
}

/** A person wants the turn to end. */
export function interrupt(t: Transition, { call, cancelQueued }: Extract<Input, { type: "interrupt" }>): void {
  if (cancelQueued) cancelAllPrompts(t);
  const conversation = isReady(t) ? t.conversation : undefined;
  if (conversation === undefined || conversation.isSettled)
    return t.answer(call, { to: "interrupt", interrupted: false });
  // Where it is not known the agent has none queued but those it was injected with.
  const cancels = cancelQueued && conversation.adapter.has("controls interrupt.cancel_queued");
  ask(t, {
    subtype: "interrupt",
    payload: cancels ? { cancel_queued: true } : {},
    timeoutMs: t.limits.controlTimeoutMs,
    purpose: { for: "interrupt", call },
  });
}

/** Tells the agent that runs; one that is started later is told by its arguments. */
export function configure(t: Transition, { call, change }: Extract<Input, { type: "configure" }>): void {
  if (!isReady(t)) {
    configured(t, change);
    return t.answer(call, { to: "done" });
  }
  // Asked first: what an agent refuses would end every later one at its start.
  const asked =
    "permissionMode" in change
      ? { subtype: "set_permission_mode", payload: { mode: change.permissionMode } }
      : { subtype: "set_model", payload: change.model === "" ? {} : { model: change.model } };
  ask(t, { ...asked, timeoutMs: t.limits.controlTimeoutMs, purpose: { for: "configure", call, change } });
}

export function configured(t: Transition, change: Configuration): void {
  t.set({ ...change, options: { ...t.facts.options, ...change } });
}

function close(t: Transition, open: OpenRequest, outcome: Outcome): void {
  t.update({ requests: withoutRequest(t.process?.requests ?? [], open) });
  settled(t, open, outcome);
}

function settled(t: Transition, request: OpenRequest, outcome: Outcome): void {
  t.signals.push({ type: "request_settled", request, outcome });
}

function gone(): BridleError<"closed"> {
  const message = "the agent is gone";
  return new BridleError("closed", message, { exitCode: null, signal: null, stderr: "" });
}
