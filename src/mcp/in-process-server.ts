import { type Fields, isFields } from "../wire/fields.ts";
import {
  answerTo,
  errorCodes,
  type JsonRpcId,
  type JsonRpcMessage,
  type Outcome,
  type SortedMessage,
  sortMessage,
} from "./json-rpc-message.ts";
import type { McpServerLike, McpTransport } from "./mcp-server-like.ts";
import { RunningCalls } from "./running-calls.ts";

interface InProcessServerOptions {
  /** Sends a message of the server's own to the agent. Rejects where the agent cannot take it. */
  readonly notify: (message: JsonRpcMessage) => Promise<void>;
  /** Told what a person should know. Never holds content of a message. */
  readonly trace: (what: string) => void;
}

type State = { at: "new" } | { at: "open"; connected: Promise<void> } | { at: "closed"; why: string };

/** What a notification is answered with. Unanswered, the agent's turn never starts. */
const taken: JsonRpcMessage = answerTo(0, { result: {} });

/** One MCP server and the agent's calls to it. Connected at the first message. */
export class InProcessServer {
  readonly #name: string;
  readonly #server: McpServerLike;
  readonly #notify: InProcessServerOptions["notify"];
  readonly #trace: InProcessServerOptions["trace"];
  readonly #calls = new RunningCalls();
  readonly #transport: McpTransport;
  #state: State = { at: "new" };

  constructor(name: string, server: McpServerLike, options: InProcessServerOptions) {
    this.#name = name;
    this.#server = server;
    this.#notify = options.notify;
    this.#trace = options.trace;
    this.#transport = {
      start: async () => {},
      send: (message) => this.#fromServer(message),
      close: async () => this.#end("closed its connection"),
    };
  }

  /** Never rejects. */
  async handle(value: unknown, signal: AbortSignal): Promise<JsonRpcMessage> {
    const sorted = sortMessage(value);
    switch (sorted.kind) {
      case "request":
        return this.#call(sorted, signal);
      case "notification":
        if (sorted.method === "notifications/cancelled") this.#withdraw(sorted.message);
        else this.#pass(sorted.message);
        return taken;
      case "answer":
        this.#pass(sorted.message);
        return taken;
      case "invalid":
        return answerTo(sorted.id ?? 0, problem("invalidRequest", sorted.why));
    }
  }

  /** Answers what runs, then waits for the server's own `close()`. A server that was never connected is left alone. */
  async close(): Promise<void> {
    const { at } = this.#state;
    this.#end("was closed");
    if (at !== "open") return;
    try {
      await this.#server.close();
    } catch (error) {
      this.#trace(`close failed: ${messageOf(error)}`);
    }
  }

  async #call(request: SortedMessage & { kind: "request" }, signal: AbortSignal): Promise<JsonRpcMessage> {
    if (signal.aborted) return answerTo(request.id, problem("cancelled", "cancelled"));
    const { id, answer } = this.#calls.open(request.id);
    const cancel = (): void => this.#cancel(id, undefined);
    signal.addEventListener("abort", cancel, { once: true });
    this.#deliver({ ...request.message, id }, () => this.#calls.has(id)).catch((error: unknown) =>
      this.#calls.settle(id, this.#failure(error)),
    );
    try {
      return await answer;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  #withdraw(message: JsonRpcMessage): void {
    const params: Fields = isFields(message.params) ? message.params : {};
    const id = this.#calls.find(params.requestId);
    // Never passed on as it is: the agent's number may be ours of another call.
    if (id === undefined) this.#trace("the agent cancelled a call that does not run");
    else this.#cancel(id, params.reason);
  }

  /** The call is answered here: a server does not answer what was cancelled. */
  #cancel(id: JsonRpcId, reason: unknown): void {
    if (!this.#calls.settle(id, problem("cancelled", "cancelled"))) return;
    const why = typeof reason === "string" ? reason : "the agent withdrew its request";
    this.#pass({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id, reason: why } });
  }

  /** Delivers a message without waiting for it. */
  #pass(message: JsonRpcMessage): void {
    this.#deliver(message).catch(() => this.#trace("the server did not take a message"));
  }

  /** Messages reach the server in the order of these calls: all wait for the same promise. */
  async #deliver(message: JsonRpcMessage, wanted = () => true): Promise<void> {
    await this.#connected();
    if (!wanted()) return;
    if (this.#state.at === "closed") throw new Error(this.#state.why);
    if (this.#transport.onmessage === undefined) throw new Error("the server does not listen to its transport");
    this.#transport.onmessage(message);
  }

  #connected(): Promise<void> {
    // Connecting starts when the state is set: a server may throw or close before its `connect()` returns.
    if (this.#state.at === "new")
      this.#state = { at: "open", connected: Promise.resolve().then(() => this.#connect()) };
    return this.#state.at === "open" ? this.#state.connected : Promise.resolve();
  }

  async #connect(): Promise<void> {
    if (this.#state.at === "closed") return;
    try {
      await this.#server.connect(this.#transport);
    } catch (error) {
      this.#end(`could not be connected: ${messageOf(error)}`);
    }
  }

  #end(why: string): void {
    if (this.#state.at === "closed") return;
    this.#state = { at: "closed", why };
    this.#trace(why);
    this.#calls.settleAll(this.#failure(new Error(why)));
    try {
      // The server aborts its handlers' signals here.
      this.#transport.onclose?.();
    } catch (error) {
      this.#trace(`onclose failed: ${messageOf(error)}`);
    }
  }

  async #fromServer(value: JsonRpcMessage): Promise<void> {
    if (this.#state.at === "closed") throw new Error(`the connection is closed: ${this.#state.why}`);
    const sorted = sortMessage(value);
    switch (sorted.kind) {
      case "answer":
        return this.#answered(sorted.id, sorted.outcome);
      case "invalid":
        // With a method it is a request: its id is the server's own, and no call of the agent has it.
        if (value.method !== undefined || sorted.id === undefined) throw new Error(sorted.why);
        return this.#answered(sorted.id, problem("internal", "the server's answer has no result and no error"));
      default:
        return this.#forward(sorted);
    }
  }

  #answered(id: JsonRpcId, outcome: Outcome): void {
    if (!this.#calls.settle(id, outcome)) this.#trace("the server answered a call that does not run");
  }

  async #forward(sorted: SortedMessage & { kind: "request" | "notification" }): Promise<void> {
    try {
      await this.#notify(sorted.message);
    } catch (error) {
      // A tool must not fail because this agent knows no progress; who waits for an answer gets one.
      this.#trace(`the agent did not take ${sorted.message.method}: ${messageOf(error)}`);
      if (sorted.kind === "request") this.#pass(answerTo(sorted.id, problem("internal", "the agent cannot be asked")));
    }
  }

  #failure(error: unknown): Outcome {
    const code = this.#state.at === "closed" ? "closed" : "internal";
    return problem(code, `MCP server ${this.#name}: ${messageOf(error)}`);
  }
}

function problem(code: keyof typeof errorCodes, message: string): Outcome {
  return { error: { code: errorCodes[code], message } };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
