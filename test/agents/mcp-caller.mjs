// Shakes hands with the MCP server `calc` twice, with the same ids, then calls the tools its prompt names.
import { init, listen, result, say, tell } from "./wire.mjs";

const waiting = new Map();
let sent = 0;

function mcp(message) {
  const request_id = `mcp-${sent++}`;
  const { promise, resolve } = Promise.withResolvers();
  waiting.set(request_id, resolve);
  const request = { subtype: "mcp_message", server_name: "calc", message: { jsonrpc: "2.0", ...message } };
  say({ type: "control_request", request_id, request });
  return promise;
}

async function shakeHands() {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "agent", version: "1" } };
  await mcp({ id: 0, method: "initialize", params });
  await mcp({ method: "notifications/initialized" });
  return mcp({ id: 1, method: "tools/list" });
}

listen({
  prompt: async ({ message }) => {
    const hands = await Promise.all([shakeHands(), shakeHands()]);
    say(tell({ hands }), init());
    const calls = JSON.parse(message.content).map((params) => mcp({ id: 7, method: "tools/call", params }));
    say(tell({ calls: await Promise.all(calls) }), result());
  },
  answer: ({ request_id, response, error }) => {
    waiting.get(request_id)?.(response?.mcp_response ?? { error });
    waiting.delete(request_id);
  },
});
