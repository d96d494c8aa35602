import assert from "node:assert/strict";
import { test } from "node:test";
import { type Ask, decide, why } from "../../src/exports/permission.ts";
import { laidFiles } from "./laid-files.ts";
import { askOf, policyOf } from "./policy-of.ts";

const rules = ["deny user Read(.env)", "deny user Read(~/.ssh/**)", "deny user Edit(conf/**)", "allow user mcp__fs"];

const naming: readonly Ask["input"][] = [
  ...[".env", "./.env", "/w/.env", "src/../.env", "~/.ssh/id", "conf/k", "file:///w/.env", "file://localhost/w/.env"],
  ...["%2eenv", "file:///w/%2Eenv", ".E*", "**/.env", "{.env,a}", ".ENV", "/w//.env", "/proc/self/cwd/.env"],
].flatMap((path) => [{ path }, { paths: ["a", path] }, { options: { files: [{ name: path }] } }, { text: path }]);

const running: readonly Ask["input"][] = [
  { uri: "file:///w/.env" },
  { filePath: ".env" },
  { argv: ["cat", ".env"] },
  { command: "cat", arguments: [".env"] },
  { command: "cat", args: ".env" },
  { command: { program: "cat", args: [".env"] } },
  { cmd: "cat .env" },
  { script: "x = open('.env')" },
  { query: "cat $HOME/.ssh/id" },
  { input: "head -1 .e*" },
  { edits: [{ path: "a" }, { path: "conf/k" }] },
  { "a b": [[[".env"]]] },
];

const harmless: readonly Ask["input"][] = [
  { path: "a" },
  { path: "." },
  { paths: ["src", "docs/x.md"] },
  { path: ".env.example" },
  { uri: "https://x.org/.environment" },
  { text: "please look at .env" },
  { title: "Read .env at start", body: "see .env and ~/.ssh/id" },
  { content: "cat .env\n", path: "a" },
  { pattern: "*.ts" },
  { data: "A".repeat(100_000) },
  { n: 3, flag: true, nothing: null },
  {},
];

test("P2 P9 a text in the input of a server's tool that names a forbidden file is asked about, in every mode", () => {
  for (const tool of ["mcp__fs__read_file", "LSP", "ReadMcpResourceTool", "Unheard"])
    for (const mode of ["default", "acceptEdits", "bypassPermissions"] as const)
      for (const input of [...naming, ...running]) {
        const decision = decide(
          askOf(tool, input),
          policyOf([...rules, `allow user ${tool}`], { mode, files: laidFiles }),
        );
        assert.notEqual(decision.effect, "allow", `${tool} ${mode} ${JSON.stringify(input)}: ${why(decision)}`);
      }
});

test("P2 P9 a rule that asks about a file asks where a server's tool is given its name, unless the tool was granted", () => {
  const asking = rules.map((rule) => rule.replace("deny", "ask"));
  for (const input of [...naming, ...running]) {
    const ask = askOf("mcp__fs__read_file", input);
    const decision = decide(ask, policyOf(asking, { files: laidFiles }));
    assert.equal(decision.strength, "askedByRule", `${JSON.stringify(input)}: ${why(decision)}`);
  }
  const granted = policyOf([...asking, "allow session granted mcp__fs__read_file"], { files: laidFiles });
  assert.equal(decide(askOf("mcp__fs__read_file", { path: ".env" }), granted).effect, "allow");
});

test("P2 P9 a server's tool that is given other names, or texts for people, is not asked about", () => {
  for (const input of harmless) {
    const decision = decide(askOf("mcp__fs__read_file", input), policyOf(rules, { files: laidFiles }));
    assert.equal(decision.effect, "allow", `${JSON.stringify(input).slice(0, 200)}: ${why(decision)}`);
  }
});

test("P10 an input that is too deep or too large to be searched is asked about where a file is forbidden", () => {
  let deep: unknown = ".env";
  for (let level = 0; level < 1_000; level += 1) deep = [deep];
  const many = Array.from({ length: 2_000 }, (_, at) => `f${at}`);
  const circle: { self?: unknown } = {};
  circle.self = circle;
  for (const input of [{ deep }, { many }, { words: "a ".repeat(50_000) }, { circle }]) {
    assert.equal(decide(askOf("mcp__fs__x", input), policyOf(rules)).strength, "perhapsDenied");
    assert.equal(decide(askOf("mcp__fs__x", input), policyOf(["allow user mcp__fs"])).effect, "allow");
  }
});

test("P2 P9 where the folder is not known a relative path may be what is forbidden, and no rule allows it", () => {
  const lost = (toolName: string, input: Ask["input"]): Ask => ({ ...askOf(toolName, input), isCwdKnown: false });
  const denying = policyOf([
    "deny user Read(sub/secret)",
    "allow user Bash(cat:*)",
    "allow user Edit(src/**)",
    "allow user Bash",
  ]);
  for (const ask of [
    lost("Bash", { command: "cat secret" }),
    lost("Bash", { command: "cat < secret" }),
    lost("Bash", { command: "foo secret" }),
    lost("Bash", { command: "foo sub/secret" }),
    lost("Bash", { command: "foo sec*" }),
    lost("Bash", { command: "grep -r S ." }),
    lost("Read", { file_path: "secret" }),
    lost("Edit", { file_path: "src/a" }),
    lost("Grep", { pattern: "S" }),
    lost("Grep", { pattern: "S", path: "x" }),
    lost("Unheard", { path: "secret" }),
  ])
    assert.equal(decide(ask, denying).strength, "perhapsDenied", JSON.stringify(ask));
  for (const ask of [
    lost("Bash", { command: "foo a" }),
    lost("Bash", { command: "npm test" }),
    lost("Bash", { command: "cat /w/a" }),
    lost("Read", { file_path: "/w/a" }),
  ])
    assert.equal(decide(ask, denying).effect, "allow", JSON.stringify(ask));
  const allowing = policyOf(["allow user Edit(src/**)", "allow user Bash(cat:*)"]);
  assert.equal(decide(lost("Edit", { file_path: "src/a" }), allowing).effect, "ask");
  assert.equal(decide(lost("Edit", { file_path: "/w/src/a" }), allowing).effect, "allow");
  assert.equal(decide(lost("Bash", { command: "cat a" }), allowing).effect, "ask");
});

test("P10 no number of patterns in an input or a line takes long under a thousand rules for files", () => {
  const many = Array.from({ length: 1_000 }, (_, at) => `deny user Read(dir${at}/**/*.ext${at})`);
  const policy = policyOf([...many, "allow user Bash", "allow user mcp__fs"]);
  const inputs = [
    askOf("mcp__fs__x", { list: Array.from({ length: 290 }, (_, at) => `dir${at}/x*y${at}`) }),
    askOf("mcp__fs__x", { list: Array.from({ length: 30 }, (_, at) => "w* x ".repeat(200) + at) }),
    askOf("Bash", { command: `foo ${Array.from({ length: 390 }, (_, at) => `'x${at}*b?/c*'`).join(" ")}` }),
    askOf("Bash", { command: `foo '${"*a".repeat(4_000)}'` }),
    askOf("Bash", { command: `foo ${"~".repeat(16_000)}` }),
  ];
  for (const ask of inputs) decide(ask, policy);
  const before = process.cpuUsage();
  for (const ask of inputs) decide(ask, policy);
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 1_000_000, `${user + system} microseconds`);
});
