import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { BridleError } from "../../errors.ts";
import { type Fields, text } from "../../wire/fields.ts";
import type { ToolUseInput } from "../model/content-block.ts";
import { type ListedTool, readTools } from "./listed-tool.ts";
import type { McpCallContext, McpProgress } from "./mcp.ts";
import type { McpTransport } from "./mcp-transport.ts";

export interface ConnectionOptions {
  /** A new way to the server. */
  readonly transport: () => Promise<McpTransport>;
  /** Who we are, for the servers. */
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** For the whole handshake, and for each later listing. */
  readonly connectTimeoutMs: number;
  readonly callTimeoutMs: number;
}

/** A timer that is set for longer goes off at once. */
export const noTimeLimit = 2 ** 31 - 1;

/** One connection to a server: its handshake, its tools, its calls. It is opened once and closed once. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #ended = Promise.withResolvers<never>();
  #transport: McpTransport | undefined;
  #sdk: ({ readonly client: Client } & Pick<Sdk, "ResultSchema">) | undefined;
  #tools: readonly ListedTool[] = [];
  #listing: Promise<void> = Promise.resolve();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#ended.promise.catch(() => {});
  }

  get tools(): readonly ListedTool[] {
    return this.#tools;
  }

  /** Rejects when the connection is over, with why. */
  get ended(): Promise<never> {
    return this.#ended.promise;
  }

  get serverInfo(): Fields {
    return { ...this.#sdk?.client.getServerVersion() };
  }

  /** Rejects with `timeout` when the server is silent, or with what was said. The connection is closed then. */
  async open(): Promise<void> {
    const { connectTimeoutMs } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    try {
      // Loading takes its time, which is not the server's.
      const [sdk, way] = await Promise.race([Promise.all([loadSdk(), this.#way()]), this.#ended.promise]);
      timer = setTimeout(() => void this.close(timedOut(connectTimeoutMs)), connectTimeoutMs);
      await Promise.race([this.#handshake(sdk, way), this.#ended.promise]);
    } catch (error) {
      void this.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Settles when no listing is under way any more. */
  async listed(): Promise<void> {
    for (let seen: unknown; seen !== this.#listing; ) {
      seen = this.#listing;
      await seen;
    }
  }

  /** The result of the call as the server gave it. Rejects with its error, or when the signal aborts. */
  async call(name: string, input: ToolUseInput, { toolUseId, signal, onProgress }: McpCallContext): Promise<Fields> {
    signal.throwIfAborted();
    // The SDK never lets go of a signal, and would withdraw the call long after it was answered.
    const call = new AbortController();
    const abort = (): void => call.abort(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    try {
      const params = { name, arguments: input, _meta: { "claudecode/toolUseId": toolUseId } };
      return await this.#request("tools/call", params, {
        signal: call.signal,
        timeout: this.#options.callTimeoutMs,
        onprogress: (progress) => onProgress?.(progress),
      });
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  receive(message: Fields): void {
    this.#transport?.receive?.(message);
  }

  /** Fails what is under way; what the server answers later is ignored. Settles when nothing is left of the way to it. */
  async close(reason = new Error("Connection closed")): Promise<void> {
    this.#ended.reject(reason);
    await this.#transport?.close();
  }

  async #way(): Promise<McpTransport> {
    const transport = await this.#options.transport();
    this.#transport = transport;
    return transport;
  }

  async #handshake(
    { Client, ResultSchema, ToolListChangedNotificationSchema }: Sdk,
    transport: McpTransport,
  ): Promise<void> {
    const client = new Client({ ...this.#options.clientInfo });
    this.#sdk = { client, ResultSchema };
    // Who waits in the handshake is told by the SDK what went wrong, but not why a process ended.
    client.onclose = () => transport.exitReason && this.#ended.reject(new Error(transport.exitReason));
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      // Where this fails, the tools stay as they were.
      this.#list().catch(() => {});
    });
    await client.connect(transport, { timeout: noTimeLimit });
    this.#list().catch(() => {});
    await this.listed();
    client.onclose = () => this.#ended.reject(new Error(transport.exitReason ?? "Connection closed"));
  }

  /** Of several listings under way the one begun last counts. */
  #list(): Promise<void> {
    const listing = this.#allTools().then((tools) => {
      if (listing === this.#listing) this.#tools = tools;
    });
    this.#listing = listing;
    return listing;
  }

  async #allTools(): Promise<readonly ListedTool[]> {
    if (this.#sdk?.client.getServerCapabilities()?.tools === undefined) return [];
    const tools: ListedTool[] = [];
    const asked = new Set<string | undefined>();
    for (let cursor: string | undefined; !asked.has(cursor); ) {
      asked.add(cursor);
      const params = cursor === undefined ? undefined : { cursor };
      const page = await this.#request("tools/list", params, { timeout: this.#options.connectTimeoutMs });
      tools.push(...readTools(page));
      cursor = text(page.nextCursor);
    }
    return tools;
  }

  async #request(method: string, params: Fields | undefined, options: RequestOptions): Promise<Fields> {
    if (this.#sdk === undefined) throw new Error("Not connected");
    const { client, ResultSchema } = this.#sdk;
    // The loosest schema: the SDK's own refuse a whole list for one tool, and a result for one block.
    return client.request(params === undefined ? { method } : { method, params }, ResultSchema, options);
  }
}

interface RequestOptions {
  readonly timeout: number;
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: McpProgress) => void;
}

type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/** Only who has a server pays for it. */
async function loadSdk() {
  const [{ Client }, { ResultSchema, ToolListChangedNotificationSchema }] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    import("@modelcontextprotocol/sdk/types.js"),
  ]);
  return { Client, ResultSchema, ToolListChangedNotificationSchema };
}

function timedOut(afterMs: number): BridleError {
  const message = `Connection timed out after ${afterMs} ms`;
  return new BridleError("timeout", message, { waitingFor: "the handshake of an MCP server", afterMs });
}
