import type { TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import type { Fields } from "../../src/wire/fields.ts";
import { installAgentSdk } from "../lab/install-agent-sdk.ts";
import { InstallFailure } from "../lab/install-failure.ts";

export const sdkVersion = "0.3.325";

/** What this suite uses of `@anthropic-ai/claude-agent-sdk`, which lies in a cache folder the compiler does not see. */
export interface AgentSdk {
  query(call: { prompt: string | AsyncIterable<UserMessage>; options: SdkOptions }): Query;
  tool(name: string, description: string, inputSchema: Fields, handler: ToolHandler): unknown;
  createSdkMcpServer(server: { name: string; version?: string; tools: readonly unknown[] }): unknown;
  readonly AbortError: new (message?: string) => Error;
}

/** The official SDK for a test. Where it cannot be had the test is skipped with the reason, and undefined comes back; in CI it fails. */
export async function agentSdkOrSkip(test: TestContext): Promise<AgentSdk | undefined> {
  try {
    return (await import(pathToFileURL(await installAgentSdk(sdkVersion)).href)) as AgentSdk;
  } catch (error) {
    if (process.env.CI === "true" || !(error instanceof InstallFailure) || !error.isEnvironment) throw error;
    test.skip(`the Agent SDK ${sdkVersion} is not here: ${error.message}`);
    return undefined;
  }
}

export interface SdkMessage extends Fields {
  readonly type: string;
  readonly subtype?: string;
}

export interface UserMessage extends Fields {
  readonly type: "user";
  readonly message: { readonly role: "user"; readonly content: unknown };
  readonly parent_tool_use_id: null;
}

export interface Query extends AsyncGenerator<SdkMessage, void> {
  interrupt(): Promise<Fields | undefined>;
  setModel(model?: string): Promise<void>;
  setPermissionMode(mode: string): Promise<void>;
  setMaxThinkingTokens(tokens: number | null): Promise<void>;
  applyFlagSettings(settings: Fields): Promise<void>;
  initializationResult(): Promise<Fields>;
  supportedCommands(): Promise<Fields[]>;
  supportedModels(): Promise<Fields[]>;
  supportedAgents(): Promise<Fields[]>;
  mcpServerStatus(): Promise<Fields[]>;
  reconnectMcpServer(name: string): Promise<void>;
  toggleMcpServer(name: string, enabled: boolean): Promise<void>;
  setMcpServers(servers: Fields): Promise<Fields>;
  getContextUsage(): Promise<Fields>;
  accountInfo(): Promise<Fields>;
  rewindFiles(userMessageId: string, options?: { dryRun?: boolean }): Promise<Fields>;
  seedReadState(path: string, mtime: number): Promise<void>;
  reloadPlugins(): Promise<Fields>;
  stopTask(taskId: string): Promise<void>;
  close(): void;
}

export interface SdkOptions extends Fields {
  readonly canUseTool?: CanUseTool;
  readonly hooks?: { readonly [event: string]: readonly { matcher?: string; hooks: readonly Hook[] }[] };
}

export type CanUseTool = (toolName: string, input: Fields, context: AskContext) => Promise<PermissionResult>;

export interface AskContext {
  readonly signal: AbortSignal;
  readonly suggestions?: readonly Fields[];
  readonly toolUseID: string;
}

type PermissionResult =
  | { behavior: "allow"; updatedInput?: Fields; updatedPermissions?: readonly Fields[] }
  | { behavior: "deny"; message: string; interrupt?: boolean };

type Hook = (input: Fields, toolUseId: string | undefined, context: { signal: AbortSignal }) => Promise<Fields>;

type ToolHandler = (input: Fields, extra: Fields) => Promise<Fields>;
