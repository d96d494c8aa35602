import { isBridleError } from "../../errors.ts";
import type { Fields } from "../../wire/fields.ts";
import type { ToolOutput } from "../tool/tool.ts";
import { callFailure, callOutput } from "./call-output.ts";
import type { McpCallContext, McpStatus } from "./host-mcp.ts";
import { type ListedTool, trueHints } from "./listed-tool.ts";
import { type ConnectionOptions, SdkConnection } from "./sdk-connection.ts";

type State =
  | { at: "disabled" }
  | { at: "pending"; connection: SdkConnection }
  | { at: "connected"; connection: SdkConnection }
  | { at: "failed"; error: string };

/** One server of the host over its connections, one at a time. */
export class SdkServer {
  readonly name: string;
  readonly #options: ConnectionOptions;
  #state: State = { at: "disabled" };
  #connecting: Promise<void> = Promise.resolve();

  constructor(name: string, options: ConnectionOptions) {
    this.name = name;
    this.#options = options;
  }

  get tools(): readonly ListedTool[] {
    return this.#state.at === "connected" ? this.#state.connection.tools : [];
  }

  status(): McpStatus {
    const tools = this.tools.map((tool) => ({ name: tool.name, annotations: trueHints(tool) }));
    const { name } = this;
    const state = this.#state;
    if (state.at === "connected") return { name, status: state.at, serverInfo: state.connection.serverInfo, tools };
    if (state.at === "failed") return { name, status: state.at, error: state.error, tools };
    return { name, status: state.at, tools };
  }

  /** Begins anew, whatever there was. `settled()` tells when it is done. */
  connect(): void {
    this.disable();
    this.#connecting = this.#connect();
  }

  /** Calls that run fail. */
  disable(): void {
    if ("connection" in this.#state) this.#state.connection.close();
    this.#state = { at: "disabled" };
  }

  /** Connected and listed, failed, or switched off. Never rejects. */
  async settled(): Promise<void> {
    for (let seen: unknown; seen !== this.#connecting; ) {
      seen = this.#connecting;
      await seen;
      if (this.#state.at === "connected") await this.#state.connection.listed().catch(() => {});
    }
  }

  /** Rejects only with the signal's reason. */
  async call(tool: string, input: Fields, context: McpCallContext): Promise<ToolOutput> {
    if (this.#state.at !== "connected") return callFailure(`MCP server ${this.name} is not connected`);
    try {
      return callOutput(this.name, await this.#state.connection.call(tool, input, context));
    } catch (error) {
      context.signal.throwIfAborted();
      return callFailure(errorText(error));
    }
  }

  receive(message: Fields): void {
    if ("connection" in this.#state) this.#state.connection.receive(message);
  }

  async #connect(): Promise<void> {
    for (let attemptsLeft = 2; attemptsLeft > 0; attemptsLeft--) {
      const connection = new SdkConnection(this.#options);
      const state: State = { at: "pending", connection };
      this.#state = state;
      const failure = await connection.open().then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      // Somebody switched it off or began anew.
      if (this.#state !== state) return;
      this.#state = failure ? { at: "failed", error: errorText(failure.error) } : { at: "connected", connection };
      // A host that says no would say it again; only a silent one is asked a second time.
      if (!isBridleError(failure?.error, "timeout")) return;
    }
  }
}

/** What the host or the server said, without what the layers between put before it. */
function errorText(error: unknown): string {
  if (isBridleError(error, "refused")) return error.data.reason;
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? error.message.replace(`MCP error ${error.code}: `, "") : error.message;
}
