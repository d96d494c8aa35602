import { BridleError } from "../errors.ts";
import { isFields } from "../wire/fields.ts";
import type { McpServerLike } from "./mcp-server-like.ts";

/** Throws `invalid_option` for what no agent could use, before anything is started. */
export function checkServers(servers: { readonly [name: string]: McpServerLike }): void {
  const names = new Map<McpServerLike, string>();
  for (const [name, server] of Object.entries(servers)) {
    checkName(name);
    if (!isServer(server)) {
      throw invalid(
        `mcpServers.${name} is not an MCP server; pass an McpServer of @modelcontextprotocol/sdk`,
        "an object with connect() and close()",
        typeof server,
      );
    }
    const other = names.get(server);
    if (other !== undefined) {
      throw invalid(
        `mcpServers ${other} and ${name} are the same server; it has one connection, so make one for each name`,
        "one name per server",
        name,
      );
    }
    names.set(server, name);
  }
}

/**
 * An agent calls a tool `mcp__<name>__<tool>` and reads the name back up to the
 * next `__`; other characters than these it replaces, so that rules and
 * `server_name` no longer fit.
 */
function checkName(name: string): void {
  const allowed = "letters, digits, - and _, no __ and no _ at the end";
  if (name === "") throw invalid("an MCP server has no name; its key in mcpServers is its name", allowed, name);
  if (/^[A-Za-z0-9_-]+$/.test(name) && !name.includes("__") && !name.endsWith("_")) return;
  const why = `the MCP server name ${JSON.stringify(name)} does not fit into mcp__<name>__<tool>`;
  throw invalid(`${why}; use ${allowed}`, allowed, name);
}

function isServer(value: unknown): value is McpServerLike {
  return isFields(value) && typeof value.connect === "function" && typeof value.close === "function";
}

function invalid(message: string, allowed: string, found: string): BridleError {
  return new BridleError("invalid_option", message, { option: "mcpServers", allowed, found });
}
