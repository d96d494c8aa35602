import type { Outcome } from "../../channel/open-requests.ts";
import type { CallAnswer } from "./effect.ts";
import { failAgent, turnToEndAnswered } from "./ending.ts";
import { handshakeAnswered } from "./handshake.ts";
import { configured } from "./requests.ts";
import type { OpenRequest } from "./session-state.ts";
import type { Transition } from "./transition.ts";

/** Deals with what was found on the way, and with what comes of that. */
export function react(t: Transition): void {
  for (let signal = t.signals.shift(); signal !== undefined; signal = t.signals.shift()) {
    if (signal.type === "backlog_overflow") failAgent(t, "overflow", signal.message);
    else requestSettled(t, signal.request, signal.outcome);
  }
}

function requestSettled(t: Transition, { purpose }: OpenRequest, outcome: Outcome): void {
  switch (purpose.for) {
    case "handshake":
      return handshakeAnswered(t, purpose.hooked, outcome);
    case "ending":
      return turnToEndAnswered(t, outcome);
    case "stop":
      // It may end first, or refuse; then the denials remain.
      return;
    case "interrupt":
      return t.answer(purpose.call, answerOf(outcome, { to: "interrupt", interrupted: true }));
    case "configure":
      if ("payload" in outcome) configured(t, purpose.change);
      return t.answer(purpose.call, answerOf(outcome, { to: "done" }));
    case "caller": {
      const payload = "payload" in outcome ? outcome.payload : {};
      return t.answer(purpose.call, answerOf(outcome, { to: "request", payload }));
    }
  }
}

function answerOf(outcome: Outcome, good: CallAnswer): CallAnswer {
  return "payload" in outcome ? good : { to: "error", error: outcome.error };
}
