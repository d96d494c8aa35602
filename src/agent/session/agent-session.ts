import { randomUUID } from "node:crypto";
import type { Fields } from "../../wire/fields.ts";
import type { AgentFlags } from "../flags/agent-flags.ts";
import type { ConfiguredHook } from "../hook/configured-hooks.ts";
import { type Effort, readEffort } from "../model/effort.ts";
import type { JsonSchema } from "../model/provider.ts";
import type { SessionPermissions } from "../permission/session-permissions.ts";
import type { LastResponse } from "./resume-input.ts";
import { UsageAccount } from "./usage-account.ts";

/** What holds from turn to turn. A host may change some of it at any time. */
export class AgentSession {
  id: string;
  model: string;
  title: string | undefined;
  /** 0: it shall not think; undefined: as much as it likes. */
  maxThinkingTokens: number | undefined;
  /** How hard the model shall try; undefined: as it usually does. */
  effort: Effort | undefined;
  systemPrompt: string | undefined;
  appendSystemPrompt: string | undefined;
  jsonSchema: JsonSchema | undefined;
  /** Kinds of agents that may work for this one, by name, as a host or a person defined them. */
  agents: Fields;
  /** How to plan, in the host's words. */
  planModeInstructions: string | undefined;
  /** The kind that the session's own agent was chosen to be. */
  agentName: string | undefined;
  /** Which tools there are for the agent that was asked for. */
  offers: (tool: string) => boolean = () => true;
  /** Of the agent that the session's own one was chosen to be. */
  agentHooks: readonly ConfiguredHook[] = [];
  /** Of the commands and skills that were used. */
  promptHooks: readonly ConfiguredHook[] = [];
  /** Is what they say in between for the host, too? */
  forwardSubagentText: boolean;
  /** What the conversation takes of the model's window: the newest request and its answer. */
  contextTokens = 0;
  /** Of the conversation that this process goes on with. */
  lastResponse: LastResponse | undefined;
  /** Since the session began, earlier processes included. */
  totals = new UsageAccount();
  /** What a host added to the settings of the command line. */
  appliedSettings: Fields = {};
  readonly cwd: string;
  /** Where the shell is now: `cd` lasts from call to call. */
  folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly permissions: SessionPermissions;
  readonly flags: AgentFlags;

  constructor(start: {
    flags: AgentFlags;
    cwd: string;
    env: NodeJS.ProcessEnv;
    model: string;
    permissions: SessionPermissions;
  }) {
    const { flags } = start;
    this.id = flags.sessionId ?? randomUUID();
    this.model = start.model;
    this.title = flags.name;
    this.maxThinkingTokens = thinkingLimit(flags, start.env);
    this.effort = readEffort(start.env.CLAUDE_CODE_EFFORT_LEVEL) ?? flags.effort;
    this.systemPrompt = flags.systemPrompt;
    this.appendSystemPrompt = flags.appendSystemPrompt;
    this.jsonSchema = flags.jsonSchema;
    this.agents = flags.agents;
    this.forwardSubagentText = flags.forwardSubagentText;
    this.cwd = start.cwd;
    this.folder = start.cwd;
    this.env = start.env;
    this.permissions = start.permissions;
    this.flags = flags;
  }
}

/** What holds of the ways to say it; the flags come first. */
function thinkingLimit({ thinking, maxThinkingTokens }: AgentFlags, env: NodeJS.ProcessEnv): number | undefined {
  if (thinking === "disabled" || env.CLAUDE_CODE_DISABLE_THINKING === "1") return 0;
  return maxThinkingTokens ?? tokens(env.MAX_THINKING_TOKENS);
}

function tokens(value: string | undefined): number | undefined {
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}
