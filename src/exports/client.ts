/** `bridle/client`: a typed client of the daemon that reconnects by sequence number. */
import { requireNode } from "../util/require-node.ts";

export { type ConnectOptions, connect } from "../api/node-client.ts";
export * from "./client-words.ts";

requireNode("bridle/client");
