import assert from "node:assert/strict";
import { test } from "node:test";
import { type Ask, decide, type PermissionMode, type Strength, why } from "../../src/exports/permission.ts";
import { askOf, bash, policyOf } from "./policy-of.ts";

type Case = readonly [rules: readonly string[], ask: Ask, strength: Strength];

function check(cases: readonly Case[], mode: PermissionMode = "default"): void {
  const wrong = cases.flatMap(([rules, ask, strength]) => {
    const decision = decide(ask, policyOf(rules, { mode }));
    if (decision.strength === strength) return [];
    return [
      `${rules.join(", ")}: ${ask.toolName} ${JSON.stringify(ask.input)}: ${decision.strength}, ${why(decision)}`,
    ];
  });
  assert.deepEqual(wrong, []);
}

const sandboxed = (command: string): Ask => askOf("Bash", { command, dangerouslyDisableSandbox: true });
const inBackground = (command: string): Ask => askOf("Bash", { command, run_in_background: true });
const branch = (value: unknown): Ask => askOf("mcp__a__push", { branch: value });

test("P2 a grant answers the rules that ask about its own kind: none about a parameter", () => {
  check([
    [
      ["ask user Bash(dangerouslyDisableSandbox:true)", "allow session granted Bash(make *)"],
      sandboxed("make x"),
      "askedByRule",
    ],
    [
      ["ask user Bash(dangerouslyDisableSandbox:true)", "allow session granted Bash(make *)"],
      bash("make x"),
      "granted",
    ],
    [
      ["ask user Bash(dangerouslyDisableSandbox:true)", "allow session granted Bash"],
      sandboxed("make x"),
      "askedByRule",
    ],
    [
      ["ask user Bash(dangerouslyDisableSandbox:true)", "allow session granted Bash(make x)"],
      sandboxed("make x"),
      "askedByRule",
    ],
    [
      ["ask user Bash(run_in_background:true)", "allow session granted Bash(make *)"],
      inBackground("make x"),
      "askedByRule",
    ],
    [
      [
        "ask user Bash(run_in_background:true)",
        "allow session granted Bash(run_in_background:true)",
        "allow user Bash",
      ],
      inBackground("make x"),
      "allowed",
    ],
    [
      ["ask user Agent(model:opus)", "allow session granted Agent(Plan)"],
      askOf("Agent", { subagent_type: "Plan", model: "opus" }),
      "askedByRule",
    ],
    [
      ["ask user Agent(model:opus)", "allow session granted Agent"],
      askOf("Task", { subagent_type: "Plan", model: "opus" }),
      "askedByRule",
    ],
    [["ask user Agent(model:opus)"], askOf("Agent", { subagent_type: "Plan", model: "haiku" }), "allowed"],
    [
      ["ask user WebFetch(prompt:*secret*)", "allow session granted WebFetch(domain:x.org)"],
      askOf("WebFetch", { url: "https://x.org", prompt: "a secret" }),
      "askedByRule",
    ],
    [
      ["ask user NotebookEdit(edit_mode:delete)", "allow session granted Edit"],
      askOf("NotebookEdit", { notebook_path: "a.ipynb", edit_mode: "delete" }),
      "askedByRule",
    ],
    [["ask user mcp__a(branch:main)", "allow session granted mcp__a"], branch("main"), "askedByRule"],
    [["ask user mcp__a(branch:main)", "allow session granted mcp__a"], branch("dev"), "granted"],
    [["ask user mcp__a", "allow session granted mcp__a"], branch("main"), "granted"],
    [
      ["ask user mcp__a(branch:main)", "ask user mcp__a(branch:m*)", "allow session granted mcp__a(branch:main)"],
      branch("main"),
      "askedByRule",
    ],
  ]);
});

