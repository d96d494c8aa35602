import { isDeepStrictEqual } from "node:util";
import type { Fields } from "../../wire/fields.ts";
import type { ToolUseInput } from "../model/content-block.ts";
import type { ToolOutput } from "../tool/tool.ts";
import { noTimeLimit } from "./connection.ts";
import { DeclaredServer } from "./declared-server.ts";
import { HostTransport } from "./host-transport.ts";
import type { ListedTool } from "./listed-tool.ts";
import type { Mcp, McpCallContext, McpStatus, McpTool, ServerChanges } from "./mcp.ts";
import type { McpTransport } from "./mcp-transport.ts";
import { remoteTransport } from "./remote-transport.ts";
import { type ConfigProblem, isProblem, publicConfig, readServerConfig, type ServerConfig } from "./server-config.ts";
import { toolName } from "./tool-name.ts";

interface McpServersOptions {
  /** Sends a JSON-RPC message to a server of the host, and gives what it answers. */
  readonly askHost: (serverName: string, message: object) => Promise<unknown>;
  /** Who we are, for the servers. */
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** Where processes run. */
  readonly cwd: string;
  /** For processes, and for the variables in declarations. */
  readonly env: NodeJS.ProcessEnv;
  /** A tool that is not for the model. */
  readonly hiddenTool?: string | undefined;
  /** For one attempt to connect. Default: 30 s. */
  readonly connectTimeoutMs?: number;
  /** For one call of a tool. Default: none. */
  readonly callTimeoutMs?: number;
}

interface Entry {
  readonly server: DeclaredServer;
  readonly config: ServerConfig;
  /** Gone with the next set of the host that lacks it. */
  readonly isHosts: boolean;
}

/** Servers of all kinds. The MCP SDK is loaded when the first one is declared. */
export class McpServers implements Mcp {
  readonly #options: McpServersOptions;
  readonly #servers = new Map<string, Entry>();
  readonly #problems: ConfigProblem[] = [];
  #left: Promise<unknown> = Promise.resolve();

  constructor(options: McpServersOptions) {
    this.#options = options;
  }

