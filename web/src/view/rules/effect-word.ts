import { RuleEffect } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";

export function effectWord(effect: RuleEffect): "allow" | "ask" | "deny" {
  if (effect === RuleEffect.ALLOW) return "allow";
  return effect === RuleEffect.DENY ? "deny" : "ask";
}
