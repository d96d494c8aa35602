import assert from "node:assert/strict";
import { test } from "node:test";
import { type Ask, decide, type FileView, type Policy, type Rule, why } from "../../src/exports/permission.ts";
import { laidFiles } from "./laid-files.ts";
import { askOf, bash, policyOf, read, rule as ruleOf, write } from "./policy-of.ts";

const everything = "Bash Read Edit Write WebFetch mcp__a Agent Skill PowerShell apply_patch Pwsh".split(" ");

function forbidding(rule: string, files?: FileView): Policy {
  const rules = [`deny user ${rule}`, ...everything.map((tool) => `allow user ${tool}`)];
  return policyOf(rules, { mode: "bypassPermissions", ...(files && { files }) });
}

function toldOf(policy: Policy): string {
  return policy.warnings.find(({ rule }) => rule.effect === "deny")?.message ?? "";
}

const fetch = (url: string): Ask => askOf("WebFetch", { url });
const skill = askOf("Skill", { skill: "pdf" });
const explore = askOf("Agent", { subagent_type: "Explore" });
const tool = (name: string): Ask => askOf(`mcp__a__${name}`, {});

type Case = readonly [rule: string, told: RegExp, ...calls: Ask[]];

/** Told with what to write, and what they were to forbid is asked. */
const told: readonly Case[] = [
  ["PowerShell(rm:*)", /write Bash\(rm:\*\)/, askOf("PowerShell", { command: "rm x" })],
  ["PowerShell(Remove-Item *)", /write Bash\(Remove-Item \*\)/, askOf("PowerShell", { command: "Remove-Item x" })],
  ["RunTerminalThing(rm:*)", /write Bash/, askOf("RunTerminalThing", { command: "rm x" })],
  ["Deploy(prod:*)", /check the name/, askOf("Deploy", { target: "prod" })],
  [
    "apply_patch(src/**)",
    /write Edit\(src\/\*\*\)/,
    askOf("apply_patch", { input: "*** Update File: src/a" }),
    write("/w/src/a"),
  ],
  ["mcp__a__(delete)", /write mcp__a__delete$/, tool("delete")],
  ["mcp__a__(delete|x)", /write mcp__a__delete, mcp__a__x$/, tool("delete"), tool("x")],
  ["mcp__a__(delete, x)", /write mcp__a__delete, mcp__a__x$/, tool("delete"), tool("x")],
  ...["mcp(a)", "mcp(a:*)", "MCP(a)", "Mcp(a.*)", "mcp(b|a)"].map((rule): Case => [rule, /write .*mcp__a/, tool("x")]),
  ["mcp(a__x)", /write mcp__a__x/, tool("x")],
  ["mcp(*)", /write mcp__\*/, tool("x")],
  ["mcp", /write mcp__\*/, tool("x")],
  ...["rm && :*", "rm && *", "rm; :*", "rm ; *", "rm & *", "rm || *", "rm | :*", "rm:* && *"].map(
    (pattern): Case => [`Bash(${pattern})`, /write Bash\(rm:?.?\*\)/, bash("rm x")],
  ),
  ["Bash(kubectl delete && :*)", /write Bash\(kubectl delete:\*\)/, bash("kubectl delete pod x")],
  ...["\u201crm\u201d:*", "\u201crm\u201d *", "\u00abrm\u00bb:*", "\u2018rm\u2019 *", "\u201crm:*", "rm\u201d *"].map(
    (pattern): Case => [`Bash(${pattern})`, /write Bash\(rm[: ]\*\)/, bash("rm x")],
  ),
  ...["\u201c.env", "\u201c.env\u201d", "./\u2018.env\u2019", ".\\.env", "//.env"].map(
    (pattern): Case => [`Read(${pattern})`, /write Read\((?:\.\/)?\.env\)/, read("/w/.env")],
  ),
  ["Read(..\\.env)", /write Read\(\.\.\/\.env\)/, read("/.env")],
  ["Read(..)", /write Read\(\.\.\/\*\*\)/, read("/out.txt")],
  ["Read(../..)", /write Read\(\.\.\/\.\.\/\*\*\)/, read("/out.txt")],
  ...["rm \u2026", "rm %", "rm ?"].map((pattern): Case => [`Bash(${pattern})`, /write Bash\(rm \*\)/, bash("rm x")]),
  ...["not ls", "except ls", "without ls"].map(
    (pattern): Case => [`Bash(${pattern})`, /write the commands/, bash("rm x")],
  ),
  ...["any rm", "all rm", "never rm", "every rm:*"].map(
    (pattern): Case => [`Bash(${pattern})`, /write Bash\(rm:\*\)/, bash("rm x")],
  ),
  ...["all", "everything", "any:*"].map((pattern): Case => [`Bash(${pattern})`, /write Bash$/, bash("zzz")]),
  ...["npm/publish", "npm_publish", "npm.publish"].map(
    (pattern): Case => [`Bash(${pattern})`, /write Bash\(npm publish:\*\)/, bash("npm publish")],
  ),
  ["Bash(git_push:*)", /write Bash\(git push:\*\)/, bash("git push x")],
  ["Bash(npm run deploy::*)", /write Bash\(npm run deploy\*\)/, bash("npm run deploy:x")],
  ...["name:pdf", "skill_name:pdf", "skillName=pdf"].map(
    (name): Case => [`Skill(${name})`, /write Skill\(pdf\)/, skill],
  ),
  ...["name:Explore", "agent:Explore", "agent_name: Explore", "subagent:Explore"].map(
    (name): Case => [`Agent(${name})`, /write Agent\(Explore\)/, explore],
  ),
];