  declare(configs: Fields): void {
    const { good, problems } = this.#read(configs);
    this.#problems.push(...problems);
    for (const [name, config] of good) if (this.#differs(name, config)) this.#add(name, config, false);
  }

  problems(): readonly ConfigProblem[] {
    return this.#problems;
  }

  async replace(configs: Fields): Promise<ServerChanges> {
    const { good, problems } = this.#read(configs);
    const removed = [...this.#servers].flatMap(([name, { isHosts }]) => (isHosts && !good.has(name) ? name : []));
    for (const name of removed) this.#leave(name);
    const added = [...good].filter(([name, config]) => this.#differs(name, config)).map(([name]) => name);
    for (const name of added) this.#add(name, good.get(name) as ServerConfig, true);
    const failures = await Promise.all(added.map((name) => this.#failure(name)));
    const errors = [...problems.map(({ name, message }) => [name, message] as const), ...failures.flat()];
    return { added, removed, errors: Object.fromEntries(errors) };
  }

  async ready(): Promise<void> {
    await Promise.all([...this.#servers.values()].map(({ server }) => server.settled()));
  }

  async recover(): Promise<void> {
    for (const { server } of this.#servers.values()) server.recover();
    await this.ready();
  }

  status(): readonly McpStatus[] {
    return [...this.#servers.values()].map(({ server, config }) => {
      const { name, status, error, serverInfo, tools } = server.status();
      const shown = publicConfig(config);
      return {
        name,
        status,
        ...(error !== undefined && { error }),
        ...(serverInfo !== undefined && { serverInfo }),
        ...(shown !== undefined && { config: shown }),
        transport: config.type,
        source: config.type === "sdk" ? "sdk" : "dynamic",
        tools,
      };
    });
  }

  tools(): readonly McpTool[] {
    const offered = [...this.#byName()].filter(([name]) => name !== this.#options.hiddenTool);
    return offered.map(([name, { server, tool }]) => ({
      name,
      serverName: server.name,
      description: tool.description,
      inputSchema: tool.inputSchema,
      isReadOnly: tool.annotations.readOnlyHint === true,
    }));
  }

  has(name: string): boolean {
    return this.#byName().has(name);
  }

  async call(name: string, input: ToolUseInput, context: McpCallContext): Promise<ToolOutput> {
    const found = this.#byName().get(name);
    if (found !== undefined) return found.server.call(found.tool.name, input, context);
    const error = `Error: No such tool available: ${name}`;
    return { content: `<tool_use_error>${error}</tool_use_error>`, isError: true, details: error };
  }

  receive(serverName: string, message: Fields): void {
    this.#servers.get(serverName)?.server.receive(message);
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

  async close(): Promise<void> {
    for (const name of [...this.#servers.keys()]) this.#leave(name);
    await this.#left;
  }

  #read(configs: Fields): { good: ReadonlyMap<string, ServerConfig>; problems: readonly ConfigProblem[] } {
    const good = new Map<string, ServerConfig>();
    const problems: ConfigProblem[] = [];
    for (const [name, entry] of Object.entries(configs)) {
      const config = readServerConfig(name, entry, this.#options.env);
      if (isProblem(config)) problems.push(config);
      else good.set(name, config);
    }
    return { good, problems };
  }

  #differs(name: string, config: ServerConfig): boolean {
    return !isDeepStrictEqual(this.#servers.get(name)?.config, config);
  }

  #add(name: string, config: ServerConfig, bySet: boolean): void {
    const { clientInfo, connectTimeoutMs = 30_000, callTimeoutMs = noTimeLimit } = this.#options;
    this.#leave(name);
    const server = new DeclaredServer(name, {
      transport: () => this.#transport(name, config),
      clientInfo,
      connectTimeoutMs,
      callTimeoutMs: Math.min(callTimeoutMs, noTimeLimit),
      attempts: config.type === "sdk" ? 2 : 1,
    });
    this.#servers.set(name, { server, config, isHosts: bySet || config.type === "sdk" });
    server.connect();
  }

  async #transport(name: string, config: ServerConfig): Promise<McpTransport> {
    const { askHost, cwd, env } = this.#options;
    switch (config.type) {
      case "sdk":
        return new HostTransport((message) => askHost(name, message));
      case "stdio": {
        const { StdioTransport } = await import("./stdio-transport.ts");
        return new StdioTransport(config, { cwd, env });
      }
      default:
        return remoteTransport(config);
    }
  }

  #leave(name: string): void {
    const left = this.#servers.get(name);
    if (left === undefined) return;
    this.#left = Promise.all([this.#left, left.server.close()]);
    this.#servers.delete(name);
  }

  /** Why a new server failed. Those of the host are not waited for: it may connect them only after our answer. */
  async #failure(name: string): Promise<readonly (readonly [string, string])[]> {
    const entry = this.#servers.get(name);
    if (entry === undefined || entry.config.type === "sdk") return [];
    await entry.server.settled();
    const { error } = entry.server.status();
    return error === undefined ? [] : [[name, error]];
  }

  #find(name: string): DeclaredServer {
    const entry = this.#servers.get(name);
    if (entry === undefined) throw new Error(`Server not found: ${name}`);
    return entry.server;
  }

  /** Two tools may come to the same name. The first one has it: a model API takes a name once. */
  #byName(): ReadonlyMap<string, { readonly server: DeclaredServer; readonly tool: ListedTool }> {
    const found = new Map<string, { server: DeclaredServer; tool: ListedTool }>();
    for (const { server } of this.#servers.values()) {
      for (const tool of server.tools) {
        const name = toolName(server.name, tool.name);
        if (!found.has(name)) found.set(name, { server, tool });
      }
    }
    return found;
  }
}

async function connected(server: DeclaredServer): Promise<void> {
  await server.settled();
  const { error } = server.status();
  if (error !== undefined) throw new Error(error);
}
