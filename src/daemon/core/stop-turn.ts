import { turnStop } from "../../conversation/turn-stop.ts";
import { ask as askAgent } from "./requests.ts";
import type { OpenAsk } from "./session-state.ts";
import type { Transition } from "./transition.ts";

/** Makes a deny with `interrupt` end the turn, whatever the agent's version. A turn that is over needs no end. */
export function stopTurn(t: Transition, waits: OpenAsk["waits"]): void {
  const { conversation } = t;
  if (conversation === undefined || !("agent" in waits)) return;
  const stop = turnStop(conversation.adapter, waits.in);
  if (stop.by === "answer" || conversation.ledger.isTurnStopped) return;
  conversation.ledger.stopTurn();
  conversation.isChanged = true;
  if (stop.by === "interrupt") {
    const purpose = { for: "stop" } as const;
    return askAgent(t, { subtype: "interrupt", payload: {}, timeoutMs: t.limits.controlTimeoutMs, purpose });
  }
  t.notice("bridle/interrupt_unsupported", { ...stop.warning });
  t.trace({ what: "notice", ...stop.warning });
}
