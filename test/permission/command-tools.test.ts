import assert from "node:assert/strict";
import { test } from "node:test";
import { type Ask, decide, type Effect, why } from "../../src/exports/permission.ts";
import { askOf, policyOf } from "./policy-of.ts";

const rules = [
  "deny user Bash(rm:*)",
  "deny user Read(.env)",
  "ask user Bash(git push:*)",
  "allow user Bash(npm test:*)",
  "allow user mcp__shell",
  "allow user Unheard",
];

function check(cases: readonly (readonly [Ask, Effect])[], written: readonly string[] = rules): void {
  for (const [ask, effect] of cases) {
    const decision = decide(ask, policyOf(written));
    assert.equal(decision.effect, effect, `${ask.toolName} ${JSON.stringify(ask.input)}: ${why(decision)}`);
  }
}

test("P2 P9 the command of Monitor is judged by the rules for Bash", () => {
  const monitor = (command: string): Ask => askOf("Monitor", { command, description: "d" });
  check([
    [monitor("rm -rf x"), "deny"],
    [monitor("tail -f log; rm x"), "deny"],
    [monitor("cat .env"), "deny"],
    [monitor("git push"), "ask"],
    [monitor("npm test"), "allow"],
    [monitor("tail a"), "allow"],
    [monitor("make"), "ask"],
    [askOf("Monitor", { ws: "wss://x.org" }), "ask"],
  ]);
  check([[monitor("ls"), "deny"]], ["deny user Bash"]);
  check([[monitor("ls"), "ask"]], ["ask user Bash"]);
  check([[monitor("make"), "ask"]], ["allow user Bash"]);
  check([[monitor("make"), "allow"]], ["allow user Monitor"]);
  check([[monitor("rm x"), "deny"]], ["allow user Monitor", "deny user Bash(rm:*)"]);
  check([[monitor("rm -rf /"), "ask"]], ["allow user Monitor"]);
});

test("P2 P9 a command for a tool that nobody here knows is held against what is forbidden for Bash, and allowed by none of its rules", () => {
  const shell = (input: Ask["input"]): Ask => askOf("mcp__shell__run", input);
  check([
    [shell({ command: "rm -rf x" }), "deny"],
    [shell({ command: "ls && rm x" }), "deny"],
    [shell({ command: "bash -c 'rm x'" }), "deny"],
    [shell({ command: ["rm", "-rf", "x"] }), "deny"],
    [shell({ command: ["sh", "-c", "rm x"] }), "deny"],
    [shell({ command: "rm", args: ["-rf", "x"] }), "deny"],
    [shell({ command: "cat .env" }), "deny"],
    [shell({ command: "foo .env" }), "ask"],
    [shell({ command: "git push" }), "ask"],
    [shell({ command: "rm -rf /" }), "deny"],
    [shell({ command: "find / -delete" }), "ask"],
    [shell({ command: "(rm x" }), "deny"],
    [shell({ command: "((  'rm' x" }), "ask"],
    [shell({ command: "view" }), "allow"],
    [shell({ command: "select (a from b" }), "allow"],
    [shell({ command: "ls" }), "allow"],
    [shell({ command: 3 }), "allow"],
    [shell({ command: ["a", 3] }), "allow"],
    [shell({}), "allow"],
    [askOf("Unheard", { command: "rm x" }), "deny"],
    [askOf("Unheard", { command: "make" }), "allow"],
    [askOf("mcp__other__run", { command: "npm test" }), "ask"],
    [askOf("SlashCommand", { command: "/rm x" }), "ask"],
  ]);
});

test("P2 P9 a grant for an agent, a skill or a command answers the rule that asked", () => {
  for (const [tool, input, name] of [
    ["Skill", { skill: "pdf" }, "pdf"],
    ["Agent", { subagent_type: "Plan" }, "Plan"],
    ["SlashCommand", { command: "/x" }, "/x"],
  ] as const) {
    check([[askOf(tool, input), "ask"]], [`ask user ${tool}(${name})`, `allow user ${tool}(${name})`]);
    check([[askOf(tool, input), "allow"]], [`ask user ${tool}(${name})`, `allow session granted ${tool}(${name})`]);
    check([[askOf(tool, input), "deny"]], [`deny user ${tool}(${name})`, `allow session granted ${tool}(${name})`]);
  }
});
