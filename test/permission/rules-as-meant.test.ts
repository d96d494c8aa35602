/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: people write variables into rules */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Ask, decide, type FileView, type Policy } from "../../src/exports/permission.ts";
import { everydayProjects } from "./everyday-projects.ts";
import { fineRules } from "./fine-rules.ts";
import { moreNames, moreToldSlips, moreWider } from "./more-rule-slips.ts";
import { askOf, bash, policyOf, read, write } from "./policy-of.ts";
import { sureSlips, toldSlips, unclearSlips, widerWhenForbidding } from "./rule-slips.ts";

const everything = "Bash Read Edit Write WebFetch WebSearch mcp__a Agent Skill SlashCommand".split(" ");

function forbidding(rule: string, effect: "deny" | "ask" = "deny"): Policy {
  return policyOf([`${effect} user ${rule}`, ...everything.map((tool) => `allow user ${tool}`)]);
}

/** Calls that no rule here is about. */
const others = [bash("zzz other"), read("/w/zzz"), write("/w/zzz"), askOf("mcp__a__zzz", {})];

/** It is about the whole of a tool, of a server or of the folder. */
function isWhole(rule: string): boolean {
  return !rule.includes("(") || rule === "Read(/w/**)";
}

test("P2 P10 a rule that would match nothing is told with what to write, and what it was to forbid is asked", () => {
  const slips = [...toldSlips, ...moreToldSlips, ...moreNames];
  assert.ok(slips.length > 250);
  for (const [rule, meant] of slips) {
    for (const effect of ["deny", "ask"] as const) {
      const policy = forbidding(rule, effect);
      assert.notEqual(decide(meant, policy).effect, "allow", `${effect} ${rule}`);
      assert.match(policy.warnings[0]?.message ?? "", /write|did you mean/, `${effect} ${rule}`);
      if (isWhole(rule)) continue;
      for (const call of others)
        assert.equal(decide(call, policy).effect, "allow", `${effect} ${rule} ${JSON.stringify(call.input)}`);
    }
    const allows = policyOf([`allow user ${rule}`]);
    assert.match(allows.warnings[0]?.message ?? "", /write|did you mean/, `allow ${rule}`);
  }
});

test("P2 P10 where nobody can say what a rule means, it is told, and its whole tool is asked", () => {
  for (const [rule, call] of unclearSlips) {
    const policy = forbidding(rule);
    assert.equal(decide(call, policy).effect, "ask", rule);
    assert.equal(policy.warnings.length, 1, rule);
  }
});

test("P2 P10 where there is no doubt, what forbids is read as it was meant, and only what allows is told", () => {
  for (const [rule, call] of sureSlips) {
    const policy = forbidding(rule);
    assert.equal(decide(call, policy).effect, "deny", rule);
    assert.deepEqual(policy.warnings, [], rule);
    const allows = policyOf([`allow user ${rule}`]);
    const isToldOfAllowing = !rule.startsWith("mcp__");
    if (isToldOfAllowing) assert.match(allows.warnings[0]?.message ?? "", /write/, `allow ${rule}`);
  }
});

test("P2 P10 what forbids sees the same call by its other spellings, and there is nothing to tell", () => {
  for (const [rule, call] of [...widerWhenForbidding, ...moreWider]) {
    const policy = forbidding(rule);
    assert.equal(decide(call, policy).effect, "deny", rule);
    assert.deepEqual(policy.warnings, [], rule);
  }
});

test("P2 what allows is no wider for it: a slip opens nothing", () => {
  for (const [rule, call] of [...toldSlips, ...moreToldSlips, ...unclearSlips, ...sureSlips]) {
    if (call.toolName === "Agent" || /^(?:Read|Glob|read|view)/.test(rule)) continue;
    assert.notEqual(decide(call, policyOf([`allow user ${rule}`])).effect, "allow", rule);
  }
  for (const [rule, path] of [
    ["Read(*.{pem,key})", "/x/a.key"],
    ["Read(/etc/passwd)", "/etc/passwd"],
    ["Read($HOME/x)", "/home/u/x"],
    ["Read(/x/a, /x/b)", "/x/a"],
  ] as const)
    assert.equal(decide(read(path), policyOf([`allow user ${rule}`])).effect, "ask", rule);
});

test("P2 P10 rules that people write, and that do what they say, are not told of", () => {
  const everyday = everydayProjects.flatMap(({ rules }) => rules);
  for (const effect of ["allow", "deny", "ask"])
    for (const rule of [...everyday, ...fineRules])
      assert.deepEqual(policyOf([`${effect} user ${rule}`]).warnings, [], `${effect} ${rule}`);
});

test("P2 one slash is told only where there is no such folder beside the settings", () => {
  const there: FileView = {
    realpath: (path) => (path === "/w/tmp" || path.startsWith("/w/tmp/") ? path : undefined),
    readlink: () => undefined,
    list: () => [],
  };
  assert.deepEqual(policyOf(["deny project Edit(/tmp/**)"], { files: there }).warnings, []);
  assert.match(policyOf(["deny project Edit(/var/**)"], { files: there }).warnings[0]?.message ?? "", /Edit\(\/\/var/);
});

test("P2 a parameter that a tool does not have is told", () => {
  const policy = forbidding("Read(secret:a.key)");
  assert.equal(decide(read("/w/a.key"), policy).effect, "ask");
  assert.match(policy.warnings[0]?.message ?? "", /Read has no parameter secret; write Read\(a\.key\)/);
});

test("P2 several slips in one rule are all mended", () => {
  for (const [rule, call] of [
    ['Read("$HOME/.ssh/{id,key}")', read("/home/u/.ssh/id")],
    ["Bash('rm  :*')", bash("rm x")],
    ["Shell(^rm .*$)", bash("rm x")],
    ["read_file(`/etc/{passwd,shadow}`)", read("/etc/shadow")],
  ] as const) {
    const policy = forbidding(rule);
    assert.equal(decide(call, policy).effect, "ask", rule);
    assert.equal(policy.warnings.length, 1, rule);
  }
});

test("P2 P10 the name of a tool with one letter too many, too few or another is told, and what it was to forbid is asked", () => {
  const cases: [tool: string, specifier: string, call: Ask][] = [
    ["Bash", "rm:*", bash("rm x")],
    ["Bash", "rm *", bash("rm x")],
    ["Read", ".env", read("/w/.env")],
    ["Edit", "src/**", write("/w/src/a")],
    ["WebFetch", "domain:evil.example", askOf("WebFetch", { url: "https://evil.example" })],
    ["Agent", "Explore", askOf("Agent", { subagent_type: "Explore" })],
    ["Skill", "pdf", askOf("Skill", { skill: "pdf" })],
  ];
  for (const [tool, specifier, call] of cases)
    for (let at = 1; at < tool.length; at += 1)
      for (const letter of ["", "x", "_", "-"])
        for (const name of [
          tool.slice(0, at) + letter + tool.slice(at),
          tool.slice(0, at) + letter + tool.slice(at + 1),
        ]) {
          if (name === tool) continue;
          const policy = forbidding(`${name}(${specifier})`);
          assert.equal(decide(call, policy).effect, "ask", name);
          assert.equal(policy.warnings.length, 1, name);
        }
});
