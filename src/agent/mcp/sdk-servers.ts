import type { Fields } from "../../wire/fields.ts";
import type { HostLink } from "../kit/host-link.ts";
import type { ToolOutput } from "../tool/tool.ts";
import type { HostMcp, McpCallContext, McpStatus, McpTool } from "./host-mcp.ts";
import type { ListedTool } from "./listed-tool.ts";
import { noTimeLimit } from "./sdk-connection.ts";
import { SdkServer } from "./sdk-server.ts";
import { toolName } from "./tool-name.ts";

export interface SdkServersOptions {
  /** Who we are, for the servers. */
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** For one attempt to connect; there are two. Default: 30 s. */
  readonly connectTimeoutMs?: number;
  /** For one call of a tool. Default: none. */
  readonly callTimeoutMs?: number;
}

/** The host's servers, reached through `mcp_message`. The MCP SDK is loaded when the first one is declared. */
export class SdkServers implements HostMcp {
  readonly #link: Pick<HostLink, "mcpMessage">;
  readonly #options: Required<SdkServersOptions>;
  readonly #servers = new Map<string, SdkServer>();

  constructor(link: Pick<HostLink, "mcpMessage">, options: SdkServersOptions) {
    this.#link = link;
    const { clientInfo, connectTimeoutMs = 30_000, callTimeoutMs = noTimeLimit } = options;
    this.#options = { clientInfo, connectTimeoutMs, callTimeoutMs: Math.min(callTimeoutMs, noTimeLimit) };
  }

  declare(names: readonly string[]): { added: readonly string[]; removed: readonly string[] } {
    const declared = new Set(names);
    const removed = [...this.#servers.keys()].filter((name) => !declared.has(name));
    const added = [...declared].filter((name) => !this.#servers.has(name));
    for (const name of removed) this.#leave(name);
    for (const name of added) this.#add(name);
    return { added, removed };
  }

  async ready(): Promise<void> {
    await Promise.all([...this.#servers.values()].map((server) => server.settled()));
  }

  status(): readonly McpStatus[] {
    return [...this.#servers.values()].map((server) => server.status());
  }

  tools(): readonly McpTool[] {
    return [...this.#byName()].map(([name, { server, tool }]) => ({
      name,
      serverName: server.name,
      description: tool.description,
      inputSchema: tool.inputSchema,
      isReadOnly: tool.annotations.readOnlyHint === true,
    }));
  }

  async call(name: string, input: Fields, context: McpCallContext): Promise<ToolOutput> {
    const found = this.#byName().get(name);
    if (found !== undefined) return found.server.call(found.tool.name, input, context);
    const error = `Error: No such tool available: ${name}`;
    return { content: `<tool_use_error>${error}</tool_use_error>`, isError: true, details: error };
  }

  receive(serverName: string, message: Fields): void {
    this.#servers.get(serverName)?.receive(message);
  }

  async reconnect(serverName: string): Promise<void> {
    const server = this.#find(serverName);
    if (server.status().status === "disabled") throw new Error("Server status: disabled");
    server.connect();
    await connected(server);
  }

  async toggle(serverName: string, enabled: boolean): Promise<void> {
    const server = this.#find(serverName);
    if (!enabled) return server.disable();
    if (["disabled", "failed"].includes(server.status().status)) server.connect();
    await connected(server);
  }

  #add(name: string): void {
    const ask = (message: object): Promise<unknown> => this.#link.mcpMessage(name, message);
    const server = new SdkServer(name, { ...this.#options, ask });
    this.#servers.set(name, server);
    server.connect();
  }

  #leave(name: string): void {
    this.#servers.get(name)?.disable();
    this.#servers.delete(name);
  }

  #find(name: string): SdkServer {
    const server = this.#servers.get(name);
    if (server === undefined) throw new Error(`Server not found: ${name}`);
    return server;
  }

  /** Two tools may come to the same name. The first one has it: a model API takes a name once. */
  #byName(): ReadonlyMap<string, { readonly server: SdkServer; readonly tool: ListedTool }> {
    const found = new Map<string, { server: SdkServer; tool: ListedTool }>();
    for (const server of this.#servers.values()) {
      for (const tool of server.tools) {
        const name = toolName(server.name, tool.name);
        if (!found.has(name)) found.set(name, { server, tool });
      }
    }
    return found;
  }
}

async function connected(server: SdkServer): Promise<void> {
  await server.settled();
  const { error } = server.status();
  if (error !== undefined) throw new Error(error);
}
