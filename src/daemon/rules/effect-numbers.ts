import { RuleEffect } from "../../api/gen/bridle/v1/daemon_service_pb.js";
import { invalidOption } from "../../errors.ts";
import type { Effect } from "../../permission/rule.ts";

export const effectNumbers: { readonly [E in Effect]: RuleEffect } = {
  allow: RuleEffect.ALLOW,
  ask: RuleEffect.ASK,
  deny: RuleEffect.DENY,
};

/** Throws `invalid_option` for none of them. */
export function effectOf(number: RuleEffect): Effect {
  const found = Object.entries(effectNumbers).find(([, one]) => one === number);
  if (found === undefined) throw invalidOption("effect", "allow, ask or deny", String(number));
  return found[0] as Effect;
}
