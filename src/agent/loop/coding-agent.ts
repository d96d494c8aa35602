import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentDefinition } from "../kit/agent-definition.ts";
import type { AgentFlags } from "../kit/agent-flags.ts";
import type { AgentSession } from "../kit/agent-session.ts";
import { chooseProvider } from "../model/choose-provider.ts";
import { factsOf } from "../model/model-facts.ts";
import { costUsd } from "../model/prices.ts";
import { BackgroundTasks } from "../tool/background-tasks.ts";
import { type StructuredOutput, structuredOutput } from "../tool/structured-output.ts";
import { Conversations } from "./conversations.ts";
import { localCommands } from "./local-commands.ts";
import { modelTurn } from "./model-turn.ts";
import { ReportedTasks } from "./reported-tasks.ts";
import { offeredTools, ToolBox } from "./tool-box.ts";

/** Bridle's own coding agent: a model, tools, a memory, on the kit that anyone can use. */
export async function codingAgent(flags: AgentFlags, env: NodeJS.ProcessEnv): Promise<AgentDefinition> {
  const { model, script } = flags;
  const provider = await chooseProvider({
    env,
    ...(model !== undefined && { model }),
    ...(script !== undefined && { script }),
  });
  const conversations = new Conversations(flags, env);
  const outputFolder = join(env.CLAUDE_CODE_TMPDIR ?? env.TMPDIR ?? tmpdir(), `bridle-agent-${process.pid}`);
  const tasks = new ReportedTasks(new BackgroundTasks({ folder: outputFolder }));
  const schemas = new StructuredOutputs();
  let current: AgentSession | undefined;
  return {
    name: "bridle",
    model: provider.defaultModel,
    models: provider.models,
    resolveModel: (name) => provider.resolve(name),
    modelFacts: (name) => ({ ...factsOf(name), costUsd: (usage) => costUsd(name, { ...usage }) }),
    apiKeySource: provider.apiKeySource,
    tools: (session) => offeredTools(session).map(({ name }) => name),
    commands: localCommands,
    transcriptPath: (session) => conversations.transcriptPath(session),
    controls: {
      stop_task: ({ task_id }) => {
        tasks.stop(task_id);
        return {};
      },
      background_tasks: () => ({}),
    },
    onOpen: async (session, handle) => {
      current = session;
      tasks.reportTo(handle);
      await conversations.open(session);
    },
    onTurn: async (turn) => {
      const session = current as AgentSession;
      const conversation = await conversations.of(session);
      const offered = { hostTools: await turn.hostTools(), structuredOutput: await schemas.of(session) };
      const tools = new ToolBox(turn, session, offered, { tasks, outputFolder });
      return modelTurn(turn, { session, provider, conversation, tools, structuredOutput: offered.structuredOutput });
    },
    onContext: async (content, session) => (await conversations.of(session)).add("user", content),
    onClose: async () => {
      await tasks.close();
      await conversations.close();
    },
  };
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
