import type { Event } from "../../conversation/event.ts";
import { type Fields, isFields, number, objects, text, texts } from "../../wire/fields.ts";
import type { AgentFacts } from "./effect.ts";

/** What is kept of the words of an agent about itself: an agent may say anything, of any length. */
const maxItems = 500;
const maxName = 200;
const maxText = 2000;

/** Of its answer to `initialize`. */
export function factsOfInitialize(answer: Fields): AgentFacts {
  return row("initialize", {
    version: short(answer.claude_code_version, maxName),
    commands: objects(answer.commands)
      .slice(0, maxItems)
      .map(({ name, description, argumentHint, aliases }) => ({
        name: short(name, maxName),
        description: short(description, maxText),
        argumentHint: short(argumentHint, maxName),
        aliases: names(aliases),
      }))
      .filter(({ name }) => name !== ""),
    models: objects(answer.models)
      .slice(0, maxItems)
      .map(({ value, displayName, description, resolvedModel }) => ({
        value: short(value, maxName),
        displayName: short(displayName, maxName),
        description: short(description, maxText),
        resolvedModel: short(resolvedModel, maxName),
      }))
      .filter(({ value }) => value !== ""),
    outputStyle: short(answer.output_style, maxName),
    outputStyles: names(answer.available_output_styles),
    subAgents: objects(answer.agents)
      .slice(0, maxItems)
      .map(({ name, description }) => ({ name: short(name, maxName), description: short(description, maxText) }))
      .filter(({ name }) => name !== ""),
    account: accountOf(answer.account),
  });
}

/** Of an event. Undefined: it says nothing of the agent. `model`: that of the session. */
export function factsOfEvent({ type, frame }: Event, model: string): AgentFacts | undefined {
  if (frame?.type !== "message") return undefined;
  if (type === "init") return row("init", factsOfInit(frame.message));
  return type === "turn_complete" ? factsOfResult(frame.message, model) : undefined;
}

/** Of the message at the start of a turn. */
function factsOfInit(message: Fields): object {
  return {
    version: short(message.claude_code_version, maxName),
    // Names alone: for agents that do not answer `initialize`, and those that gained some since.
    slashCommands: names(message.slash_commands),
    outputStyle: short(message.output_style, maxName),
    subAgents: names(message.agents),
    tools: names(message.tools),
    skills: names(message.skills),
    mcpServers: objects(message.mcp_servers)
      .slice(0, maxItems)
      .map(({ name, status }) => ({ name: short(name, maxName), status: short(status, maxName) })),
  };
}

function factsOfResult(message: Fields, model: string): AgentFacts | undefined {
  if (!isFields(message.modelUsage)) return undefined;
  const uses = message.modelUsage;
  const windows = Object.values(uses).map(windowOf);
  const contextWindow = windowOf(uses[model]) || Math.max(0, ...windows);
  return contextWindow === 0 ? undefined : row("result", { contextWindow });
}

function row(saidAt: AgentFacts["saidAt"], facts: object): AgentFacts {
  return { saidAt, facts: JSON.stringify(facts) };
}

function windowOf(use: unknown): number {
  const window = isFields(use) ? (number(use.contextWindow) ?? 0) : 0;
  return Number.isSafeInteger(window) && window > 0 ? window : 0;
}

/** Only what is a plain text: an account may get fields that are not for everybody. */
function accountOf(account: unknown): { [name: string]: string } {
  if (!isFields(account)) return {};
  const known = accountFields.flatMap((name) => {
    const value = short(account[name], maxName);
    return value === "" ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}

const accountFields = ["email", "organization", "subscriptionType", "tokenSource", "apiKeySource", "apiProvider"];

function names(value: unknown): string[] {
  return texts(value)
    .slice(0, maxItems)
    .map((name) => name.slice(0, maxName));
}

function short(value: unknown, max: number): string {
  return (text(value) ?? "").slice(0, max);
}
