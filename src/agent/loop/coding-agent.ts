import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askAside } from "../context/ask-aside.ts";
import { compactCommand } from "../context/compact-command.ts";
import { IdleConsolidation, type IdleParts } from "../context/idle-consolidation.ts";
import { memoryToolNames, memoryTools } from "../context/memory-tools.ts";
import { recallsOthers } from "../context/recalls-others.ts";
import { userEntry } from "../context/spoken-entries.ts";
import { dialectOf } from "../dialect/dialects.ts";
import type { AgentFlags } from "../flags/agent-flags.ts";
import type { AgentDefinition } from "../kit/agent-definition.ts";
import type { AgentTurn } from "../kit/agent-turn.ts";
import type { SubAgentMeta, SubAgentTranscript } from "../memory/sub-agent-transcript.ts";
import { chooseProvider } from "../model/choose-provider.ts";
import { pricedFacts } from "../model/prices.ts";
import type { Provider } from "../model/provider.ts";
import { TrustStore } from "../permission/trust-store.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { BackgroundTasks } from "../tool/background-tasks.ts";
import { type ExitPlanModeInput, exitPlanMode } from "../tool/exit-plan-mode.ts";
import { type StructuredOutput, structuredOutput } from "../tool/structured-output.ts";
import type { Tool, ToolContext } from "../tool/tool.ts";
import { PageCache } from "../tool/web/page-cache.ts";
import { absentCommands } from "./absent-commands.ts";
import { Checkpoints } from "./checkpoints.ts";
import { ChosenAgent } from "./chosen-agent.ts";
import { Conversations } from "./conversations.ts";
import { CustomPrompts } from "./custom-prompts.ts";
import { localCommands } from "./local-commands.ts";
import { modelTurn } from "./model-turn.ts";
import { commandRunner, preparePrompt } from "./prepare-prompt.ts";
import { ProjectContext } from "./project-context.ts";
import { ReportedTasks } from "./reported-tasks.ts";
import { readSessionSettings, type SessionSettings } from "./session-settings.ts";
import { listedName, SubAgents } from "./sub-agents.ts";
import { isOffered, offeredTools, ToolBox } from "./tool-box.ts";

