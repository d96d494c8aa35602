import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { Fields } from "../../wire/fields.ts";

/** The SDK drops a message that has any key besides these, and who sent it waits for ever. */
export function plainMessage(message: Fields): JSONRPCMessage {
  const keys = ["id", "method", "params", "result", "error"].filter((key) => message[key] !== undefined);
  return { jsonrpc: "2.0", ...Object.fromEntries(keys.map((key) => [key, message[key]])) } as JSONRPCMessage;
}
