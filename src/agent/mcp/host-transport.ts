import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { type Fields, isFields, text } from "../../wire/fields.ts";
import type { McpTransport } from "./mcp-transport.ts";
import { plainMessage } from "./plain-message.ts";

/** Carries JSON-RPC in control requests: the host's answer to one is the server's answer to the message in it. */
export class HostTransport implements McpTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #ask: (message: object) => Promise<unknown>;
  #closed = false;

  constructor(ask: (message: object) => Promise<unknown>) {
    this.#ask = ask;
  }

  async start(): Promise<void> {}

  /** Settles when the host has answered, notifications too: a server may only be used once it took `initialized`. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) throw new Error("Connection closed");
    const answer = await this.#ask(message);
    // What notifications and our own answers are answered with means nothing.
    if ("method" in message && "id" in message) this.onmessage?.(answerTo(message.id, message.method, answer));
  }

  /** A message the server sent by itself. */
  receive(message: Fields): void {
    if (!this.#closed) this.onmessage?.(plainMessage(message));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }
}

/** Hosts mix up ids; the control request already says which call is answered. */
function answerTo(id: string | number, method: string, answer: unknown): JSONRPCMessage {
  const { result, error }: Fields = isFields(answer) ? answer : {};
  if (error !== undefined && error !== null) return { jsonrpc: "2.0", id, error: readError(error) };
  if (isFields(result)) return { jsonrpc: "2.0", id, result };
  throw new Error(`The host gave no answer to ${method}`);
}

function readError(error: unknown): { code: number; message: string } {
  const { code, message, ...rest }: Fields = isFields(error) ? error : {};
  return {
    code: typeof code === "number" && Number.isSafeInteger(code) ? code : -32603,
    message: text(message) ?? JSON.stringify(error),
    ...(rest.data !== undefined && { data: rest.data }),
  };
}
