import { existsSync, readFileSync } from "node:fs";
import type { AgentSetting } from "../../daemon/support/start-daemon.ts";
import { programAgent } from "../../daemon/support/twins.ts";

type Line = { readonly [field: string]: unknown };

/**
 * An agent that writes down every line it is told, and says what it can do. A prompt with "stay" in it runs until it is
 * interrupted, or until a prompt with "finish" comes, which is folded into the turn, as Claude Code does it.
 */
export function steeredAgent(seen: string, args: readonly string[] = []): AgentSetting {
  const agent = programAgent(source, seen);
  return { ...agent, args: [...(agent.args ?? []), ...args] };
}

const source = `
  const { appendFileSync } = require("node:fs");
  const seen = process.argv.find((arg) => arg.endsWith(".seen"));
  const session_id = "00000000-0000-4000-8000-000000000001";
  let [model, permissionMode] = ["claude-fast-1", "default"];
  let running = [];
  const say = (line) => process.stdout.write(JSON.stringify({ session_id, ...line }) + "\\n");
  const answer = (request_id, response) => say({ type: "control_response", response: { subtype: "success", request_id, response } });
  const refuse = (request_id, error) => say({ type: "control_response", response: { subtype: "error", request_id, error } });
  const usage = { input_tokens: 50000, output_tokens: 1200, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const modelUsage = { "claude-fast-1": { inputTokens: 1, outputTokens: 1, cacheReadInputTokens: 0, cacheCreationInputTokens: 0,
    webSearchRequests: 0, costUSD: 0.01, contextWindow: 200000, maxOutputTokens: 1 } };
  const end = (subtype) => {
    const user_message_uuids = running;
    running = [];
    say({ type: "result", subtype, is_error: subtype !== "success", duration_ms: 1, duration_api_ms: 1, num_turns: 1,
      ...(subtype === "success" ? { result: "done" } : { errors: ["interrupted"] }), total_cost_usd: 0.25, usage, modelUsage,
      uuid: crypto.randomUUID(), user_message_uuids });
  };
  const controls = {
    initialize: () => ({
      commands: [
        { name: "compact", description: "Make the conversation shorter", argumentHint: "<instructions>" },
        { name: "review", description: "Review a pull request", argumentHint: "<number>", aliases: ["pr"] },
        { name: "release-notes", description: "What is new", argumentHint: "" },
      ],
      models: [
        { value: "fast", resolvedModel: "claude-fast-1", displayName: "Fast", description: "For most of it" },
        { value: "deep", resolvedModel: "claude-deep-1", displayName: "Deep", description: "For what is hard" },
      ],
      agents: [], output_style: "default", available_output_styles: ["default"], account: { email: "me@example.org" },
    }),
    set_model: ({ model: wanted }) => { model = wanted === "deep" ? "claude-deep-1" : "claude-fast-1"; return { model }; },
    set_permission_mode: ({ mode }) => { permissionMode = mode; return { mode }; },
    interrupt: () => { setTimeout(() => running.length > 0 && end("error_during_execution"), 50); return {}; },
  };
  const textOf = ({ content }) => typeof content === "string" ? content : content.map(({ text = "" }) => text).join(" ");
  const prompt = ({ message, uuid }) => {
    const isFolded = running.length > 0;
    running.push(uuid);
    const text = textOf(message);
    if (!isFolded) {
      say({ type: "system", subtype: "init", cwd: process.cwd(), tools: ["Bash"], mcp_servers: [], model, permissionMode,
        slash_commands: [], apiKeySource: "none", claude_code_version: "2.1.325", output_style: "default", agents: [], skills: [],
        plugins: [], uuid: crypto.randomUUID() });
      const content = [{ type: "text", text: "I read: " + text.slice(0, 100) }];
      say({ type: "assistant", message: { id: "m" + uuid, role: "assistant", model, content, usage }, parent_tool_use_id: null,
        uuid: crypto.randomUUID() });
      if (text.includes("stay")) {
        const input = { command: "npm test -- --watch" };
        say({ type: "assistant", message: { id: "t" + uuid, role: "assistant", model, usage,
          content: [{ type: "tool_use", id: "u" + uuid, name: "Bash", input }] }, parent_tool_use_id: null, uuid: crypto.randomUUID() });
        return;
      }
    } else if (!text.includes("finish")) return;
    end("success");
  };
  let rest = "";
  process.stdin.setEncoding("utf8").on("data", (part) => {
    const lines = (rest + part).split("\\n");
    rest = lines.pop();
    for (const text of lines.filter((one) => one.trim() !== "")) {
      appendFileSync(seen, text + "\\n");
      const line = JSON.parse(text);
      if (line.type === "user") prompt(line);
      if (line.type !== "control_request") continue;
      const { subtype } = line.request;
      if (subtype === "set_permission_mode" && line.request.mode === "bypassPermissions" && !process.argv.includes("--allow-dangerously-skip-permissions"))
        refuse(line.request_id, "the session was not launched for it");
      else answer(line.request_id, controls[subtype]?.(line.request) ?? {});
    }
  }).on("end", () => process.exit(0));`;

/** What the agent was told, line by line. */
function linesSeen(file: string): Line[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Line);
}

/** The content of the prompts among them. */
export function promptsSeen(file: string): unknown[] {
  return linesSeen(file).flatMap((line) =>
    line.type === "user" ? [(line.message as { readonly content: unknown }).content] : [],
  );
}

/** The control requests of a kind among them. */
export function requestsSeen(file: string, subtype: string): Line[] {
  return linesSeen(file).flatMap((line) => {
    const request = line.request as Line | undefined;
    return request?.subtype === subtype ? [request] : [];
  });
}
