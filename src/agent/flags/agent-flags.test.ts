import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { isBridleError } from "../../errors.ts";
import { type AgentFlags, readAgentFlags } from "./agent-flags.ts";

const folder = mkdtempSync(join(tmpdir(), "bridle-flags-"));
after(() => rmSync(folder, { recursive: true }));

const file = join(folder, "prompt.txt");
writeFileSync(file, "from a file");
const configFile = join(folder, "mcp.json");
writeFileSync(configFile, '{"mcpServers":{"filed":{"command":"x"}}}');

const stream = ["--output-format", "stream-json", "--verbose", "--input-format", "stream-json"];

/** What is given, and what it means. */
const meanings: readonly [argv: readonly string[], expected: Partial<AgentFlags>][] = [
  [[], { dialect: "claude", inputFormat: "text", outputFormat: "text", prompt: undefined, persist: true, unknown: [] }],
  [stream, { inputFormat: "stream-json", outputFormat: "stream-json", verbose: true, asksHost: false }],
  [["--output-format=stream-json", "--verbose", "--input-format=stream-json"], { inputFormat: "stream-json" }],
  [["--stdio", "--db", "a.db"], { dialect: "seed-001", inputFormat: "stream-json", database: "a.db" }],
  [["-p", "text"], { prompt: "text" }],
  [["--print", "text"], { prompt: "text" }],
  [["-p", "-"], { prompt: undefined }],
  [["-p", ""], { prompt: undefined }],
  [["-p", "--model", "m", "text"], { model: "m", prompt: "text" }],
  [["--model=m", "--setting-sources=", "text"], { model: "m", prompt: "text" }],
  [["--setting-sources", "", "text"], { prompt: "text" }],
  [[...stream, ""], { prompt: undefined }],
  [["--verbose", "--", "--not-a-flag"], { prompt: "--not-a-flag" }],
  [["--allowedTools", "Read", "Edit", "-p", "text"], { allowedTools: ["Read", "Edit"], prompt: "text" }],
  [["--allowedTools", "Read Edit"], { allowedTools: ["Read", "Edit"] }],
  [["--allowedTools=Read,Edit"], { allowedTools: ["Read", "Edit"] }],
  [["--allowed-tools", "Read", "--allowedTools", "Edit"], { allowedTools: ["Read", "Edit"] }],
  [["--disallowed-tools=Bash"], { disallowedTools: ["Bash"] }],
  [
    ["--allowedTools", "Bash(git log:*),Bash(echo a, b),Read"],
    { allowedTools: ["Bash(git log:*)", "Bash(echo a, b)", "Read"] },
  ],
  [["--disallowedTools", "Bash(echo $(date)) Read"], { disallowedTools: ["Bash(echo $(date))", "Read"] }],
  [["--disallowedTools", "Bash(open"], { disallowedTools: ["Bash(open"] }],
  [["--tools="], { tools: [] }],
  [["--tools", "Read,Bash"], { tools: ["Read", "Bash"] }],
  [["--tools", "default"], { tools: undefined }],
  [["--add-dir", "a", "b", "--add-dir=c"], { directories: ["a", "b", "c"] }],
  [
    ["--mcp-config", '{"mcpServers":{"a":{"type":"sdk","name":"a"}}}'],
    { mcpServers: { a: { type: "sdk", name: "a" } } },
  ],
  [["--mcp-config", '{"mcpServers":{"a":{}}}', '{"mcpServers":{"b":{}}}'], { mcpServers: { a: {}, b: {} } }],
  [["--mcp-config", '{"mcpServers":{"a":{}}}', "--mcp-config", '{"b":{}}'], { mcpServers: { a: {}, b: {} } }],
  [["--mcp-config", configFile], { mcpServers: { filed: { command: "x" } } }],
  [["--system-prompt", "s", "--append-system-prompt=a"], { systemPrompt: "s", appendSystemPrompt: "a" }],
  [["--system-prompt-file", file], { systemPrompt: "from a file" }],
  [["--append-system-prompt-file", file], { appendSystemPrompt: "from a file" }],
  [["--resume=id", "--fork-session"], { resume: "id", fork: true }],
  [["-r", "id"], { resume: "id" }],
  [["-c"], { continue: true }],
  [["--session-id=id", "--no-session-persistence"], { sessionId: "id", persist: false }],
  [["--permission-mode=plan"], { permissionMode: "plan", allowBypass: false }],
  [["--permission-mode", "manual"], { permissionMode: "default" }],
  [["--dangerously-skip-permissions"], { permissionMode: "bypassPermissions", allowBypass: true }],
  [["--permission-mode", "bypassPermissions"], { allowBypass: true }],
  [["--allow-dangerously-skip-permissions"], { permissionMode: undefined, allowBypass: true }],
  [[...stream, "--permission-prompt-tool=stdio"], { asksHost: true }],
  [[...stream, "--permission-prompt-tool", "stdio"], { asksHost: true }],
  [["--stdio", "--permission-prompt-tool", "stdio"], { asksHost: true }],
  [["-p", "x", "--permission-prompt-tool", "stdio"], { asksHost: false, prompt: "x" }],
  [["--max-turns=3", "--max-budget-usd", "0.5"], { maxTurns: 3, maxBudgetUsd: 0.5 }],
  [["--max-thinking-tokens=0"], { maxThinkingTokens: 0 }],
  [["--json-schema", '{"type":"object"}'], { jsonSchema: { type: "object" } }],
  [
    ["--include-partial-messages", "--replay-user-messages", "--script", "s.json"],
    { partialMessages: true, replayUserMessages: true, script: "s.json" },
  ],
  [["-v"], { version: true }],
  [["--help"], { help: true }],
  // What the SDK adds for options that mean nothing here, and what nobody knows.
  [
    [
      "--thinking=adaptive",
      "--effort=high",
      "--betas=a,b",
      "--fallback-model=m",
      "--strict-mcp-config",
      "--debug",
      "text",
    ],
    { unknown: [] },
  ],
  [["--foo", "bar", "--model", "m", "--baz", "-p", "text"], { unknown: ["foo", "baz"], model: "m", prompt: "text" }],
  [["--settings", "{}", "--include-hook-events", "--task-budget=1", "text"], { unknown: [], prompt: "text" }],
];

