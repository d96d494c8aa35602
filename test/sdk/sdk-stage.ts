import { type Hermetic, hermetic } from "../lab/hermetic.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import type { AgentUnderTest } from "../live/agent-under-test.ts";
import type { AgentSdk, Query, SdkMessage, SdkOptions } from "./agent-sdk.ts";
import { Conversation } from "./conversation.ts";

/** Where a scenario plays: an agent that the official SDK drives, a model that says what prompts script, folders of its own. */
export interface SdkStage extends AsyncDisposable {
  readonly agent: AgentUnderTest;
  readonly sdk: AgentSdk;
  readonly api: ScriptedModelApi;
  readonly place: Hermetic;
  /** A query with one prompt. `options` come on top of what makes it hermetic, and `env` on top of its environment. */
  query(prompt: string, options?: SdkOptions): Query;
  /** Everything such a query says. */
  say(prompt: string, options?: SdkOptions): Promise<SdkMessage[]>;
  /** A query that takes prompt after prompt. */
  talk(options?: SdkOptions): Conversation;
}

/** The queries of a scenario are closed at its end, whatever came of them. */
export async function setSdkStage(agent: AgentUnderTest, sdk: AgentSdk): Promise<SdkStage> {
  const api = await ScriptedModelApi.start();
  const place = await hermetic(api.url);
  const queries: Query[] = [];
  const start = (prompt: Parameters<AgentSdk["query"]>[0]["prompt"], options: SdkOptions = {}): Query => {
    const env = { ...place.env, ...(options.env as Record<string, string> | undefined) };
    const query = sdk.query({ prompt, options: { ...hermeticOptions(agent, place), ...options, env } });
    queries.push(query);
    return query;
  };
  return {
    agent,
    sdk,
    api,
    place,
    query: start,
    say: async (prompt, options) => {
      const messages: SdkMessage[] = [];
      for await (const message of start(prompt, options)) messages.push(message);
      return messages;
    },
    talk: (options) => new Conversation((prompts) => start(prompts, options)),
    [Symbol.asyncDispose]: async () => {
      for (const query of queries) query.close();
      await Promise.all(queries.map((query) => query.return().catch(() => undefined)));
      await api.close();
      await place.dispose();
    },
  };
}

function hermeticOptions({ executable, executableArgs }: AgentUnderTest, { cwd }: Hermetic): SdkOptions {
  // A script is for the SDK to start with Node; it takes no other arguments before it.
  const pathToClaudeCodeExecutable = executableArgs[0] ?? executable;
  return { pathToClaudeCodeExecutable, cwd, permissionMode: "default" };
}
