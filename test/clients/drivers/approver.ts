import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Verdict } from "../client.ts";
import { answer } from "./answer.ts";

/** An MCP server whose one tool is the user: told a verdict, and a file to note in what it was asked. */
const [verdict, log] = process.argv.slice(2) as [Verdict, string];

interface Request {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: { readonly input?: object } };
}

const tool = {
  name: "approve",
  description: "Ask the user",
  inputSchema: { type: "object", properties: { tool_name: { type: "string" }, input: { type: "object" } } },
};

function resultOf({ method, params }: Request): object {
  if (method === "initialize") {
    const serverInfo = { name: "approver", version: "1.0.0" };
    return { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo };
  }
  if (method === "tools/list") return { tools: [tool] };
  if (method !== "tools/call") return {};
  const input = params?.arguments?.input ?? {};
  appendFileSync(log, `${JSON.stringify(input)}\n`);
  return { content: [{ type: "text", text: JSON.stringify(answer(verdict, input)) }] };
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line) as Request;
  if (request.id === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: request.id, result: resultOf(request) })}\n`);
});
