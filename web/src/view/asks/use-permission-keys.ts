import type { Offer } from "../../model/permission-update.ts";
import { useKeys } from "../keys/use-keys.ts";
import type { DecisionButton } from "./decision-bar.tsx";
import type { Doing, Steps } from "./permission-steps.ts";
import { grantFor, scopes } from "./scope-choice.tsx";

interface PermissionKeys {
  readonly doing: Doing;
  readonly steps: Steps;
  readonly offers: readonly Offer[];
  readonly isSent: boolean;
  readonly isArmed: boolean;
  readonly left: DecisionButton;
  readonly right: DecisionButton;
}

/** The keys of a tool use that waits; those that decide are dead while its buttons are. */
export function usePermissionKeys({ doing, steps, offers, isSent, isArmed, left, right }: PermissionKeys): void {
  const isDead = !isArmed || isSent;
  const press = ({ isUseless = false, act }: DecisionButton): void => void (isDead || isUseless || act());
  const choose = (at: number): void => {
    const { scope } = scopes[at] ?? {};
    const grant = scope && doing.at === "deciding" ? grantFor(scope, offers, doing.grant.destination) : undefined;
    if (grant !== undefined) steps.choose(grant);
  };
  useKeys([
    { key: "a", does: "allow", act: () => void (doing.at !== "denying" && press(right)) },
    { key: "d", does: "deny", act: () => void (doing.at !== "editing" && press(left)) },
    { key: "e", does: "edit the input", act: () => void (isSent || steps.edit()) },
    { key: "r", does: "deny with a reason", act: () => void (isSent || steps.explain()) },
    ...scopes.map(({ word }, at) => ({
      key: String(at + 1),
      does: `allow: ${word.toLowerCase()}`,
      act: () => void (isSent || choose(at)),
    })),
  ]);
}
