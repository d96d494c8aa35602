import { objects } from "../../wire/fields.ts";
import { Conversation } from "../context/conversation.ts";
import type { AgentTurn } from "../kit/agent-turn.ts";
import type { HostTool } from "../kit/host-tool.ts";
import type { SubAgentMeta, SubAgentTranscript } from "../memory/sub-agent-transcript.ts";
import type { TranscriptFile } from "../memory/transcript-file.ts";
import type { Provider } from "../model/provider.ts";
import type { AgentSession } from "../session/agent-session.ts";
import type { TurnOutcome } from "../session/turn-outcome.ts";
import { readTokenUsage } from "../session/usage-account.ts";
import type { AgentInput } from "../tool/agent.ts";
import type { ToolOutput } from "../tool/tool.ts";
import { type AgentKind, mayUse } from "./agent-kinds.ts";
import { modelTurn, type TurnParts } from "./model-turn.ts";
import { subAgentSession } from "./sub-agent-session.ts";
import { type SharedContext, ToolBox } from "./tool-box.ts";

interface SubAgentTask {
  readonly agentId: string;
  readonly toolUseId: string;
  readonly kind: AgentKind;
  readonly input: AgentInput;
  readonly signal: AbortSignal;
}

/** What an agent has that others work for. */
export interface SubAgentParent {
  readonly turn: AgentTurn;
  readonly session: AgentSession;
  readonly provider: Provider;
  readonly hostTools: readonly HostTool[];
  readonly shared: Omit<SharedContext, "readFiles" | "todos">;
  readonly projectContext: string;
  /** Where what it says is written; undefined: nowhere. */
  readonly transcriptOf: (agentId: string, meta: SubAgentMeta) => Promise<SubAgentTranscript | undefined>;
}

/** A stop hook that is never content must not keep it at work for ever. */
const maxStopBlocks = 20;

