import assert from "node:assert/strict";
import { test } from "node:test";
import { type Ask, decide, why } from "../../src/exports/permission.ts";
import { askOf, policyOf } from "./policy-of.ts";

type Input = Ask["input"];

const tools = ["mcp__x__run", "mcp__x__call", "Unheard"];

function effectOf(tool: string, input: Input, rules: readonly string[]): ReturnType<typeof decide> {
  return decide(
    askOf(tool, input),
    policyOf([...rules, ...[...tools, tool].map((one) => `allow user ${one}`)], { mode: "bypassPermissions" }),
  );
}

/** Under names that say what they are: as strict as Bash. */
const named: readonly Input[] = [
  { command: "rm x" },
  { steps: [{ command: "rm x" }] },
  { commands: [{ command: "rm", args: ["x"] }] },
  { commands: [["rm", "x"]] },
  { commands: [["ls"], ["rm", "x"]] },
  { commands: ["ls", "rm x"] },
  { a: { b: { c: { command: "rm x" } } } },
  { Command: "rm x" },
  ...["command_line", "commandLine", "cmdline", "shell_command", "shellCommand", "bash_command", "script_content"].map(
    (name) => ({ [name]: "rm x" }),
  ),
  ...["bashCmd", "SHELL-CMD", "execCommand", "scriptBody", "run_script", "powershell", "stdin", "pre_exec"].map(
    (name) => ({ [name]: "rm x" }),
  ),
  { job: { runs: [{ shell: { script: ["cd a", "rm x"] } }] } },
  { tool: "shell", arguments: { command: ["sh", "-c", "rm x"] } },
  { exec: { name: "rm", args: ["x"] } },
  { process: { argv: ["rm", "x"] } },
  { python_code: "rm x" },
];

/** What else says that it is a command. */
const perhaps: readonly Input[] = [
  ...["run", "input", "line", "source", "payload", "value", "step", "task_input", "entry"].map((name) => ({
    [name]: "rm x",
  })),
  { file: "/bin/rm", args: ["x"] },
  { path: "/bin/rm", arguments: ["x"] },
  { binary: "rm", args: "x" },
  { name: "rm", args: ["x"] },
  { binaryPath: "gtimeout", args: ["5", "rm", "x"] },
  { request: '{"command":"rm x"}' },
  { request: '[{"cmd":["rm","x"]}]' },
  { arguments: '{"command":"rm x"}' },
  { body: '{"a":{"command":"rm x"}}' },
  { request: '{"inner":"{\\"command\\":\\"rm x\\"}"}' },
  { payload: ["rm", "-rf", "x"] },
  { payload: "cd a && rm x" },
  { payload: "sudo rm x" },
  { payload: "X=1 rm x" },
  { payload: "/bin/rm x" },
  { payload: "git status; rm x" },
  { payload: "bash -c 'rm x'" },
  { steps: ["cd a", "rm x"] },
  { commands: ["ls", "rm"] },
  { env: { EDITOR: "rm x" } },
];

const free: readonly Input[] = [
  { title: "rm is slow", body: "rm x\n\nrm -rf y && rm z" },
  { title: "Fix", body: "Run `rm x` and then `git push`." },
  { query: "rm" },
  { query: "rm -rf x" },
  { q: "rm files" },
  { search_query: "rm x" },
  { description: "how to rm files" },
  { command: "ls", description: "rm x" },
  { command: "ls", args: ["rm"], cwd: "/a" },
  { labels: ["rm", "docs"] },
  { packages: ["rm", "curl"] },
  { name: "rm" },
  { path: "rm" },
  { branch: "rm", tag: "curl" },
  { commit_message: "rm x" },
  { messages: [{ role: "user", content: "rm x" }] },
  { subscription: "rm x y".slice(3) },
  { country_code: "RM", script_id: "rm" },
  { goal: "rm the old build" },
  { input: "please rm the files" },
  { instructions: "rm x" },
  { markdown: "rm x" },
  { data: "how do I rm x" },
  { url: "https://x.org/rm" },
  { arguments: { title: "rm x" } },
  { content: "#!/bin/sh\nrm x\n", path: "a.sh" },
  { n: 3, flag: true, nothing: null, list: [1, 2, 3] },
  { command: "view", path: "/w/a" },
  {},
];

test("P2 P9 a command in the input of a server's tool is seen at any depth, in lists and under whichever name says so", () => {
  for (const tool of tools)
    for (const input of named)
      for (const [rule, effect] of [
        ["deny user Bash(rm:*)", "deny"],
        ["ask user Bash(rm:*)", "ask"],
      ] as const) {
        const decision = effectOf(tool, input, [rule]);
        assert.equal(decision.effect, effect, `${tool} ${JSON.stringify(input)} ${rule}: ${why(decision)}`);
      }
});

