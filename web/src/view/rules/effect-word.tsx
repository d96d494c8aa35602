import { RuleEffect } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";

export function effectWord(effect: RuleEffect): "allow" | "ask" | "deny" {
  if (effect === RuleEffect.ALLOW) return "allow";
  return effect === RuleEffect.DENY ? "deny" : "ask";
}

/** What is done, in a word and its colour. */
export function EffectWord({ effect }: { readonly effect: string }) {
  return (
    <span class="effect" data-effect={effect}>
      {effect}
    </span>
  );
}
