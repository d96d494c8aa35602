import type { JsonRpcMessage } from "./json-rpc-message.ts";

/** What we need of an `McpServer` or `Server` of the MCP SDK, whatever its version: the SDK is not imported. */
export interface McpServerLike {
  connect(transport: McpTransport): Promise<void>;
  close(): Promise<void>;
}

/** The MCP SDK's `Transport`. The server sets the callbacks when it is connected. */
export interface McpTransport {
  start(): Promise<void>;
  send(message: JsonRpcMessage): Promise<void>;
  close(): Promise<void>;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JsonRpcMessage) => void) | undefined;
}