test("P2 a rule about a parameter sees values in lists and objects, and holds for Monitor what it holds for Bash", () => {
  const deny = ["deny user mcp__a(branch:main)", "allow user mcp__a"];
  const monitor = ["deny user Bash(timeout:9*)", "allow user Monitor"];
  check([
    [deny, branch("main"), "denied"],
    [deny, branch(["main"]), "denied"],
    [deny, branch(["dev", "main"]), "denied"],
    [deny, branch({ name: "main" }), "denied"],
    [deny, branch([[{ of: ["main"] }]]), "denied"],
    [deny, branch(["dev"]), "allowed"],
    [deny, branch({}), "allowed"],
    [deny, branch(Array.from({ length: 2_000 }, (_, at) => `b${at}`)), "denied"],
    [["deny user mcp__a(count:3)", "allow user mcp__a"], askOf("mcp__a__x", { count: [1, 3] }), "denied"],
    [monitor, askOf("Monitor", { command: "tail -f a", timeout: 99 }), "denied"],
    [monitor, askOf("Monitor", { command: "tail -f a", timeout: 1 }), "allowed"],
    [
      ["ask user Bash(description:*deploy*)"],
      askOf("Monitor", { command: "tail a", description: "deploy it" }),
      "askedByRule",
    ],
  ]);
});

test("P2 a grant for what a wrapper runs does not answer a rule that asks about the wrapper", () => {
  const push = "allow session granted Bash(git push)";
  check([
    [["ask user Bash(timeout:*)", push], bash("timeout 5 git push"), "askedByRule"],
    [["ask user Bash(env:*)", push], bash("env A=1 git push"), "askedByRule"],
    [["ask user Bash(nohup:*)", push], bash("nohup git push"), "askedByRule"],
    [["ask user Bash(nice:*)", push], bash("timeout 5 nice git push"), "askedByRule"],
    [
      ["ask user Bash(timeout:*)", "allow session granted Bash(timeout 5 git push)"],
      bash("timeout 5 git push"),
      "granted",
    ],
    [["ask user Bash(git push:*)", push], bash("timeout 5 git push"), "granted"],
    [["ask user Bash(git push:*)", push], bash("git push"), "granted"],
    [["ask user Bash(git push:*)", "ask user Bash(timeout:*)", push], bash("timeout 5 git push"), "askedByRule"],
    [["ask user Bash(git push:*)", push], bash("timeout 5 git push --force"), "askedByRule"],
    [
      ["ask user Bash(git push:*)", "allow session granted Bash(gtimeout 5 git push)"],
      bash("gtimeout 5 git push"),
      "granted",
    ],
    [
      ["ask user Bash(git push:*)", "allow session granted Bash(gtimeout *)"],
      bash("gtimeout 5 git push"),
      "askedByRule",
    ],
  ]);
});

test("G6 in plan mode no rule with a specifier allows what the rule for the whole tool does not", () => {
  check(
    [
      [["allow user Skill(pdf)"], askOf("Skill", { skill: "pdf" }), "undecided"],
      [["allow user Skill"], askOf("Skill", { skill: "pdf" }), "undecided"],
      [["allow session granted Skill(pdf)"], askOf("Skill", { skill: "pdf" }), "undecided"],
      [["allow user SlashCommand(/x)"], askOf("SlashCommand", { command: "/x" }), "undecided"],
      [["deny user Skill(pdf)"], askOf("Skill", { skill: "pdf" }), "denied"],
      [["ask user Skill(pdf)"], askOf("Skill", { skill: "pdf" }), "askedByRule"],
      [["allow user Agent(Plan)"], askOf("Agent", { subagent_type: "Plan" }), "allowed"],
      [["allow user WebFetch(domain:x.org)"], askOf("WebFetch", { url: "https://x.org" }), "allowed"],
      [["allow user mcp__a"], branch("main"), "undecided"],
    ],
    "plan",
  );
  check([[["allow user Skill(pdf)"], askOf("Skill", { skill: "pdf" }), "allowed"]]);
});

