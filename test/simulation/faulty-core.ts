import { TurnOutcome } from "../../src/api/gen/bridle/v1/event_pb.js";
import type { Effect } from "../../src/daemon/core/effect.ts";
import type { Input } from "../../src/daemon/core/input.ts";
import type { KeptVerdict, OpenAsk, SessionState } from "../../src/daemon/core/session-state.ts";
import type { Draft, EventKind } from "../../src/daemon/events/draft.ts";
import type { PlantedFault } from "./planted-fault.ts";

/** What becomes of a session, as a core with this fault would have it. */
export function faultyState(
  fault: PlantedFault | undefined,
  input: Input,
  before: SessionState,
  state: SessionState,
): SessionState {
  switch (fault) {
    case "a grant is used twice":
      return keepUsed(input, before, state, "same_call");
    case "a call that was parked is resumed twice":
      return keepUsed(input, before, state, "hook");
    case "an ask that expired is allowed":
      if (input.type !== "time" || state.verdicts === before.verdicts) return state;
      return { ...state, verdicts: state.verdicts.map((kept) => ({ ...kept, verdict: { behavior: "allow" } })) };
    case "an answer before the turn's end is forgotten":
      if (input.type !== "decide" || !("process" in state.agent)) return state;
      return { ...state, verdicts: state.verdicts.filter((kept) => kept.for.next !== "hook") };
    case "a call that is held again is never parked again":
      return { ...state, asks: state.asks.map(heldForEver) };
    default:
      return state;
  }
}

function heldForEver(open: OpenAsk): OpenAsk {
  const { waits } = open;
  return "resumes" in waits && waits.resumes ? { ...open, waits: { ...waits, sinceMs: 1e15 } } : open;
}

/** Verdicts that the agent used stay for another time. */
function keepUsed(
  input: Input,
  { verdicts: before }: SessionState,
  state: SessionState,
  next: KeptVerdict["for"]["next"],
): SessionState {
  if (input.type !== "said") return state;
  const isKept = ({ askId }: KeptVerdict): boolean => state.verdicts.some((kept) => kept.askId === askId);
  const used = before.filter((kept) => kept.for.next === next && !isKept(kept));
  return used.length === 0 ? state : { ...state, verdicts: [...state.verdicts, ...used] };
}

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
    case "an ask that expired is allowed":
      return input.type === "time" ? effects.map((one) => rewritten(rewritten(one, ...deny[0]), ...deny[1])) : effects;
    case "a call that is put off runs":
      return effects.map((one) => rewritten(one, '"defer"', '"allow"'));
    default:
      return effects;
  }
}

/** Denials by the clock, of a request and of a hook, and as many bytes that allow. */
const deny = [
  ['"deny","message":"Nobody', '"allow","message":"obody'],
  ['"deny","permissionDecisionReason":"Nobody', '"allow","permissionDecisionReason":"obody'],
] as const;

/** A line for the agent that says something else, in as many bytes. */
function rewritten(effect: Effect, from: string, to: string): Effect {
  if (effect.type !== "write") return effect;
  return { ...effect, data: Buffer.from(Buffer.from(effect.data).toString("latin1").replace(from, to), "latin1") };
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
