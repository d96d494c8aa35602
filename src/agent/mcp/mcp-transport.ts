import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Fields } from "../../wire/fields.ts";

/** The way to one server and back. */
export interface McpTransport extends Transport {
  /** A message of the server that somebody else received. */
  receive?(message: Fields): void;
  /** Why it closed by itself, where that is known. */
  readonly exitReason?: string | undefined;
}
