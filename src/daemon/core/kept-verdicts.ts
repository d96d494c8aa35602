import type { KeptVerdict } from "./session-state.ts";
import type { Transition } from "./transition.ts";

/** More grants than these nobody waits for. */
const maxKept = 1000;

/** A tool use, as an agent asks about it. */
export interface AskedCall {
  readonly toolUseId: string;
  readonly toolName: string;
  /** Of the tool and its input. */
  readonly digest: string;
}

export function keepVerdict(t: Transition, kept: KeptVerdict): void {
  t.verdicts = [...t.verdicts, kept].slice(-maxKept);
}

/** What was decided about this call before; it is used up. `asksBy`: a parked call is asked about by its hook first. */
export function takeVerdict(t: Transition, call: AskedCall, asksBy: "hook" | "request"): KeptVerdict | undefined {
  // An agent that is resumed and has no hook asks by a request alone.
  const isNext = ({ for: { next } }: KeptVerdict): boolean => next === asksBy || next === "hook";
  const found =
    t.verdicts.find((kept) => isNext(kept) && isThatCall(kept, call)) ??
    t.verdicts.find((kept) => kept.for.next === "same_call" && isSameCall(kept, call));
  if (found !== undefined) t.verdicts = t.verdicts.filter((kept) => kept !== found);
  return found;
}

/** The call was parked, and decided while no agent was there. */
export function awaitsThis({ verdicts }: Transition, call: AskedCall): boolean {
  return verdicts.some((kept) => kept.for.next === "hook" && isThatCall(kept, call));
}

/** What belongs to the turn that is over is of no use any more. */
export function dropTurnVerdicts(t: Transition): void {
  if (t.verdicts.some((kept) => kept.for.next === "request"))
    t.verdicts = t.verdicts.filter((kept) => kept.for.next !== "request");
}

/** With another input it is not what the person saw. An input that the person changed comes back changed. */
function isThatCall({ toolUseId, digest, verdict }: KeptVerdict, call: AskedCall): boolean {
  const isEdited = verdict.behavior === "allow" && verdict.updatedInput !== undefined;
  return toolUseId !== "" && toolUseId === call.toolUseId && (digest === call.digest || isEdited);
}

function isSameCall({ toolName, digest }: KeptVerdict, call: AskedCall): boolean {
  return toolName === call.toolName && digest === call.digest;
}
