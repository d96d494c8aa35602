import { type AgentKind, CompatibilityLevel } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";

/** How well it fits, in a word or two. */
export function levelWord(agent: AgentKind): {
  readonly word: string;
  readonly tone: "done" | "waiting" | "failed" | "asleep";
} {
  if (agent.problem !== "") return { word: "cannot be used", tone: "failed" };
  if (agent.pending) return { word: "checking its version …", tone: "asleep" };
  if (agent.name === "bridle") return { word: "built in", tone: "done" };
  switch (agent.level) {
    case CompatibilityLevel.FULLY_COMPATIBLE:
      return { word: "fully compatible", tone: "done" };
    case CompatibilityLevel.LIKELY_COMPATIBLE:
      return { word: "likely compatible", tone: "waiting" };
    case CompatibilityLevel.DEGRADED:
      return { word: "partly compatible", tone: "waiting" };
    case CompatibilityLevel.INCOMPATIBLE:
      return { word: "too old", tone: "failed" };
    default:
      return { word: "version unknown", tone: "asleep" };
  }
}
