/** `bridle/client` in a browser: unary calls and one Watch stream by Connect. */
export { connect, type WebConnectOptions } from "../api/web-client.ts";
export * from "./client-words.ts";
