import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Handlers } from "../../wire/dispatch.ts";
import { compactCommand } from "../context/compact-command.ts";
import { IdleConsolidation, type IdleParts } from "../context/idle-consolidation.ts";
import { memoryToolNames } from "../context/memory-tools.ts";
import { recallsOthers } from "../context/recalls-others.ts";
import { userEntry } from "../context/spoken-entries.ts";
import { dialectOf } from "../dialect/dialects.ts";
import type { AgentFlags } from "../flags/agent-flags.ts";
import type { AgentDefinition } from "../kit/agent-definition.ts";
import { chooseProvider } from "../model/choose-provider.ts";
import { pricedFacts } from "../model/prices.ts";
import type { Provider } from "../model/provider.ts";
import { TrustStore } from "../permission/trust-store.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { BackgroundTasks } from "../tool/background-tasks.ts";
import { PageCache } from "../tool/web/page-cache.ts";
import { absentCommands } from "./absent-commands.ts";
import { Checkpoints } from "./checkpoints.ts";
import { ChosenAgent } from "./chosen-agent.ts";
import { type CodingParts, codingTurn } from "./coding-turn.ts";
import { Conversations } from "./conversations.ts";
import { CustomPrompts } from "./custom-prompts.ts";
import { localCommands } from "./local-commands.ts";
import { hasPlanTool } from "./plan-tool.ts";
import { ProjectContext } from "./project-context.ts";
import { ReportedTasks } from "./reported-tasks.ts";
import { readSessionSettings, type SessionSettings } from "./session-settings.ts";
import { StructuredOutputs } from "./structured-outputs.ts";
import { listedName, SubAgents } from "./sub-agents.ts";
import { isOffered, offeredTools } from "./tool-box.ts";

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
  const sources = flags.bare ? [] : flags.settingSources;
  const store = new TrustStore(processEnv);
  const trusts = (folder: string): boolean => store.trusts(folder);
  // Before a session is open there is no model that could see anything.
  const mayShow = (path: string): boolean => opened?.session.permissions.mayShow(path) ?? true;
  const locations = { cwd, env, sources, directories: flags.directories, trusts, mayShow };
  const custom = new CustomPrompts(locations, !flags.disableSlashCommands);
  const parts = createParts(flags, settings, provider, custom);
  const { conversations, tasks, chosenAgent } = parts;
  let opened: Opened | undefined;
  let idle: IdleParts | undefined;
  return {
    ...descriptionOf(flags, settings, parts),
    prompts: () => custom.listed,
    onInitialize: (session) => chosenAgent.become(session),
    transcriptPath: (session) => conversations.transcriptPath(session),
    controls: controlsOf(parts, () => opened?.session.id ?? ""),
    onOpen: async (session, handle) => {
      opened = {
        session,
        instructions: new ProjectContext({ cwd: session.cwd, env, sources, trusts, mayShow }),
        consolidation: new IdleConsolidation(provider, (subtype, fields) => handle.notice(subtype, fields)),
      };
      applySettings(session, settings, parts);
      if (flags.inputFormat === "text") chosenAgent.checkNow(session, handle.warn);
      tasks.reportTo(handle);
      await conversations.open(session, handle);
      if (conversations.isLeft(session)) handle.goOn("Continue from where you left off.");
    },
    onTurn: async (turn) => {
      // A session is opened before its first turn.
      const { session, instructions, consolidation } = opened as Opened;
      consolidation.stop();
      const conversation = await conversations.of(session);
      const memory = await conversations.memory();
      idle = memory && recallsOthers(session) ? { session, conversation, memory } : undefined;
      return codingTurn(turn, parts, { session, conversation, memory, instructions });
    },
    onIdle: () => {
      if (idle !== undefined) opened?.consolidation.begin(idle);
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

function applySettings(session: AgentSession, settings: SessionSettings, parts: CodingParts): void {
  session.agents = { ...parts.custom.agents, ...session.agents };
  session.effort ??= settings.effort;
  if (!settings.thinks) session.maxThinkingTokens ??= 0;
  parts.chosenAgent.become(session);
  session.permissions.problems.push(...settings.problems);
  session.permissions.allowReading(parts.outputFolder);
}

function createParts(
  flags: AgentFlags,
  { env, agent }: SessionSettings,
  provider: Provider,
  custom: CustomPrompts,
): CodingParts {
  const conversations = new Conversations(flags, env);
  const outputFolder = join(env.CLAUDE_CODE_TMPDIR ?? env.TMPDIR ?? tmpdir(), `bridle-agent-${randomUUID()}`);
  return {
    provider,
    conversations,
    checkpoints: new Checkpoints(conversations, env),
    tasks: new ReportedTasks(new BackgroundTasks({ folder: outputFolder })),
    outputFolder,
    schemas: new StructuredOutputs(),
    subAgents: new SubAgents(),
    pages: new PageCache(),
    custom,
    chosenAgent: new ChosenAgent(flags.agent ?? agent, provider),
  };
}

/** What a host may know of it before it does anything. */
function descriptionOf(flags: AgentFlags, settings: SessionSettings, { provider, conversations, custom }: CodingParts) {
  const compaction = compactCommand(async (session) => ({
    provider,
    conversation: await conversations.of(session),
    memory: await conversations.memory(),
  }));
  const commands = [...localCommands, compaction];
  return {
    name: "bridle",
    readsSettings: true,
    env: settings.env,
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
    agents: (session) => SubAgents.kinds(session),
  } satisfies Partial<AgentDefinition>;
}

function controlsOf({ subAgents, tasks, checkpoints }: CodingParts, sessionId: () => string): Handlers<"fromHost"> {
  return {
    stop_task: ({ task_id }) => {
      if (!subAgents.stop(task_id)) tasks.stop(task_id);
      return {};
    },
    background_tasks: () => ({}),
    rewind_files: ({ user_message_id, dry_run }) => checkpoints.rewind(sessionId(), user_message_id, dry_run === true),
  };
}

/** Only the provider whose names these are takes the model of settings files. */
function preferredModel(provider: Provider, { model, env }: SessionSettings): string {
  const isMeant = model !== undefined && !env.ANTHROPIC_MODEL && provider.name === "anthropic";
  return isMeant ? provider.resolve(model) : provider.defaultModel;
}