/** The same loop with a conversation of its own; what it says last is the result. Rejects when the turn of its parent is interrupted. */
export async function runSubAgent(parent: SubAgentParent, task: SubAgentTask): Promise<ToolOutput> {
  const { kind, input, agentId, toolUseId, signal } = task;
  const startedAt = performance.now();
  const session = subAgentSession(parent.session, kind, chosenModel(parent, input.model ?? kind.model));
  const hooks = session.permissions.hooksIn({ ...kind, name: `the agent ${kind.name}` });
  const facts = { agentId, toolUseId, kind: kind.name, description: input.description };
  const { turn, voice } = parent.turn.delegate({ facts, prompt: input.prompt, session, signal, hooks });
  // At once: the call it works on ends with the same signal, and what is told of it comes last.
  signal.addEventListener("abort", () => voice.ends({ status: "stopped" }), { once: true });
  voice.begins(input.prompt);
  try {
    const transcript = await transcriptOf(parent, session, task);
    const parts = partsOf(parent, session, kind, transcript?.file);
    const outcome = await work(turn, parts, task);
    await transcript?.finish();
    const report = reportOf(outcome, parts.conversation);
    if (report.isError) voice.ends({ status: "failed", error: report.text });
    else voice.ends({ status: "completed", text: report.text });
    if (report.isError) return { content: report.text, isError: true };
    const content = [{ type: "text", text: report.text }];
    const durationMs = Math.round(performance.now() - startedAt);
    return { content, details: { ...details(task, session, turn, parts.conversation, durationMs), content } };
  } catch (error) {
    if (signal.aborted && !parent.turn.signal.aborted) return { content: stoppedText, isError: true };
    voice.ends({ status: "failed", error: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

const stoppedText = "[Request interrupted by user for tool use]";

async function transcriptOf(
  parent: SubAgentParent,
  { model }: AgentSession,
  { agentId, toolUseId, kind, input }: SubAgentTask,
): Promise<SubAgentTranscript | undefined> {
  const isBuiltIn = !Object.hasOwn(parent.session.agents, kind.name);
  const meta = { agentType: kind.name, isBuiltIn, description: input.description, toolUseId, model };
  const transcript = await parent.transcriptOf(agentId, meta);
  await transcript?.begin();
  return transcript;
}

function partsOf(
  parent: SubAgentParent,
  session: AgentSession,
  kind: AgentKind,
  transcript: TranscriptFile | undefined,
): TurnParts {
  const { provider, shared, projectContext } = parent;
  const { id, cwd, model } = session;
  const conversation = new Conversation({
    id,
    cwd,
    model,
    memory: undefined,
    transcript,
    history: undefined,
    turns: 0,
  });
  const hostTools = parent.hostTools.filter(({ name }) => mayUse(kind, name));
  const offered = { hostTools, structuredOutput: undefined, agent: undefined };
  const tools = new ToolBox(session, offered, { ...shared, ...conversation.seen });
  return { session, provider, conversation, tools, structuredOutput: undefined, projectContext };
}

/** Hooks may say something before it begins, and send it back to work when it is done. */
async function work(turn: AgentTurn, parts: TurnParts, { agentId, kind }: SubAgentTask): Promise<TurnOutcome> {
  const about = { agent_id: agentId, agent_type: kind.name };
  turn.addContext((await turn.callHooks("SubagentStart", about, kind.name)).contexts);
  for (let stopBlocks = 0; ; stopBlocks++) {
    const outcome = (await modelTurn(turn, parts)) as TurnOutcome;
    if (outcome.kind !== "success" || outcome.yielded || stopBlocks >= maxStopBlocks) return outcome;
    const stopping = {
      ...about,
      agent_transcript_path: parts.conversation.transcriptPath ?? "",
      stop_hook_active: stopBlocks > 0,
      last_assistant_message: outcome.text,
      background_tasks: [],
      session_crons: [],
    };
    const said = await turn.callHooks("SubagentStop", stopping, kind.name);
    if (said.decision !== "deny" || said.stops !== undefined) return outcome;
    turn.goOn(`Stop hook feedback:\n${said.reason}`);
  }
}

function reportOf(outcome: TurnOutcome, conversation: Conversation): { text: string; isError: boolean } {
  const said = lastText(conversation);
  switch (outcome.kind) {
    case "success":
      if (outcome.yielded) return { text: cut(said, "a message of the user that could not wait"), isError: false };
      return { text: outcome.text || said || "(The agent ended without a report.)", isError: false };
    case "api_error":
      return { text: `Agent terminated early due to an API error: ${outcome.text}`, isError: true };
    case "max_turns":
      return { text: cut(said, `its limit of ${outcome.limit} turns`), isError: false };
    case "max_budget":
      return { text: cut(said, `the budget of $${outcome.limitUsd}`), isError: false };
    default:
      return { text: `Agent terminated early: ${outcome.kind}`, isError: true };
  }
}

function cut(said: string, limit: string): string {
  return `${said}\n\n[The agent was stopped at ${limit}: this may be incomplete.]`.trimStart();
}

function lastText({ messages }: Conversation): string {
  const texts = messages
    .filter(({ role }) => role === "assistant")
    .flatMap(({ content }) => objects(content))
    .filter(({ type }) => type === "text");
  return String(texts.at(-1)?.text ?? "");
}

/** What programs are told of it. */
function details(
  { agentId, kind, input }: SubAgentTask,
  session: AgentSession,
  turn: AgentTurn,
  { messages }: Conversation,
  totalDurationMs: number,
): object {
  const usage = readTokenUsage(turn.usage);
  const used = messages.flatMap(({ content }) => objects(content)).filter(({ type }) => type === "tool_use");
  return {
    status: "completed",
    prompt: input.prompt,
    agentId,
    agentType: kind.name,
    toolsUsed: [...new Set(used.map(({ name }) => name))],
    resolvedModel: session.model,
    totalDurationMs,
    totalTokens: Object.values(usage).reduce((sum: number, count: number) => sum + count, 0),
    totalToolUseCount: used.length,
    usage,
  };
}

/** Short names of Claude's models mean nothing to other providers: there, the agent's own model is taken. */
function chosenModel({ session, provider }: SubAgentParent, name: string | undefined): string {
  if (name === undefined || name === "" || name === "inherit") return session.model;
  const isKnown = provider.models.some(({ value }) => value === name);
  return isKnown || !/^[a-z]+(\[1m\])?$/.test(name) ? provider.resolve(name) : session.model;
}