/** Bridle's own coding agent: a model, tools, a memory, on the kit that anyone can use. */
export async function codingAgent(
  flags: AgentFlags,
  processEnv: NodeJS.ProcessEnv,
  cwd = process.cwd(),
): Promise<AgentDefinition> {
  const settings = readSessionSettings(flags, processEnv, cwd);
  const { env } = settings;
  const { model, script } = flags;
  const provider = await chooseProvider({
    env,
    ...(model !== undefined && { model }),
    ...(script !== undefined && { script }),
    scriptedWithoutKey: flags.scriptedWithoutKey || dialectOf(flags).isScriptedWithoutKey,
  });
  const conversations = new Conversations(flags, env);
  const outputFolder = join(env.CLAUDE_CODE_TMPDIR ?? env.TMPDIR ?? tmpdir(), `bridle-agent-${randomUUID()}`);
  const checkpoints = new Checkpoints(conversations, env);
  const tasks = new ReportedTasks(new BackgroundTasks({ folder: outputFolder }));
  const schemas = new StructuredOutputs();
  const subAgents = new SubAgents();
  const pages = new PageCache();
  const compaction = compactCommand(async (session) => ({
    provider,
    conversation: await conversations.of(session),
    memory: await conversations.memory(),
  }));
  const commands = [...localCommands, compaction];
  const sources = flags.bare ? [] : flags.settingSources;
  const store = new TrustStore(processEnv);
  const trusts = (folder: string): boolean => store.trusts(folder);
  // Before a session is open there is no model that could see anything.
  const mayShow = (path: string): boolean => opened?.session.permissions.mayShow(path) ?? true;
  const places = { cwd, env, sources, directories: flags.directories, trusts, mayShow };
  const custom = new CustomPrompts(places, !flags.disableSlashCommands);
  const chosenAgent = new ChosenAgent(flags.agent ?? settings.agent, provider);
  let opened: Opened | undefined;
  let talk: IdleParts | undefined;
  return {
    name: "bridle",
    readsSettings: true,
    env,
    model: preferredModel(provider, settings),
    models: provider.models,
    resolveModel: (name) => provider.resolve(name),
    modelFacts: pricedFacts,
    apiKeySource: provider.apiKeySource,
    tools: (session) => [
      ...(SubAgents.areOffered(session) ? [listedName] : []),
      ...offeredTools(session).map(({ name }) => name),
      ...(hasPlanTool(session) ? ["ExitPlanMode"] : []),
      ...(custom.skills(session).length > 0 ? ["Skill"] : []),
      ...(flags.persist ? memoryToolNames(session).filter((name) => isOffered(name, session)) : []),
    ],
    commands: [...commands, ...absentCommands(commands)],
    prompts: () => custom.listed,
    onInitialize: (session) => chosenAgent.become(session),
    agents: (session) => SubAgents.kinds(session),
    transcriptPath: (session) => conversations.transcriptPath(session),
    controls: {
      stop_task: ({ task_id }) => {
        if (!subAgents.stop(task_id)) tasks.stop(task_id);
        return {};
      },
      background_tasks: () => ({}),
      rewind_files: ({ user_message_id, dry_run }) =>
        checkpoints.rewind(opened?.session.id ?? "", user_message_id, dry_run === true),
    },
    onOpen: async (session, handle) => {
      opened = {
        session,
        instructions: new ProjectContext({ cwd: session.cwd, env, sources, trusts, mayShow }),
        consolidation: new IdleConsolidation(provider, (subtype, fields) => handle.notice(subtype, fields)),
      };
      session.agents = { ...custom.agents, ...session.agents };
      session.effort ??= settings.effort;
      if (!settings.thinks) session.maxThinkingTokens ??= 0;
      chosenAgent.become(session);
      if (flags.inputFormat === "text") chosenAgent.checkNow(session, handle.warn);
      session.permissions.problems.push(...settings.problems);
      tasks.reportTo(handle);
      session.permissions.allowReading(outputFolder);
      await conversations.open(session, handle);
    },
    onTurn: async (turn) => {
      // A session is opened before its first turn.
      const { session, instructions, consolidation } = opened as Opened;
      consolidation.stop();
      const conversation = await conversations.of(session);
      const memory = await conversations.memory();
      talk = memory && recallsOthers(session) ? { session, conversation, memory } : undefined;
      const structuredOutput = await schemas.of(session);
      const hostTools = await turn.hostTools();
      // An interrupted turn may be over by now: what it says would land in the next one.
      turn.signal.throwIfAborted();
      const { account } = turn;
      const askModel: ToolContext["askModel"] = (question, signal) =>
        askAside({ session, provider, signal, account }, question);
      await checkpoints.begin(turn, session);
      const beforeWrite = (path: string): Promise<void> => checkpoints.beforeWrite(turn, session, path);
      const place = { tasks, outputFolder, pages, askModel, beforeWrite };
      const projectContext = instructions.text;
      const transcriptOf = (agentId: string, meta: SubAgentMeta): Promise<SubAgentTranscript | undefined> =>
        conversations.subAgentTranscript(session, agentId, meta);
      const employer = { turn, session, provider, hostTools, place, projectContext, transcriptOf };
      const agent = subAgents.tool(employer);
      const own = memory && { memoryTools: memoryTools(memory, conversation, session) };
      const skill = custom.skillTool(session, (name) => commandRunner(turn, { tools }, name));
      const offered = { hostTools, structuredOutput, agent, skill, exitPlanMode: planTool(turn, session), ...own };
      const tools = new ToolBox(session, offered, { ...place, ...conversation.seen });
      chosenAgent.tellMissing(turn);
      await preparePrompt(turn, { session, tools, commands: custom.commands });
      const parts = { session, provider, conversation, memory, tools, structuredOutput, projectContext };
      const outcome = await modelTurn(turn, parts);
      await checkpoints.begin(turn, session);
      conversations.keepTitle(session);
      return outcome;
    },
    onIdle: () => {
      if (talk !== undefined) opened?.consolidation.begin(talk);
    },
    onContext: async (content, session) => (await conversations.of(session)).add([userEntry(content, {})]),
    onClose: async () => {
      opened?.consolidation.stop();
      await tasks.close();
      await conversations.close();
    },
  };
}

/** What there is from the opening of the session on. */
interface Opened {
  readonly session: AgentSession;
  readonly instructions: ProjectContext;
  readonly consolidation: IdleConsolidation;
}

/** Somebody has to be there to approve the plan. */
function hasPlanTool(session: AgentSession): boolean {
  return session.flags.asksHost && isOffered("ExitPlanMode", session);
}

function planTool(turn: AgentTurn, session: AgentSession): Tool<ExitPlanModeInput> | undefined {
  if (!hasPlanTool(session)) return undefined;
  const { permissions } = session;
  return exitPlanMode({
    isOn: () => permissions.mode === "plan",
    leave: () => {
      permissions.mode = "default";
      turn.notice("status", { status: null, permissionMode: "default" });
    },
  });
}

/** Only the provider whose names these are takes the model of settings files. */
function preferredModel(provider: Provider, { model, env }: SessionSettings): string {
  const isMeant = model !== undefined && !env.ANTHROPIC_MODEL && provider.name === "anthropic";
  return isMeant ? provider.resolve(model) : provider.defaultModel;
}

/** The tool for a schema is made once. */
class StructuredOutputs {
  #schema: object | undefined;
  #tool: StructuredOutput | undefined;

  async of({ jsonSchema }: AgentSession): Promise<StructuredOutput | undefined> {
    if (jsonSchema !== this.#schema) {
      this.#schema = jsonSchema;
      this.#tool = jsonSchema === undefined ? undefined : await structuredOutput(jsonSchema);
    }
    return this.#tool;
  }
}