test("P2 P9 what has not the shape that rules look into may be what they forbid or ask about", () => {
  const command = ["deny user Bash(rm:*)", "allow user Bash", "allow user Monitor"];
  const path = ["deny user Read(.env)", "allow user Read", "allow user Bash"];
  const domain = ["deny user WebFetch(domain:evil.com)", "allow user WebFetch"];
  check([
    [command, askOf("Bash", { command: ["rm", "x"] }), "perhapsDenied"],
    [command, askOf("Bash", { command: { program: "rm" } }), "perhapsDenied"],
    [command, askOf("Bash", { command: 3 }), "perhapsDenied"],
    [command, askOf("Bash", { cmd: "rm x" }), "perhapsDenied"],
    [command, askOf("Bash", {}), "perhapsDenied"],
    [command, askOf("Monitor", { command: ["rm"] }), "perhapsDenied"],
    [command, askOf("Monitor", { ws: "wss://x.org" }), "allowed"],
    [["ask user Bash(rm:*)", "allow user Bash"], askOf("Bash", { command: ["rm", "x"] }), "askedByRule"],
    [["allow user Bash"], askOf("Bash", { command: ["rm", "x"] }), "everyMode"],
    [path, askOf("Bash", { command: ["cat", ".env"] }), "perhapsDenied"],
    [path, askOf("Read", { path: ".env" }), "perhapsDenied"],
    [path, askOf("Read", { file_path: [".env"] }), "perhapsDenied"],
    [path, askOf("Read", { file_path: { x: ".env" } }), "perhapsDenied"],
    [path, askOf("Grep", { pattern: "x", path: [".env"] }), "perhapsDenied"],
    [path, askOf("Edit", { path: ".env" }), "perhapsDenied"],
    [["ask user Read(.env)", "allow user Read"], askOf("Read", { path: ".env" }), "askedByRule"],
    [["allow user Read"], askOf("Read", { path: ".env" }), "allowed"],
    [domain, askOf("WebFetch", { url: ["https://evil.com"] }), "perhapsDenied"],
    [domain, askOf("WebFetch", { url: { href: "https://evil.com" } }), "perhapsDenied"],
    [domain, askOf("WebFetch", { uri: "https://evil.com" }), "perhapsDenied"],
    [domain, askOf("WebFetch", { url: "evil.com/x" }), "perhapsDenied"],
    [domain, askOf("WebFetch", { url: "http://[" }), "perhapsDenied"],
    [["ask user WebFetch(domain:evil.com)", "allow user WebFetch"], askOf("WebFetch", { url: ["x"] }), "askedByRule"],
    [["allow user WebFetch"], askOf("WebFetch", { url: ["https://evil.com"] }), "everyMode"],
    [["deny user Skill(pdf)", "allow user Skill"], askOf("Skill", { skill: ["pdf"] }), "perhapsDenied"],
    [["deny user Agent(Explore)"], askOf("Agent", { subagent_type: ["Explore"] }), "perhapsDenied"],
    [["deny user Agent(Explore)"], askOf("Agent", {}), "allowed"],
    [["deny user Skill(pdf)", "allow user mcp__a"], askOf("mcp__a__x", {}), "allowed"],
  ]);
});

test("P2 P9 a command for a tool that nobody here knows is found under the names such tools give it", () => {
  const rules = ["deny user Bash(rm:*)", "deny user Read(.env)", "ask user Bash(git push:*)", "allow user mcp__s"];
  const tool = (input: Ask["input"]): Ask => askOf("mcp__s__run", input);
  check([
    [rules, tool({ cmd: "rm x" }), "denied"],
    [rules, tool({ script: "ls\nrm x" }), "denied"],
    [rules, tool({ commands: ["ls", "rm x"] }), "denied"],
    [rules, tool({ commands: [...Array.from({ length: 100 }, (_, at) => `ls ${at}`), "rm x"] }), "denied"],
    [rules, tool({ argv: ["rm", "x"] }), "denied"],
    [rules, tool({ command: "rm", arguments: ["x"] }), "denied"],
    [rules, tool({ command: "cat", args: ".env" }), "denied"],
    [rules, tool({ command: { program: "rm", args: ["x"] } }), "denied"],
    [rules, tool({ options: { cmd: "rm x" } }), "denied"],
    [rules, tool({ command: "gtimeout 5 rm x" }), "perhapsDenied"],
    [rules, tool({ cmd: "git push" }), "askedByRule"],
    [rules, tool({ cmd: "((  'git' push" }), "askedByRule"],
    [rules, tool({ command: `echo ${"a".repeat(70_000)}` }), "perhapsDenied"],
    [rules, tool({ cmd: "ls" }), "allowed"],
    [rules, tool({ text: "rm x" }), "allowed"],
    [rules, tool({ query: "rm x", command: "" }), "allowed"],
  ]);
});