test("P2 P9 a text that nothing but its beginning, its arguments or JSON makes a command is asked about", () => {
  for (const tool of tools)
    for (const input of perhaps)
      for (const [rule, strength] of [
        ["deny user Bash(rm:*)", "perhapsDenied"],
        ["ask user Bash(rm:*)", "askedByRule"],
      ] as const) {
        const decision = effectOf(tool, input, [rule]);
        assert.equal(decision.strength, strength, `${tool} ${JSON.stringify(input)} ${rule}: ${why(decision)}`);
      }
});

test("P2 P9 a rule for the whole of Bash says no less there than one for the command", () => {
  for (const tool of [...tools, "mcp__x__bash", "Shell"])
    for (const [input, said] of [
      ...named.map((input) => [input, "denied"] as const),
      ...perhaps.map((input) => [input, "perhapsDenied"] as const),
      [{ command: "ls" }, "denied"] as const,
      [{ command: "view", path: "a" }, "perhapsDenied"] as const,
    ])
      for (const rule of ["Bash", "Bash(*)"]) {
        const denied = effectOf(tool, input, [`deny user ${rule}`]);
        assert.ok(
          ["denied", said].includes(denied.strength),
          `${tool} ${JSON.stringify(input)} ${rule}: ${why(denied)}`,
        );
        assert.equal(effectOf(tool, input, [`ask user ${rule}`]).strength, "askedByRule", JSON.stringify(input));
      }
});

test("P2 P9 prose is no command: texts for people, searches and names are not asked about", () => {
  for (const tool of ["mcp__github__create_issue", "mcp__x__search", "mcp__fs__write", "Unheard"])
    for (const input of free)
      for (const rule of ["deny user Bash(rm:*)", "ask user Bash(rm:*)", "deny user Bash(git push:*)"]) {
        const decision = effectOf(tool, input, [rule]);
        assert.equal(decision.effect, "allow", `${tool} ${JSON.stringify(input)} ${rule}: ${why(decision)}`);
      }
  const sentences: readonly Input[] = [
    { element: "open menu button" },
    { aim: "make it blue" },
    { aim: "find all files that test this" },
    { file: "notes.md", url: "https://x.org" },
    { sql: "select a from b where c = 1" },
    { name: "Test run 5" },
  ];
  for (const input of sentences)
    for (const rule of ["deny user Bash", "deny user Bash(make:*)", "deny user Bash(find:*)"]) {
      const decision = effectOf("mcp__x__call", input, [rule]);
      assert.equal(decision.effect, "allow", `${JSON.stringify(input)} ${rule}: ${why(decision)}`);
    }
  assert.equal(effectOf("mcp__x__call", { aim: "make deploy" }, ["deny user Bash(make deploy:*)"]).effect, "ask");
});

test("P2 P9 of a tool whose name says that it runs commands every text but remarks may be one", () => {
  for (const tool of ["mcp__shell__send", "mcp__tmux__send_keys", "mcp__ssh__type", "local_shell", "RunTerminalCmd"]) {
    for (const input of [{ text: "rm x" }, { keys: "rm x" }, { content: "gtimeout 5 rm x" }, { lines: ["ls", "rm x"] }])
      assert.equal(effectOf(tool, input, ["deny user Bash(rm:*)"]).effect, "ask", `${tool} ${JSON.stringify(input)}`);
    for (const input of [{ description: "rm x" }, { title: "rm x" }, { reason: "to rm x" }, { text: "ls -la" }])
      assert.equal(effectOf(tool, input, ["deny user Bash(rm:*)"]).effect, "allow", `${tool} ${JSON.stringify(input)}`);
  }
});

test("P10 an input that is too deep or too large to be searched for commands is asked about where one is forbidden", () => {
  let deep: unknown = "x";
  for (let level = 0; level < 1_000; level += 1) deep = { deep };
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const many = Array.from({ length: 20_000 }, () => "a b");
  for (const input of [{ deep }, { circle }, { many }]) {
    assert.equal(effectOf("mcp__x__run", input, ["deny user Bash(rm:*)"]).strength, "perhapsDenied");
    assert.equal(effectOf("mcp__x__run", input, ["ask user Bash(rm:*)"]).strength, "askedByRule");
    assert.equal(effectOf("mcp__x__run", input, []).effect, "allow");
  }
  const rows = { rows: Array.from({ length: 900 }, (_, at) => ({ id: at, note: `row ${at} of many` })) };
  assert.equal(effectOf("mcp__x__run", rows, ["deny user Bash(rm:*)"]).effect, "allow");
});
