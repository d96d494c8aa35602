import type { TurnComplete } from "../../conversation/event.ts";
import { beginEnding, turnEnded } from "./ending.ts";
import { dropTurnVerdicts } from "./kept-verdicts.ts";
import { sendNext } from "./prompts.ts";
import { isLeftForResuming } from "./session-state.ts";
import { failedUses } from "./tool-uses.ts";
import type { Transition } from "./transition.ts";

/** A result came; the turn it ends may have been the last one that something waits for. */
export function turnComplete(t: Transition, { result, frame }: TurnComplete): void {
  // Without a frame it tells of further prompts of a turn that was counted.
  if (frame !== undefined) {
    const { outcome, text, denials } = result;
    failedUses(t, denials);
    t.set({ turns: t.facts.turns + 1 });
    if (text) t.effects.push({ type: "index_text", text });
    t.trace({ what: "turn", outcome });
  }
  if (t.conversation?.ledger.turn === undefined) {
    dropTurnVerdicts(t);
    turnEnded(t);
  }
  if (t.conversation?.isSettled === true && isLeftForResuming(t)) beginEnding(t, "wanted");
  turnMayBeOver(t);
}

/** No result ends it when the agent dropped the last prompt, or a person answered between turns. */
export function turnMayBeOver(t: Transition): void {
  if (t.conversation?.isSettled === true) sendNext(t);
}
