import { TurnOutcome } from "../../src/api/gen/bridle/v1/event_pb.js";
import type { Effect } from "../../src/daemon/core/effect.ts";
import type { Input } from "../../src/daemon/core/input.ts";
import type { Draft, EventKind } from "../../src/daemon/events/draft.ts";
import type { PlantedFault } from "./planted-fault.ts";

/** The effects of an input, as a core with this fault would give them. */
export function faultyEffects(
  fault: PlantedFault | undefined,
  input: Input,
  effects: readonly Effect[],
): readonly Effect[] {
  switch (fault) {
    case "a lost turn is not told":
      return effects.filter(({ type, ...rest }) => !(type === "emit" && isLost(rest as { draft: Draft })));
    case "a phase is not told at an exit":
      return input.type === "exited" ? effects.filter((effect) => !isPhase(effect)) : effects;
    case "a call is answered twice":
      return input.type === "said"
        ? effects.flatMap((one): Effect[] => (one.type === "answer" ? [one, one] : [one]))
        : effects;
    default:
      return effects;
  }
}

function isLost({ draft: { kind } }: { readonly draft: Draft }): boolean {
  return kind.case === "turnComplete" && kind.value.outcome === TurnOutcome.LOST;
}

function isPhase(effect: Effect): boolean {
  return effect.type === "emit" && effect.draft.kind.case === "statusChange";
}

/** Pieces of text of one commit, joined also where something is between them. */
export function joinOverTurns(fault: PlantedFault | undefined, drafts: readonly Draft[]): readonly Draft[] {
  if (fault !== "pieces are joined over the end of a turn") return drafts;
  const joined: Draft[] = [];
  for (const draft of drafts) {
    const at = draft.kind.case === "textDelta" ? joined.findIndex(({ kind }) => kind.case === "textDelta") : -1;
    const first = joined[at];
    if (first === undefined || first.kind.case !== "textDelta" || draft.kind.case !== "textDelta") joined.push(draft);
    else {
      const text = `${first.kind.value.text ?? ""}${draft.kind.value.text ?? ""}`;
      joined[at] = { ...first, kind: { case: "textDelta", value: { ...first.kind.value, text } } as EventKind };
    }
  }
  return joined;
}
