import assert from "node:assert/strict";
import { test } from "node:test";
import { formatRule, isBroken, parseRule, splitRules } from "./rule.ts";

const origin = { effect: "deny", scope: "user", file: "/home/u/.claude/settings.json" } as const;

test("P1 a rule is a tool, or a tool and what of it is meant", () => {
  const cases: [string, string, string | undefined][] = [
    ["Bash", "Bash", undefined],
    ["Bash(*)", "Bash", undefined],
    [" Bash ( npm run * ) ", "Bash", "npm run *"],
    ["Bash(npm run test:*)", "Bash", "npm run test:*"],
    ["Bash(echo (a) (b))", "Bash", "echo (a) (b)"],
    ["Bash(echo \\(a\\))", "Bash", "echo (a)"],
    ["Bash(x\\*y)", "Bash", "x\\*y"],
    ["Bash(ends\\\\)", "Bash", "ends\\"],
    ["Edit(m(1).q)", "Edit", "m(1).q"],
    ["WebFetch(domain:example.com)", "WebFetch", "domain:example.com"],
    ["mcp__server__tool", "mcp__server__tool", undefined],
    ["mcp__my-server.v2__*", "mcp__my-server.v2__*", undefined],
    ["Agent(Explore)", "Agent", "Explore"],
  ];
  for (const [written, tool, specifier] of cases) {
    const rule = parseRule(written, origin);
    assert.ok(!isBroken(rule), written);
    assert.deepEqual(
      [rule.tool, rule.specifier, rule.scope, rule.file],
      [tool, specifier, "user", origin.file],
      written,
    );
  }
});

test("P1 a rule that is none says what to do, and of which tool it was to be", () => {
  const cases: [string, RegExp, string | undefined][] = [
    ["", /write Tool or Tool\(specifier\)/, undefined],
    ["Foo Bar", /write Tool/, undefined],
    ["(ls)", /write Tool/, undefined],
    ["Bash()", /names nothing: write Bash/, "Bash"],
    ["Bash( )", /names nothing/, "Bash"],
    ["Bash(ls", /no closing parenthesis/, "Bash"],
    ["Bash(ls) ; x", /no closing parenthesis/, "Bash"],
    ["Bash(ls\\)", /no closing parenthesis/, "Bash"],
  ];
  for (const [written, message, tool] of cases) {
    const rule = parseRule(written, origin);
    assert.ok(isBroken(rule), written);
    assert.match(rule.broken, message);
    assert.equal(rule.tool, tool, written);
  }
});

test("P1 a rule that is written down is read back as it was", () => {
  for (const specifier of ["npm run *", "echo (a", "echo a)", "a\\(b", "ends\\", "\\\\(", "x\\*y", "domain:x"]) {
    const rule = parseRule(formatRule("Bash", specifier), origin);
    assert.ok(!isBroken(rule), specifier);
    assert.equal(rule.specifier, specifier);
  }
});

test("G6 lists of rules on the command line are separated by commas and by spaces outside parentheses", () => {
  assert.deepEqual(splitRules("Bash(git log *),Edit  Read(a b),,mcp__x__*"), [
    "Bash(git log *)",
    "Edit",
    "Read(a b)",
    "mcp__x__*",
  ]);
  assert.deepEqual(splitRules("Bash(echo (a, b) \\)) Read"), ["Bash(echo (a, b) \\))", "Read"]);
  assert.deepEqual(splitRules(" "), []);
});
