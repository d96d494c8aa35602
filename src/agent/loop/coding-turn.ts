import { askAside } from "../context/ask-aside.ts";
import type { Conversation } from "../context/conversation.ts";
import { memoryTools } from "../context/memory-tools.ts";
import type { TurnReturn } from "../kit/agent-definition.ts";
import type { AgentTurn } from "../kit/agent-turn.ts";
import type { Memory } from "../memory/memory.ts";
import type { SubAgentMeta, SubAgentTranscript } from "../memory/sub-agent-transcript.ts";
import type { Provider } from "../model/provider.ts";
import type { AgentSession } from "../session/agent-session.ts";
import type { ToolContext } from "../tool/tool.ts";
import type { PageCache } from "../tool/web/page-cache.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { ChosenAgent } from "./chosen-agent.ts";
import type { Conversations } from "./conversations.ts";
import type { CustomPrompts } from "./custom-prompts.ts";
import { modelTurn } from "./model-turn.ts";
import { planTool } from "./plan-tool.ts";
import { commandRunner, preparePrompt } from "./prepare-prompt.ts";
import type { ProjectContext } from "./project-context.ts";
import type { ReportedTasks } from "./reported-tasks.ts";
import type { StructuredOutputs } from "./structured-outputs.ts";
import type { SubAgents } from "./sub-agents.ts";
import { ToolBox } from "./tool-box.ts";

/** What the agent has from its start to its end. */
export interface CodingParts {
  readonly provider: Provider;
  readonly conversations: Conversations;
  readonly checkpoints: Checkpoints;
  readonly tasks: ReportedTasks;
  readonly outputFolder: string;
  readonly schemas: StructuredOutputs;
  readonly subAgents: SubAgents;
  readonly pages: PageCache;
  readonly custom: CustomPrompts;
  readonly chosenAgent: ChosenAgent;
}

interface TurnContext {
  readonly session: AgentSession;
  readonly conversation: Conversation;
  readonly memory: Memory | undefined;
  readonly instructions: ProjectContext;
}

/** One turn of the coding agent: its tools are made, the prompt is expanded, then the model works. */
export async function codingTurn(turn: AgentTurn, parts: CodingParts, context: TurnContext): Promise<TurnReturn> {
  const { provider, conversations, checkpoints, custom } = parts;
  const { session, conversation, memory, instructions } = context;
  const structuredOutput = await parts.schemas.of(session);
  const hostTools = await turn.hostTools();
  // An interrupted turn may be over by now: what it says would land in the next one.
  turn.signal.throwIfAborted();
  const { account } = turn;
  const askModel: ToolContext["askModel"] = (question, signal) =>
    askAside({ session, provider, signal, account }, question);
  await checkpoints.begin(turn, session);
  const beforeWrite = (path: string): Promise<void> => checkpoints.beforeWrite(turn, session, path);
  const { tasks, outputFolder, pages } = parts;
  const shared = { tasks, outputFolder, pages, askModel, beforeWrite };
  const projectContext = instructions.text;
  const transcriptOf = (agentId: string, meta: SubAgentMeta): Promise<SubAgentTranscript | undefined> =>
    conversations.subAgentTranscript(session, agentId, meta);
  const parent = { turn, session, provider, hostTools, shared, projectContext, transcriptOf };
  const agent = parts.subAgents.tool(parent);
  const own = memory && { memoryTools: memoryTools(memory, conversation, session) };
  const skill = custom.skillTool(session, (name) => commandRunner(turn, { tools }, name));
  const offered = { hostTools, structuredOutput, agent, skill, exitPlanMode: planTool(turn, session), ...own };
  const tools = new ToolBox(session, offered, { ...shared, ...conversation.seen });
  parts.chosenAgent.reportMissing(turn);
  await preparePrompt(turn, { session, tools, commands: custom.commands });
  const modelParts = { session, provider, conversation, memory, tools, structuredOutput, projectContext };
  const outcome = await modelTurn(turn, modelParts);
  await checkpoints.begin(turn, session);
  conversations.keepTitle(session);
  return outcome;
}
