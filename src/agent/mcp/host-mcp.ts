import type { Fields } from "../../wire/fields.ts";
import type { ToolOutput } from "../tool/tool.ts";

/** A tool of an MCP server, under the name the model knows it by. */
export interface McpTool {
  /** `mcp__server__tool`. */
  readonly name: string;
  readonly serverName: string;
  readonly description: string;
  readonly inputSchema: Fields;
  readonly isReadOnly: boolean;
}

export interface McpStatus {
  readonly name: string;
  readonly status: "connected" | "failed" | "pending" | "disabled";
  readonly error?: string;
  readonly serverInfo?: Fields;
  /** Under their own names, with the hints that are true: `readOnly`, `destructive`, `openWorld`. */
  readonly tools: readonly { readonly name: string; readonly annotations: Fields }[];
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

/** The MCP servers that live in the host, and their tools. */
export interface HostMcp {
  /** Servers by name; new ones are connected at once. Those that are not there any more are let go. */
  declare(names: readonly string[]): { readonly added: readonly string[]; readonly removed: readonly string[] };
  /** Settles when every server is connected, or failed, and its tools are listed. Never rejects. */
  ready(): Promise<void>;
  status(): readonly McpStatus[];
  tools(): readonly McpTool[];
  /** What goes wrong is told to the model. Rejects only with the signal's reason. */
  call(name: string, input: Fields, context: McpCallContext): Promise<ToolOutput>;
  /** A message that the host's server sent by itself. */
  receive(serverName: string, message: Fields): void;
  /** Rejects for a server nobody declared, one that is switched off, and one that cannot be connected. */
  reconnect(serverName: string): Promise<void>;
  /** Rejects for a server nobody declared, and one that cannot be connected. */
  toggle(serverName: string, enabled: boolean): Promise<void>;
}
