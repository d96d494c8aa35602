import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Turn } from "../client.ts";
import { drive } from "./errand.ts";

interface OfficialSdk {
  query(parameters: { prompt: AsyncIterable<unknown>; options: object }): AsyncIterable<SdkMessage>;
}

interface SdkMessage {
  readonly type: string;
  readonly result?: string;
  readonly is_error?: boolean;
}

await drive(async ({ entry, command, cwd, prompts, verdict, way }, canUseTool, asked) => {
  const { query } = (await import(entry)) as OfficialSdk;
  const results = new EventTarget();
  // Old versions end the input when the prompts end, and could not answer any more.
  async function* input(): AsyncGenerator<unknown> {
    for (const content of prompts) {
      const result = once(results, "result");
      yield { type: "user", message: { role: "user", content }, parent_tool_use_id: null, session_id: "" };
      await result;
    }
  }
  const turns: Turn[] = [];
  const log = join(tmpdir(), "asked");
  const asking = way === "an MCP tool" ? approver(verdict, log) : { canUseTool };
  const options = { pathToClaudeCodeExecutable: command, cwd, ...asking };
  for await (const message of query({ prompt: input(), options })) {
    if (message.type !== "result") continue;
    turns.push({ text: message.result ?? "", ...(message.is_error && { error: "is_error" }) });
    results.dispatchEvent(new Event("result"));
  }
  asked.push(...notedIn(log));
  return turns;
});

/** Options to ask by a tool of an MCP server instead of the control channel. */
function approver(verdict: string, log: string): object {
  const args = [join(import.meta.dirname, "approver.ts"), verdict, log];
  const mcpServers = { approver: { type: "stdio", command: process.execPath, args } };
  return { mcpServers, permissionPromptToolName: "mcp__approver__approve" };
}

function notedIn(log: string): unknown[] {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}
