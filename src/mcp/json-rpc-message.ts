import { type Fields, isFields } from "../wire/fields.ts";

/** One JSON-RPC message, either way. `sortMessage` says what it is. */
export type JsonRpcMessage = { jsonrpc: "2.0" } & Fields;

export type JsonRpcId = string | number;

/** What is in an answer besides its id. */
export type Outcome = { result: unknown } | { error: unknown };

export type SortedMessage =
  | { kind: "request"; id: JsonRpcId; message: JsonRpcMessage }
  | { kind: "notification"; method: string; message: JsonRpcMessage }
  | { kind: "answer"; id: JsonRpcId; outcome: Outcome; message: JsonRpcMessage }
  | { kind: "invalid"; id: JsonRpcId | undefined; why: string };

export const errorCodes = {
  invalidRequest: -32600,
  internal: -32603,
  /** As in the language server protocol; MCP has no code for it. */
  cancelled: -32800,
  /** The MCP SDK's ConnectionClosed. */
  closed: -32000,
  /** Ours; -32001 to -32003 have other meanings in MCP. */
  unknownServer: -32004,
} as const;

/**
 * Sorts what a peer sent. `message` holds only what JSON-RPC names: the MCP
 * SDK drops a message with any other key without a word, and its sender waits
 * for ever.
 */
export function sortMessage(value: unknown): SortedMessage {
  if (!isFields(value)) return { kind: "invalid", id: undefined, why: "the message is not an object" };
  const id = isId(value.id) ? value.id : undefined;
  if (typeof value.method === "string") return sortCall(value, value.method, id);
  const outcome = outcomeOf(value);
  if (id === undefined || outcome === undefined) {
    return { kind: "invalid", id, why: "the message has neither a method nor an id with a result or error" };
  }
  return { kind: "answer", id, outcome, message: answerTo(id, outcome) };
}

export function answerTo(id: JsonRpcId, outcome: Outcome): JsonRpcMessage {
  return { jsonrpc: "2.0", id, ...outcome };
}

function sortCall(value: Fields, method: string, id: JsonRpcId | undefined): SortedMessage {
  const { params } = value;
  if (params !== undefined && !isFields(params)) return { kind: "invalid", id, why: "params is not an object" };
  const given = params === undefined ? {} : { params };
  if (id !== undefined) return { kind: "request", id, message: { jsonrpc: "2.0", id, method, ...given } };
  if (value.id !== undefined) return { kind: "invalid", id, why: "id is neither a string nor a number" };
  return { kind: "notification", method, message: { jsonrpc: "2.0", method, ...given } };
}

function outcomeOf(value: Fields): Outcome | undefined {
  if (value.error !== undefined) return { error: value.error };
  return value.result === undefined ? undefined : { result: value.result };
}

function isId(value: unknown): value is JsonRpcId {
  return typeof value === "string" || typeof value === "number";
}
