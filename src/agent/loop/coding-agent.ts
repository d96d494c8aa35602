import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compactCommand } from "../context/compact-command.ts";
import { IdleConsolidation, type IdleParts } from "../context/idle-consolidation.ts";
import { memoryToolNames, memoryTools } from "../context/memory-tools.ts";
import { recallsOthers } from "../context/recalls-others.ts";
import type { AgentDefinition } from "../kit/agent-definition.ts";
import type { AgentFlags } from "../kit/agent-flags.ts";
import type { AgentSession } from "../kit/agent-session.ts";
import type { SubAgentMeta, SubAgentTranscript } from "../memory/sub-agent-transcript.ts";
import { chooseProvider } from "../model/choose-provider.ts";
import { pricedFacts } from "../model/prices.ts";
import { BackgroundTasks } from "../tool/background-tasks.ts";
import { type StructuredOutput, structuredOutput } from "../tool/structured-output.ts";
import { absentCommands } from "./absent-commands.ts";
import { Conversations } from "./conversations.ts";
import { localCommands } from "./local-commands.ts";
import { modelTurn } from "./model-turn.ts";
import { ProjectContext } from "./project-context.ts";
import { ReportedTasks } from "./reported-tasks.ts";
import { userEntry } from "./spoken-entries.ts";
import { listedName, SubAgents } from "./sub-agents.ts";
import { isOffered, offeredTools, ToolBox } from "./tool-box.ts";

/** Bridle's own coding agent: a model, tools, a memory, on the kit that anyone can use. */
export async function codingAgent(flags: AgentFlags, env: NodeJS.ProcessEnv): Promise<AgentDefinition> {
  const { model, script } = flags;
  const provider = await chooseProvider({
    env,
    ...(model !== undefined && { model }),
    ...(script !== undefined && { script }),
    scriptedWithoutKey: flags.scriptedWithoutKey || flags.dialect === "seed-001",
  });
  const conversations = new Conversations(flags, env);
  const outputFolder = join(env.CLAUDE_CODE_TMPDIR ?? env.TMPDIR ?? tmpdir(), `bridle-agent-${randomUUID()}`);
  const tasks = new ReportedTasks(new BackgroundTasks({ folder: outputFolder }));
  const schemas = new StructuredOutputs();
  const subAgents = new SubAgents();
  const compaction = compactCommand(async (session) => ({
    provider,
    conversation: await conversations.of(session),
    memory: await conversations.memory(),
  }));
  const commands = [...localCommands, compaction];
  let opened: Opened | undefined;
  let talk: IdleParts | undefined;
  return {
    name: "bridle",
    readsSettings: true,
    model: provider.defaultModel,
    models: provider.models,
    resolveModel: (name) => provider.resolve(name),
    modelFacts: pricedFacts,
    apiKeySource: provider.apiKeySource,
    tools: (session) => [
      ...(SubAgents.areOffered(session) ? [listedName] : []),
      ...offeredTools(session).map(({ name }) => name),
      ...(flags.persist ? memoryToolNames(session).filter((name) => isOffered(name, session)) : []),
    ],
    commands: [...commands, ...absentCommands(commands)],
    agents: (session) => SubAgents.kinds(session),
    transcriptPath: (session) => conversations.transcriptPath(session),
    controls: {
      stop_task: ({ task_id }) => {
        if (!subAgents.stop(task_id)) tasks.stop(task_id);
        return {};
      },
      background_tasks: () => ({}),
    },
    onOpen: async (session, handle) => {
      const sources = flags.bare ? [] : flags.settingSources;
      opened = {
        session,
        instructions: new ProjectContext({ cwd: session.cwd, env, sources }),
        consolidation: new IdleConsolidation(provider, (subtype, fields) => handle.notice(subtype, fields)),
      };
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
      const place = { tasks, outputFolder };
      const projectContext = instructions.text;
      const transcriptOf = (agentId: string, meta: SubAgentMeta): Promise<SubAgentTranscript | undefined> =>
        conversations.subAgentTranscript(session, agentId, meta);
      const employer = { turn, session, provider, hostTools, place, projectContext, transcriptOf };
      const agent = subAgents.tool(employer);
      const own = memory && { memoryTools: memoryTools(memory, conversation, session) };
      const offered = { hostTools, structuredOutput, agent, ...own };
      const tools = new ToolBox(session, offered, { ...place, ...conversation.seen });
      return modelTurn(turn, { session, provider, conversation, memory, tools, structuredOutput, projectContext });
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