/** Read as they were meant, so that there is nothing to tell. */
const seen: readonly (readonly [rule: string, ...calls: Ask[]])[] = [
  ["WebFetch(domain:*evil*)", fetch("https://evil.com"), fetch("https://myevil.com"), fetch("https://a.evil.b.org")],
  ["WebFetch(domain:evil*)", fetch("https://evil.com"), fetch("https://evilx.org")],
  ["WebFetch(domain:evil.*)", fetch("https://evil.com"), fetch("https://evil.co.uk")],
  ["WebFetch(domain:*.evil.*)", fetch("https://a.evil.co.uk")],
  ["Bash(dd if=:*)", bash("dd if=x"), bash("dd if=/dev/sda of=x"), bash("dd if= x")],
  ["Bash(dd of=/dev/:*)", bash("dd of=/dev/x")],
  ["Bash(rm -rf ~:*)", bash("rm -rf ~/x"), bash("rm -rf ~")],
  ["Bash(ls /:*)", bash("ls /x"), bash("ls /")],
  ["Bash(curl http://:*)", bash("curl http://x.org")],
  ["Bash(npm run deploy-:*)", bash("npm run deploy-prod")],
  ["Bash(make deploy_:*)", bash("make deploy_x")],
  ["Bash(pip install git+:*)", bash("pip install git+https://x")],
  ["Bash(docker-compose:*)", bash("docker compose up"), bash("docker-compose up")],
  ["Bash(git-push:*)", bash("git push x")],
  ["Read(**/.ssh/**)", read("/home/u/.ssh/id"), read("/w/.ssh/id"), bash("cat ~/.ssh/id")],
  ["Read(.ssh/**)", read("/home/u/.ssh/id")],
  ["Read(.ssh)", read("/home/u/.ssh/id")],
  ["Read(**/id_rsa)", read("/home/u/.ssh/id_rsa")],
  ["Read(.aws/credentials)", read("/home/u/.aws/credentials")],
  ["Edit(.bashrc)", write("/home/u/.bashrc")],
  ["Read(conf\\.env)", read("/w/conf/.env")],
];

