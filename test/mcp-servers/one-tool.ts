import { type Fields, isFields } from "../../src/wire/fields.ts";

/** What the smallest MCP server answers: one tool, `hello`. Undefined: the message wants no answer. */
export function answerMessage({ id, method, params }: Fields): object | undefined {
  if (id === undefined) return undefined;
  const result = resultOf(String(method), isFields(params) ? params : {});
  if (result === undefined) return { jsonrpc: "2.0", id, error: { code: -32601, message: "no such method" } };
  return { jsonrpc: "2.0", id, result };
}

function resultOf(method: string, params: Fields): object | undefined {
  switch (method) {
    case "initialize": {
      const { protocolVersion } = params;
      return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "guarded", version: "1.0.0" } };
    }
    case "tools/list":
      return { tools: [{ name: "hello", description: "says hello", inputSchema: { type: "object" } }] };
    case "tools/call":
      return { content: [{ type: "text", text: "hello" }] };
    case "ping":
      return {};
    default:
      return undefined;
  }
}
