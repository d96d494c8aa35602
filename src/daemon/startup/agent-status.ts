import { create } from "@bufbuild/protobuf";
import {
  type AgentKind,
  AgentKindSchema,
  type ClaudeCodeStatus,
  ClaudeCodeStatusSchema,
  CompatibilityLevel,
} from "../../api/gen/bridle/v1/daemon_service_pb.js";
import { formatVersion, type Version } from "../../util/version.ts";
import type { KnownAgent } from "./known-agent.ts";
import type { StartedAgents } from "./start-agents.ts";

/** What is known of `claude` now. */
export function claudeCodeStatus({ kinds }: Pick<StartedAgents, "kinds">): ClaudeCodeStatus {
  const now = kinds.get("claude")?.now;
  if (now === undefined) return create(ClaudeCodeStatusSchema, { message: beingAsked });
  const { level, version, message } = now.compatibility;
  return create(ClaudeCodeStatusSchema, {
    version: text(version),
    apiVersion: version?.apiVersion ?? "",
    level: levels[level],
    message: now.problem?.message ?? message,
  });
}

/** Every agent; `defaultAgent` is the name of the default one, where it is known already. */
export function agentKinds({ kinds }: Pick<StartedAgents, "kinds">, defaultAgent: string | undefined): AgentKind[] {
  return [...kinds.values()].map((agent: KnownAgent) =>
    create(AgentKindSchema, {
      name: agent.name,
      isDefault: agent.name === defaultAgent,
      problem: agent.now?.problem?.message ?? "",
      version: text(agent.now?.compatibility.version),
      level: levels[agent.now?.compatibility.level ?? "UNKNOWN"],
      message: agent.now?.compatibility.message ?? beingAsked,
      pending: agent.now === undefined,
    }),
  );
}

const beingAsked = "Its version is being asked for.";

const levels = {
  UNKNOWN: CompatibilityLevel.COMPATIBILITY_UNKNOWN,
  FULLY_COMPATIBLE: CompatibilityLevel.FULLY_COMPATIBLE,
  LIKELY_COMPATIBLE: CompatibilityLevel.LIKELY_COMPATIBLE,
  DEGRADED: CompatibilityLevel.DEGRADED,
  INCOMPATIBLE: CompatibilityLevel.INCOMPATIBLE,
} as const;

function text(version: Version | undefined): string {
  return version === undefined ? "" : formatVersion(version);
}
