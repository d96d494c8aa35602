import type { Ask } from "./ask.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import { nearMisses } from "./near-misses.ts";
import type { Policy } from "./policy.ts";
import { isWritable } from "./rule.ts";
import { suggestedUpdates } from "./suggested-updates.ts";
import { applyUpdate, type PermissionState, type PermissionUpdate } from "./update.ts";

/**
 * What to offer with an ask: changes after which this call is allowed, and calls beside it are not. Each offer was tried
 * out; those of a pair, such as a folder and the mode to edit in it, are tried together.
 */
export function suggestions(ask: Ask, decision: Decision, policy: Policy): PermissionUpdate[] {
  if (decision.effect !== "ask") return [];
  const offers: (readonly PermissionUpdate[])[] = [];
  for (const offer of suggestedUpdates(ask, decision, policy)) {
    // To try one out takes a dozen decisions.
    const isLeftOut = isForGood(offer) && offers.some(isForGood);
    if (!isLeftOut && isSound(ask, offer, policy)) offers.push(offer);
  }
  return offers
    .flat()
    .filter((update, at, all) => all.findIndex((other) => JSON.stringify(other) === JSON.stringify(update)) === at);
}

/** Of those only the best is offered: who says *always* takes all that is offered, and shows it as one. */
function isForGood(offer: readonly PermissionUpdate[]): boolean {
  return offer.some(({ type, destination }) => type === "addRules" && destination === "localSettings");
}

/** Allowed with it, and nothing beside it that was not allowed before. */
function isSound(ask: Ask, offer: readonly PermissionUpdate[], policy: Policy): boolean {
  const added = offer.flatMap((update) => (update.type === "addRules" ? update.rules : []));
  if (!added.every(({ toolName, ruleContent }) => isWritable(toolName, ruleContent))) return false;
  const before: PermissionState = { ...policy.parts, directories: ask.directories };
  const { rules, mode, directories } = offer.reduce(applyUpdate, before);
  const changed = policy.with({ rules, mode });
  // Nobody is offered what they are warned of when it is read the next time.
  if (added.some(({ ruleContent }) => ruleContent !== undefined) && changed.warnings.length > policy.warnings.length)
    return false;
  const isAllowed = (call: Ask, by: Policy): boolean => decide({ ...call, directories }, by).effect === "allow";
  if (!isAllowed(ask, changed)) return false;
  // A rule that restricts lets nothing run: most calls are not allowed without those either, which is sooner told.
  const unrestricted = changed.with({ rules: rules.filter((rule) => rule.effect === "allow") });
  const kind = { byMode: offer.some(({ type }) => type === "setMode"), commands: offer.flatMap(commandRules) };
  return nearMisses(ask, kind).every(
    (call) => !isAllowed(call, unrestricted) || !isAllowed(call, changed) || decide(call, policy).effect === "allow",
  );
}

function commandRules(update: PermissionUpdate): string[] {
  if (update.type !== "addRules") return [];
  return update.rules.flatMap(({ toolName, ruleContent }) =>
    toolName === "Bash" && ruleContent !== undefined ? [ruleContent] : [],
  );
}
