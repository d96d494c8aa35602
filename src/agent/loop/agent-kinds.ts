import { type Fields, isFields, number, text, texts } from "../../wire/fields.ts";
import { type Effort, readEffort } from "../model/effort.ts";
import type { AgentSession } from "../session/agent-session.ts";

/** A kind of agent that can be given a task. */
export interface AgentKind {
  readonly name: string;
  /** When to choose it, for the model. */
  readonly description: string;
  /** What it is told of itself. */
  readonly prompt: string;
  /** Undefined: that of the agent it works for. */
  readonly model: string | undefined;
  /** Undefined: all there are. */
  readonly tools: readonly string[] | undefined;
  readonly disallowedTools: readonly string[];
  readonly maxTurns: number;
  /** Undefined: that of the agent it works for. */
  readonly effort: Effort | undefined;
  /** As settings have them: they run while it works. */
  readonly hooks: unknown;
  /** The folder whose `.claude` it is in; undefined: it is the person's or the host's own. */
  readonly fromFolder: string | undefined;
}

const defaultMaxTurns = 50;

const generalPurpose: AgentKind = {
  name: "general-purpose",
  description: "Searches, researches and does work of several steps with every tool there is.",
  prompt: `You are a coding agent. Another agent has given you a task in a person's project, and you do it through the tools you have.

- Do all of the task, and no more than it.
- Look before you change: read what you are about to edit, and find out how the project does things.
- When a tool is refused, do not try to get around it: report what you would have needed.`,
  model: undefined,
  tools: undefined,
  disallowedTools: [],
  maxTurns: defaultMaxTurns,
  effort: undefined,
  hooks: undefined,
  fromFolder: undefined,
};

/** The built-in kind, and those that were defined for the session; a definition without a description or a prompt is none. */
export function agentKinds({ agents }: AgentSession): readonly AgentKind[] {
  const defined = Object.entries(agents).flatMap(([name, definition]) => readKind(name, definition) ?? []);
  const isRedefined = defined.some(({ name }) => name === generalPurpose.name);
  return isRedefined ? defined : [generalPurpose, ...defined];
}

/** A list may name a server for all its tools, and rules for the tool they are about. */
export function mayUse({ tools, disallowedTools }: AgentKind, tool: string): boolean {
  return (tools === undefined || isNamed(tools, tool)) && !isNamed(disallowedTools, tool);
}

function readKind(name: string, definition: unknown): AgentKind | undefined {
  const fields: Fields = isFields(definition) ? definition : {};
  const description = text(fields.description);
  const prompt = text(fields.prompt);
  if (description === undefined || prompt === undefined) return undefined;
  return {
    name,
    description,
    prompt,
    model: text(fields.model),
    tools: Array.isArray(fields.tools) ? texts(fields.tools) : undefined,
    disallowedTools: texts(fields.disallowedTools),
    maxTurns: Math.max(1, number(fields.maxTurns) ?? defaultMaxTurns),
    effort: readEffort(fields.effort),
    hooks: fields.hooks,
    fromFolder: text(fields.fromFolder),
  };
}

function isNamed(list: readonly string[], tool: string): boolean {
  return list.some((entry) => {
    const name = entry.replace(/\(.*$/s, "").trim();
    if (name === "*" || name === tool) return true;
    return name.startsWith("mcp__") && tool.startsWith(`${name.replace(/(__)?\*$/, "")}__`);
  });
}
