import type { SubAgentFacts } from "../dialect/voice.ts";
import type { ConfiguredHook } from "../hook/configured-hooks.ts";
import type { HookInput } from "../hook/hook-verdict.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { effortInput } from "./effort-input.ts";
import { PromptQueue } from "./prompt-queue.ts";
import type { TurnDeps } from "./turn-deps.ts";

/** Work that a turn hands to another agent. */
export interface Delegation {
  readonly facts: SubAgentFacts;
  readonly prompt: string;
  /** The turn's own session with another model, prompt and limits; rules and totals are shared. */
  readonly session: AgentSession;
  /** Ends it; the turn's own end does, too. */
  readonly signal: AbortSignal;
  /** Its own. */
  readonly hooks: readonly ConfiguredHook[];
}

/** What such an agent works with, but for its voice: only the turn it works for prompts it, and whoever is asked is told who asks. */
export function delegatedDeps(deps: TurnDeps, turnId: string, { facts, session, hooks }: Delegation): TurnDeps {
  const { agentId, kind } = facts;
  const own = ({ effort: _effort, ...input }: HookInput): HookInput => ({
    ...input,
    ...effortInput(deps.modelFacts(session.model), session),
  });
  return {
    ...deps,
    session,
    queue: new PromptQueue(() => false),
    hooks: deps.hooks.with(hooks.flatMap(whileItWorks)),
    gate: deps.gate.forAgent(agentId, session),
    hookInput: () => ({ ...own(deps.hookInput(turnId)), agent_id: agentId, agent_type: kind }),
  };
}

/** Its end is told by another name than the session's; what is the session's alone does not happen to it. */
function whileItWorks(hook: ConfiguredHook): ConfiguredHook[] {
  if (hook.event === "Stop") return [{ ...hook, event: "SubagentStop" }];
  return eventsAtWork.has(hook.event) ? [hook] : [];
}

const eventsAtWork: ReadonlySet<string> = new Set([
  ...["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "Notification", "SubagentStop"],
]);
