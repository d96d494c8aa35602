import assert from "node:assert/strict";
import { test } from "node:test";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { type BridleError, isBridleError } from "../errors.ts";
import { InProcessServers } from "./in-process-servers.ts";
import type { McpServerLike } from "./mcp-server-like.ts";

const server = (): McpServer => new McpServer({ name: "x", version: "1" });

function refusal(servers: { [name: string]: McpServerLike }): BridleError<"invalid_option"> {
  try {
    new InProcessServers(servers);
  } catch (error) {
    if (isBridleError(error, "invalid_option")) return error;
    throw error;
  }
  throw new assert.AssertionError({ message: `${Object.keys(servers)} was accepted` });
}

test("H11 a server without a name is refused before anything starts, and told where the name goes", () => {
  const error = refusal({ "": server() });
  assert.equal(error.data.option, "mcpServers");
  assert.match(error.message, /no name; its key in mcpServers is its name/);
});

test("H11 a name that does not fit into mcp__name__tool is refused with what fits", () => {
  for (const name of ["my calc", "a.b", "a/b", "a:b", "ünder", "a\n", "a__b", "a_", "__proto__"]) {
    const error = refusal({ [name]: server() });
    assert.equal(error.data.found, name);
    assert.match(error.message, /use letters, digits, - and _/);
  }
});

test("H11 names of letters, digits, - and _ are taken, in their order", () => {
  const servers = new InProcessServers({ "my-calc_2": server(), X: server(), _a: server() });
  assert.deepEqual(servers.names, ["my-calc_2", "X", "_a"]);
});

test("H11 one server under two names is refused: it has one connection", () => {
  const twice = server();
  assert.match(refusal({ a: twice, b: twice }).message, /a and b are the same server/);
});

test("H11 what is no MCP server is refused", () => {
  for (const value of [undefined, null, 5, {}, { connect: 1, close: 2 }, { type: "sdk", instance: server() }]) {
    assert.match(refusal({ a: value as never }).message, /mcpServers\.a is not an MCP server/);
  }
});
