import assert from "node:assert/strict";
import { test } from "node:test";
import { DaemonRules } from "./daemon-rules.ts";

function effectOf(deny: readonly string[], tool: string, input: { [field: string]: unknown }): string | undefined {
  const source = { permissions: { deny: [...deny] }, file: "settings.json", home: "/home/me" };
  return new DaemonRules(source, "/home/me/p").decide(tool, input, "/home/me/p")?.effect;
}

test("P2 P9 a daemon has an opinion on Glob's pattern, on names with blanks and on commands of servers' tools", () => {
  for (const [deny, tool, input, expected] of [
    ["Read(./secrets/**)", "Glob", { pattern: "secrets/**" }, "deny"],
    ["Read(./secrets/**)", "Glob", { pattern: "{secrets,x}/*" }, "deny"],
    ["Glob(secrets/**)", "Glob", { pattern: "secrets/*.pem" }, "deny"],
    ["Read(./secrets/**)", "Glob", { pattern: "**/*.ts" }, undefined],
    ["Skill(pdf)", "Skill", { skill: " pdf" }, "deny"],
    ["Agent(Explore)", "Agent", { subagent_type: "Explore " }, "deny"],
    ["Read(./.env)", "Read", { file_path: ".env " }, "deny"],
    ["Bash", "mcp__x__bash", { command: "ls" }, "deny"],
    ["Bash(rm:*)", "mcp__x__run", { steps: [{ command: "rm x" }] }, "deny"],
    ["Bash(rm:*)", "mcp__x__run", { input: "rm x" }, "ask"],
    ["Bash(rm:*)", "mcp__x__create_issue", { title: "rm x", body: "rm -rf y" }, undefined],
    ["PowerShell(rm:*)", "PowerShell", { command: "rm x" }, "ask"],
    ["Read(./.env)", "mcp__x__push", { files: { ".env": "x" } }, "ask"],
  ] as const)
    assert.equal(effectOf([deny], tool, input), expected, `${deny} ${tool} ${JSON.stringify(input)}`);
});
