import type { Fields } from "../wire/fields.ts";
import { checkServers } from "./check-servers.ts";
import { InProcessServer } from "./in-process-server.ts";
import { answerTo, errorCodes, type JsonRpcMessage, sortMessage } from "./json-rpc-message.ts";
import type { McpServerLike } from "./mcp-server-like.ts";

export type { JsonRpcMessage } from "./json-rpc-message.ts";
export type { McpServerLike, McpTransport } from "./mcp-server-like.ts";

interface InProcessServersOptions {
  /**
   * Sends a server's own message (progress, list_changed, …) to the agent. A tool
   * that reports progress waits for it. Rejects, or is missing, where the agent
   * cannot take it: then notifications are dropped and requests refused.
   */
  readonly notify?: (serverName: string, message: JsonRpcMessage) => Promise<void>;
  /** Told what a person should know. Never holds content of a message. */
  readonly trace?: (note: { server: string; what: string }) => void;
}

/**
 * MCP servers of this process that the agent reaches through `mcp_message`.
 * Each is connected at its first message; names are checked here and now.
 *
 * ```ts
 * const servers = new InProcessServers({ calc: new McpServer({ name: "calc", version: "1" }) });
 * const { mcp_response } = await servers.handle(request, signal);
 * ```
 */
export class InProcessServers {
  readonly names: readonly string[];
  readonly #servers: ReadonlyMap<string, InProcessServer>;

  constructor(servers: { readonly [name: string]: McpServerLike }, options: InProcessServersOptions = {}) {
    checkServers(servers);
    this.#servers = new Map(
      Object.entries(servers).map(([name, server]) => [
        name,
        new InProcessServer(name, server, {
          notify: async (message) => {
            if (options.notify === undefined) throw new Error("this agent takes no messages of MCP servers");
            await options.notify(name, message);
          },
          trace: (what) => options.trace?.({ server: name, what }),
        }),
      ]),
    );
    this.names = [...this.#servers.keys()];
  }

  /**
   * Answers one `mcp_message` of the agent; `signal` aborts when the agent
   * withdraws it. Never rejects: what a server does wrong is a JSON-RPC error.
   */
  async handle(
    request: { readonly server_name: string; readonly message: unknown },
    signal: AbortSignal,
  ): Promise<{ mcp_response: Fields }> {
    const server = this.#servers.get(request.server_name);
    if (server !== undefined) return { mcp_response: await server.handle(request.message, signal) };
    const sorted = sortMessage(request.message);
    const id = sorted.kind === "notification" ? 0 : (sorted.id ?? 0);
    const message = `there is no MCP server ${request.server_name}`;
    return { mcp_response: answerTo(id, { error: { code: errorCodes.unknownServer, message } }) };
  }

  /** Answers the running calls with an error at once, then waits until every server has closed. */
  async close(): Promise<void> {
    await Promise.all([...this.#servers.values()].map((server) => server.close()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
