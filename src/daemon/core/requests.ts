import { BridleError } from "../../errors.ts";
import type { ControlResponse } from "../../wire/canonical.ts";
import { saysUnsupported } from "../../wire/dispatch.ts";
import type { Fields } from "../../wire/fields.ts";
import { writeLine } from "./agent-input.ts";
import { anyId } from "./any-id.ts";
import type { Input } from "./input.ts";
import { cancelAllPrompts } from "./prompts.ts";
import { type Configuration, isReady, type OpenRequest, type RequestPurpose } from "./session-state.ts";
import type { Outcome } from "./signal.ts";
import type { Transition } from "./transition.ts";

interface Asked {
  readonly subtype: string;
  readonly payload: Fields;
  readonly timeoutMs: number;
  readonly purpose: RequestPurpose;
}

/** Asks the agent. Throws `unsupported` where its version lacks the request, and nothing is sent. */
export function ask(t: Transition, { subtype, payload, timeoutMs, purpose }: Asked): void {
  const { process, conversation } = t;
  if (process === undefined || conversation === undefined) throw gone();
  const { adapter } = conversation;
  const match = adapter.answersTo(subtype);
  const requestsMade = process.requestsMade + 1;
  const id = match === "by_id" ? `${process.id}-${requestsMade}` : subtype;
  const line = adapter.format({ kind: "request", requestId: id, subtype, payload });
  const untilMs = t.clock.steadyMs + timeoutMs;
  const open: OpenRequest = { id, subtype, purpose, untilMs, timeoutMs };
  t.update({ requestsMade, ...(match !== "none" && { requests: [...process.requests, open] }) });
  writeLine(t, line, true);
  if (match === "none") settled(t, open, { payload: {} });
}

/** The agent answered. Answers to nothing we asked are passed over. */
export function answered(t: Transition, { requestId, error, errorCode, payload }: ControlResponse): void {
  const requests = t.process?.requests ?? [];
  const open = requests.find(({ id }) => id === requestId) ?? requests.find(({ id }) => id === anyId);
  if (open === undefined) return;
  close(t, open);
  if (error === undefined) return settled(t, open, { payload: payload ?? {} });
  const { subtype } = open;
  const refused = new BridleError("refused", `the agent refused ${subtype}: ${error}`, {
    subtype,
    reason: error,
    errorCode,
  });
  if (saysUnsupported(refused)) t.conversation?.learn({ refused: [subtype] });
  settled(t, open, { error: refused });
}

/** Requests that waited for too long. */
export function expireRequests(t: Transition): void {
  for (const open of t.process?.requests ?? []) {
    if (open.untilMs > t.clock.steadyMs) continue;
    const { subtype, timeoutMs } = open;
    close(t, open);
    settled(t, open, {
      error: new BridleError("timeout", `no answer to ${subtype} within ${timeoutMs} ms`, {
        waitingFor: subtype,
        afterMs: timeoutMs,
      }),
    });
  }
}

/** The agent is gone: nobody will answer them. */
export function failRequests(t: Transition, error: BridleError): void {
  for (const open of t.process?.requests ?? []) {
    close(t, open);
    settled(t, open, { error });
  }
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

function settled(t: Transition, request: OpenRequest, outcome: Outcome): void {
  t.signals.push({ type: "request_settled", request, outcome });
}

function close(t: Transition, { id }: OpenRequest): void {
  const requests = t.process?.requests ?? [];
  // Of those that share an id the oldest.
  const first = requests.findIndex((open) => open.id === id);
  t.update({ requests: requests.filter((_, index) => index !== first) });
}

function gone(): BridleError<"closed"> {
  const message = "the agent is gone";
  return new BridleError("closed", message, { exitCode: null, signal: null, stderr: "" });
}