test("P2 P10 a rule that matches nothing it seems to is told with what to write, and what it was to forbid is asked", () => {
  for (const [rule, message, ...calls] of told) {
    const policy = forbidding(rule);
    assert.match(toldOf(policy), message, rule);
    for (const call of calls)
      assert.notEqual(decide(call, policy).effect, "allow", `${rule} ${JSON.stringify(call.input)}`);
    if (/\(/.test(rule) && !/not|except|without|all\)|everything|any:|mcp\(\*|\.\./.test(rule))
      for (const other of [
        bash("zzz other"),
        read("/w/zzz"),
        write("/w/zzz"),
        askOf("mcp__z__z", {}),
        fetch("https://z.org"),
      ])
        assert.equal(decide(other, policy).effect, "allow", `${rule} ${JSON.stringify(other.input)}`);
  }
});

test("P2 P10 a rule that can mean one thing only is read like that by what forbids", () => {
  for (const [rule, ...calls] of seen) {
    const policy = forbidding(rule);
    for (const call of calls) {
      const decision = decide(call, policy);
      assert.equal(decision.effect, "deny", `${rule} ${JSON.stringify(call.input)}: ${why(decision)}`);
    }
    assert.equal(toldOf(policy), "", rule);
  }
});

test("P2 P9 a rule against a program asks about its versions", () => {
  for (const [rule, ...lines] of [
    [
      "python:*",
      "python3 x",
      "python3.12 -c 1",
      "python2 x",
      "/usr/bin/python3 x",
      "sudo python3 x",
      "env python3.11 x",
    ],
    ["pip install:*", "pip3 install x", "pip3.12 install x"],
    ["gcc:*", "gcc-12 a.c"],
    ["clang *", "clang-17 a.c"],
  ] as const)
    for (const line of lines) {
      assert.equal(decide(bash(line), forbidding(`Bash(${rule})`)).effect, "ask", `${rule} ${line}`);
      const asking = policyOf([`ask user Bash(${rule})`, "allow user Bash"]);
      assert.equal(decide(bash(line), asking).effect, "ask", `ask ${rule} ${line}`);
    }
  for (const [rule, line] of [
    ["python2:*", "python3 x"],
    ["python3:*", "python2 x"],
    ["pip install:*", "pip3 list"],
  ] as const)
    assert.equal(decide(bash(line), forbidding(`Bash(${rule})`)).effect, "allow", `${rule} ${line}`);
});

test("P2 where files can be looked at, a path from the root or from the settings is held against what is there", () => {
  assert.match(toldOf(forbidding("Read(//src/a.ts)", laidFiles)), /write Read\(\.\/src\/a\.ts\)/);
  assert.equal(decide(read("/w/src/a.ts"), forbidding("Read(//src/a.ts)", laidFiles)).effect, "ask");
  for (const rule of [
    "Read(//w/src/a.ts)",
    "Read(//home/u/x)",
    "Read(//etc/hosts)",
    "Read(//nowhere/x)",
    "Read(//**/.env)",
  ])
    assert.equal(toldOf(forbidding(rule, laidFiles)), "", rule);
  const ofUser: Rule = { ...ruleOf("deny user Read(/conf/k)"), folder: "/home/u/.claude" };
  const policy = policyOf([], { files: laidFiles }).with({ rules: [ofUser] });
  assert.match(toldOf(policy), /folder of the settings; write Read\(\.\/conf\/k\)/);
  assert.equal(decide(read("/w/conf/k"), policy).effect, "ask");
});

test("P2 what allows is no wider for it, and is told where it would allow nothing", () => {
  for (const [rule, , ...calls] of told)
    for (const call of calls)
      if (call.toolName !== "Read" && call.toolName !== "Agent")
        assert.notEqual(decide(call, policyOf([`allow user ${rule}`])).effect, "allow", rule);
  for (const [rule, ...calls] of seen)
    for (const call of calls.filter(({ toolName, input }) => toolName !== "Bash" && input.file_path !== "/w/.ssh/id"))
      if (!/evil\.\*|\/w\//.test(rule + String(call.input.file_path)))
        assert.notEqual(decide(call, policyOf([`allow user ${rule}`])).effect, "allow", rule);
  assert.match(policyOf(["allow user WebFetch(domain:*evil*)"]).warnings[0]?.message ?? "", /write the host/);
  assert.match(policyOf(["allow user Bash(dd if=:*)"]).warnings[0]?.message ?? "", /write Bash\(dd if=\*\)/);
});

test("P2 P10 rules beside these, which do what they say, are not told of", () => {
  const fine = [
    ...["Bash(git add .:*)", "Bash(cd ..:*)", "Bash(npm test --:*)", "Bash(git checkout @:*)", "Bash(./npm/publish:*)"],
    ...[
      "Bash(docker/build.sh:*)",
      "Bash(go.sh:*)",
      "Bash(npm-check:*)",
      "Bash(pip-compile:*)",
      "Bash(python:*)",
      "Bash(allure:*)",
    ],
    ...[
      "Bash(notify-send:*)",
      "Bash(everyday:*)",
      "Read(don\u2019t.md)",
      "Read(../**)",
      "Read(../x)",
      "Read(//etc/**)",
    ],
    ...[
      "Read(//srv/x)",
      "WebFetch(domain:*.evil.com)",
      "WebFetch(domain:localhost)",
      "Skill(plugin:pdf)",
      "Skill(pdf:*)",
    ],
    ...[
      "mcp__a",
      "mcp__a__x",
      "mcp__a__x(branch:main)",
      "Agent(model:opus)",
      "Read(**/.ssh/**)",
      "Read(*.pem)",
      "Read(.env)",
    ],
  ];
  for (const rule of fine) assert.equal(toldOf(forbidding(rule)), "", rule);
});
