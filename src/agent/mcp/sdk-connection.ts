import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { BridleError } from "../../errors.ts";
import { type Fields, text } from "../../wire/fields.ts";
import type { McpCallContext, McpProgress } from "./host-mcp.ts";
import { HostTransport } from "./host-transport.ts";
import { type ListedTool, readTools } from "./listed-tool.ts";

export interface ConnectionOptions {
  /** Sends a JSON-RPC message to the host, and gives what it answers. */
  readonly ask: (message: object) => Promise<unknown>;
  /** Who we are, for the servers. */
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** For the whole handshake, and for each later listing. */
  readonly connectTimeoutMs: number;
  readonly callTimeoutMs: number;
}

/** A timer that is set for longer goes off at once. */
export const noTimeLimit = 2 ** 31 - 1;

/** One connection to a server: its handshake, its tools, its calls. It is opened once and closed once. */
export class SdkConnection {
  readonly #options: ConnectionOptions;
  readonly #transport: HostTransport;
  readonly #ended = Promise.withResolvers<never>();
  #sdk: ({ readonly client: Client } & Pick<Sdk, "ResultSchema">) | undefined;
  #tools: readonly ListedTool[] = [];
  #listing: Promise<void> = Promise.resolve();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#transport = new HostTransport(options.ask);
    this.#ended.promise.catch(() => {});
  }

  get tools(): readonly ListedTool[] {
    return this.#tools;
  }

  get serverInfo(): Fields {
    return { ...this.#sdk?.client.getServerVersion() };
  }

  /** Rejects with `timeout` when the host is silent, or with what it said. The connection is closed then. */
  async open(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    try {
      // Loading takes its time, which is not the host's.
      const sdk = await Promise.race([loadSdk(), this.#ended.promise]);
      timer = setTimeout(() => this.close(timedOut(this.#options.connectTimeoutMs)), this.#options.connectTimeoutMs);
      await Promise.race([this.#handshake(sdk), this.#ended.promise]);
    } catch (error) {
      this.close();
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
  async call(name: string, input: Fields, { toolUseId, signal, onProgress }: McpCallContext): Promise<Fields> {
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
    this.#transport.receive(message);
  }

  /** Fails what is under way. What the host answers later is ignored. */
  close(reason = new Error("Connection closed")): void {
    this.#ended.reject(reason);
    void this.#transport.close();
  }

  async #handshake({ Client, ResultSchema, ToolListChangedNotificationSchema }: Sdk): Promise<void> {
    const client = new Client({ ...this.#options.clientInfo });
    this.#sdk = { client, ResultSchema };
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      // Where this fails, the tools stay as they were.
      this.#list().catch(() => {});
    });
    await client.connect(this.#transport, { timeout: noTimeLimit });
    this.#list().catch(() => {});
    await this.listed();
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
