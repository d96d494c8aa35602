/** `bridle/client`: a typed client of the daemon that reconnects by sequence number. */
export { type ConnectOptions, connect } from "../api/node-client.ts";
export * from "./client-words.ts";
