import { feature } from "../adapters/features.ts";
import type { ProtocolAdapter } from "../adapters/protocol-adapter.ts";
import type { Fields } from "../wire/fields.ts";
import type { HookOutput } from "./hooks.ts";

/**
 * What a hook said, where the agent can do it. One that does not know `defer` would pass over it and use the tool; in a
 * sub-agent it is known, and the call is lost without a word. There it is denied, with the reason.
 */
export function deferrable(output: HookOutput, input: Fields, adapter: ProtocolAdapter): HookOutput {
  if (output.hookSpecificOutput?.permissionDecision !== "defer") return output;
  const reason = whyNot(input, adapter);
  if (reason === undefined) return output;
  const permissionDecisionReason = `This call cannot be deferred: ${reason}.`;
  const denied = { ...output.hookSpecificOutput, permissionDecision: "deny", permissionDecisionReason } as const;
  return { ...output, hookSpecificOutput: denied };
}

function whyNot({ agent_id }: Fields, adapter: ProtocolAdapter): string | undefined {
  if (!adapter.has(feature.defer.word)) return `${adapter.name} does not know how`;
  return agent_id === undefined ? undefined : "it is a sub-agent's";
}
