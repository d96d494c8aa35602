import type { Fields } from "../../wire/fields.ts";
import type { ToolUseInput } from "../model/content-block.ts";
import type { JsonSchema } from "../model/provider.ts";
import type { ToolOutput } from "../tool/tool.ts";
import type { TrueHints } from "./listed-tool.ts";
import type { ConfigProblem, ServerConfig } from "./server-config.ts";

/** A tool of an MCP server, under the name the model knows it by. */
export interface McpTool {
  /** `mcp__server__tool`. */
  readonly name: string;
  readonly serverName: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly isReadOnly: boolean;
}

export interface McpStatus {
  readonly name: string;
  readonly status: "connected" | "failed" | "pending" | "disabled";
  readonly error?: string;
  readonly serverInfo?: Fields;
  /** Without what may be secret; a server of the host has none. */
  readonly config?: Fields;
  readonly transport: ServerConfig["type"];
  readonly source: "sdk" | "dynamic";
  /** Under their own names, with the hints that are true: `readOnly`, `destructive`, `openWorld`. */
  readonly tools: readonly { readonly name: string; readonly annotations: TrueHints }[];
}

export interface McpCallContext {
  readonly toolUseId: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: McpProgress) => void;
}

/** How far a call is, in units of the tool's own. */
export interface McpProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** What became of `mcp_set_servers`. */
export interface ServerChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** By the name of the server. */
  readonly errors: { readonly [name: string]: string };
}

/** The MCP servers of a session, and their tools. */
export interface Mcp {
  /** Connects to the servers at once. Broken declarations become `problems`. */
  declare(configs: Fields): void;
  /** Declarations that declare nothing. */
  problems(): readonly ConfigProblem[];
  /**
   * The host's set instead of its last one; its own servers count to that, those of the
   * command line do not. Settles when the new ones that are not its own are connected, or failed.
   */
  replace(configs: Fields): Promise<ServerChanges>;
  /** Settles when every server is connected, or failed, and its tools are listed. Never rejects. */
  ready(): Promise<void>;
  /** The same, after connecting again what got lost. */
  recover(): Promise<void>;
  status(): readonly McpStatus[];
  /** All but the hidden one. */
  tools(): readonly McpTool[];
  /** May this tool be called now, hidden or not? */
  has(name: string): boolean;
  /** What goes wrong is told to the model. Rejects only with the signal's reason. */
  call(name: string, input: ToolUseInput, context: McpCallContext): Promise<ToolOutput>;
  /** A message that the host's server sent by itself. */
  receive(serverName: string, message: Fields): void;
  /** Rejects for a server nobody declared, one that is switched off, and one that cannot be connected. */
  reconnect(serverName: string): Promise<void>;
  /** Rejects for a server nobody declared, and one that cannot be connected. */
  toggle(serverName: string, enabled: boolean): Promise<void>;
  /** Settles when no process of any server is left. */
  close(): Promise<void>;
}

/** The declarations of servers that live in the host. */
export function hostedServers(names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, { type: "sdk", name }]));
}
