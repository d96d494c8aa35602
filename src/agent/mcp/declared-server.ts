import { isBridleError } from "../../errors.ts";
import type { Fields } from "../../wire/fields.ts";
import type { ToolUseInput } from "../model/content-block.ts";
import type { ToolOutput } from "../tool/tool.ts";
import { callFailure, callOutput } from "./call-output.ts";
import { Connection, type ConnectionOptions } from "./connection.ts";
import { type ListedTool, trueHints } from "./listed-tool.ts";
import type { McpCallContext, McpStatus } from "./mcp.ts";

interface DeclaredServerOptions extends ConnectionOptions {
  /** How often a silent server is tried. */
  readonly attempts: number;
}

type State =
  | { at: "disabled" }
  | { at: "pending"; connection: Connection }
  | { at: "connected"; connection: Connection }
  | { at: "failed"; error: string; wasConnected: boolean };

/** What a server itself can say of its state. */
type ServerState = Pick<McpStatus, "name" | "status" | "error" | "serverInfo" | "tools">;

/** One server over its connections, one at a time. */
export class DeclaredServer {
  readonly name: string;
  readonly #options: DeclaredServerOptions;
  #state: State = { at: "disabled" };
  #connecting: Promise<void> = Promise.resolve();
  #closing: Promise<unknown> = Promise.resolve();

  constructor(name: string, options: DeclaredServerOptions) {
    this.name = name;
    this.#options = options;
  }

  get tools(): readonly ListedTool[] {
    return this.#state.at === "connected" ? this.#state.connection.tools : [];
  }

  status(): ServerState {
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

  /** Connects again what was connected and got lost. One that could not be had at all is left alone: it would hold up every turn. */
  recover(): void {
    if (this.#state.at === "failed" && this.#state.wasConnected) this.connect();
  }

  /** Calls that run fail. */
  disable(): void {
    if ("connection" in this.#state) this.#leave(this.#state.connection);
    this.#state = { at: "disabled" };
  }

  /** Settles when nothing is left of it, of earlier connections neither. */
  async close(): Promise<void> {
    this.disable();
    await this.#closing;
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
  async call(tool: string, input: ToolUseInput, context: McpCallContext): Promise<ToolOutput> {
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
    for (let attemptsLeft = this.#options.attempts; attemptsLeft > 0; attemptsLeft--) {
      const connection = new Connection(this.#options);
      const state: State = { at: "pending", connection };
      this.#state = state;
      const failure = await connection.open().then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      // Somebody switched it off or began anew.
      if (this.#state !== state) return;
      if (failure === undefined) return this.#connected(connection);
      this.#fail(connection, failure.error, false);
      // Who says no would say it again; only a silent one is asked a second time.
      if (!isBridleError(failure.error, "timeout")) return;
    }
  }

  #connected(connection: Connection): void {
    const state: State = { at: "connected", connection };
    this.#state = state;
    connection.ended.catch((error: unknown) => {
      if (this.#state === state) this.#fail(connection, error, true);
    });
  }

  #fail(connection: Connection, error: unknown, wasConnected: boolean): void {
    this.#leave(connection);
    this.#state = { at: "failed", error: errorText(error), wasConnected };
  }

  #leave(connection: Connection): void {
    this.#closing = Promise.allSettled([this.#closing, connection.close()]);
  }
}

/** What the host or the server said, without what the layers between put before it. */
function errorText(error: unknown): string {
  if (isBridleError(error, "refused")) return error.data.reason;
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return `${error.message}: ${causeText(error.cause)}`;
  return "code" in error ? error.message.replace(`MCP error ${error.code}: `, "") : error.message;
}

/** A host name with several addresses fails with an error of several, which has no message. */
function causeText(cause: Error & { readonly code?: unknown }): string {
  return cause.message === "" ? String(cause.code) : cause.message;
}
