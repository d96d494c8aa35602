import { randomBytes } from "node:crypto";
import type { AgentInfo } from "../kit/agent-definition.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { type AgentInput, agent } from "../tool/agent.ts";
import type { Tool, ToolContext, ToolOutput } from "../tool/tool.ts";
import { agentKinds } from "./agent-kinds.ts";
import { runSubAgent, type SubAgentParent } from "./run-sub-agent.ts";

/** How `system/init` calls the tool; the model knows it as Agent. */
export const listedName = "Task";
const defaultKind = "general-purpose";

/** Agents that work for the session's own one. */
export class SubAgents {
  readonly #running = new Map<string, AbortController>();

  /** The kinds there are; none where the tool is not offered. */
  static kinds(session: AgentSession): readonly AgentInfo[] {
    if (!SubAgents.areOffered(session)) return [];
    return agentKinds(session).map(({ name, description, model }) => ({
      name,
      description,
      ...(model !== undefined && { model }),
    }));
  }

  static areOffered({ flags, permissions, offers }: AgentSession): boolean {
    const names = ["Agent", listedName];
    return (
      names.some(offers) &&
      names.some((name) => flags.tools?.includes(name) ?? true) &&
      !names.some((name) => permissions.isRemoved(name))
    );
  }

  /** The tool with which this turn's model gives tasks away. */
  tool(parent: SubAgentParent): Tool<AgentInput> | undefined {
    if (!SubAgents.areOffered(parent.session)) return undefined;
    return agent(agentKinds(parent.session), (input, context) => this.#work(parent, input, context));
  }

  /** False: no such agent is at work. */
  stop(agentId: string): boolean {
    const running = this.#running.get(agentId);
    running?.abort();
    return running !== undefined;
  }

  async #work(parent: SubAgentParent, input: AgentInput, context: ToolContext): Promise<ToolOutput> {
    const kinds = agentKinds(parent.session);
    const wanted = input.subagent_type || defaultKind;
    const kind = kinds.find(({ name }) => name === wanted);
    if (kind === undefined) {
      const known = kinds.map(({ name }) => name).join(", ");
      return { content: `Agent type '${wanted}' not found. Available agents: ${known}`, isError: true };
    }
    const agentId = `a${randomBytes(8).toString("hex")}`;
    const stopping = new AbortController();
    const signal = AbortSignal.any([context.signal, stopping.signal]);
    this.#running.set(agentId, stopping);
    try {
      return await runSubAgent(parent, { agentId, toolUseId: context.toolUseId, kind, input, signal });
    } finally {
      this.#running.delete(agentId);
    }
  }
}
