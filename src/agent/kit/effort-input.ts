import type { HookInput } from "../hook/hook-verdict.ts";
import type { AgentSession } from "../session/agent-session.ts";
import type { ModelFacts } from "../session/usage-account.ts";

/** What hooks are told of how hard the model tries; of one that cannot be told to, nothing. */
export function effortInput({ effort: usual }: ModelFacts, { effort }: AgentSession): HookInput {
  return usual === undefined ? {} : { effort: { level: effort ?? usual } };
}