for (const [argv, expected] of meanings) {
  test(`G2 the flags ${JSON.stringify(argv)} mean what they mean to the real one`, () => {
    const flags = readAgentFlags(argv);
    for (const [key, value] of Object.entries(expected)) assert.deepEqual(flags[key as keyof AgentFlags], value, key);
  });
}

const wrong: readonly (readonly [argv: readonly string[], option: string])[] = [
  [["--input-format", "stream-json"], "--input-format"],
  [["--input-format=xml"], "--input-format"],
  [["--output-format", "yaml"], "--output-format"],
  [["--stdio", "--output-format", "stream-json"], "--stdio"],
  [["--stdio", "--input-format=stream-json"], "--stdio"],
  [["--permission-mode", "bogus"], "--permission-mode"],
  [["--max-turns", "0"], "--max-turns"],
  [["--max-turns="], "--max-turns"],
  [["--max-budget-usd", "much"], "--max-budget-usd"],
  [["--max-thinking-tokens=-1"], "--max-thinking-tokens"],
  [["--json-schema", "[]"], "--json-schema"],
  [["--mcp-config", "{broken"], "--mcp-config"],
  [["--mcp-config", join(folder, "absent.json")], "--mcp-config"],
  [["--system-prompt-file", join(folder, "absent.txt")], "--system-prompt-file"],
];

for (const [argv, option] of wrong) {
  test(`G2 the flags ${JSON.stringify(argv)} are refused, naming ${option}`, () => {
    assert.throws(
      () => readAgentFlags(argv),
      (error) =>
        isBridleError(error, "invalid_option") && error.data.option === option && error.message.includes(option),
    );
  });
}

test("G2 a configuration that cannot be read is not repeated in the error: it may hold secrets", () => {
  assert.throws(
    () => readAgentFlags(["--mcp-config", '{"token":"s3cret"']),
    (error: Error) => !error.message.includes("s3cret"),
  );
});
