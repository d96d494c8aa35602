import type { Draft } from "../../model/input-draft.ts";
import type { DecisionButton } from "./decision-bar.tsx";
import type { Denial } from "./deny-form.tsx";
import { type Grant, once } from "./scope-choice.tsx";

/** What somebody is doing with an ask. */
export type Doing =
  | { readonly at: "deciding"; readonly grant: Grant }
  | { readonly at: "editing"; readonly draft: Draft }
  | { readonly at: "denying"; readonly denial: Denial };

export const deciding: Doing = { at: "deciding", grant: once };

/** What somebody can do next. */
export interface Steps {
  readonly allow: () => void;
  readonly deny: (denial: Denial) => void;
  readonly back: () => void;
  readonly edit: () => void;
  /** Deny with a reason. */
  readonly explain: () => void;
  readonly choose: (grant: Grant) => void;
}

/** The two that decide, left and right. */
export function buttonsFor(
  doing: Doing,
  steps: Steps,
  { word, mayAllow }: { readonly word: string; readonly mayAllow: boolean },
): readonly [DecisionButton, DecisionButton] {
  const allow: DecisionButton = { word, tone: "allow", isUseless: !mayAllow, act: steps.allow };
  const back: DecisionButton = { word: "Back", tone: "plain", act: steps.back };
  switch (doing.at) {
    case "deciding":
      return [{ word: "Deny", tone: "deny", act: () => steps.deny({ reason: "", stops: false }) }, allow];
    case "editing":
      return [back, allow];
    case "denying": {
      const deny = doing.denial.stops ? "Deny and stop" : "Deny";
      return [{ word: deny, tone: "deny", act: () => steps.deny(doing.denial) }, back];
    }
  }
}

export function allowWordOf(doing: Doing, isEdited: boolean): string {
  if (doing.at === "editing") return isEdited ? "Allow edited" : "Allow once";
  if (doing.at !== "deciding" || doing.grant.chosen.length === 0) return "Allow once";
  return doing.grant.scope === "session" ? "Allow for session" : "Always allow";
}
