import assert from "node:assert/strict";
import { test } from "node:test";
import { problemText, readSettings } from "./read-settings.ts";

const file = "/w/.claude/settings.json";

function read(text: string) {
  const settings = readSettings(text, { file, scope: "project", folder: undefined });
  return {
    rules: settings.rules.map(({ effect, text }) => `${effect} ${text}`),
    problems: settings.problems.map((problem) => `${problem.damage ? "damage " : ""}${problemText(problem)}`),
    settings,
  };
}

test("G6 a settings file is read as it is, and what is not about permissions is not looked at", () => {
  const { rules, problems, settings } = read(`{
    "model": 5, "env": null, "hooks": [],
    "permissions": {
      "allow": ["Bash(npm run *)"], "deny": ["Read(.env)"], "ask": ["Bash(git push *)"],
      "defaultMode": "acceptEdits", "additionalDirectories": ["../docs"], "later": {},
      "disableBypassPermissionsMode": "disable"
    }
  }`);
  assert.deepEqual(rules, ["deny Read(.env)", "ask Bash(git push *)", "allow Bash(npm run *)"]);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    [settings.defaultMode, settings.additionalDirectories, settings.forbidsBypass],
    ["acceptEdits", ["../docs"], true],
  );
  assert.deepEqual([settings.rules[0]?.scope, settings.rules[0]?.file], ["project", file]);
});

test("G6 a comment or a comma too many is told, and changes nothing", () => {
  const { rules, problems } = read(
    '\uFEFF// mine\n{"permissions": {\n"deny": ["Bash(rm *)",], /* x */ "allow": ["Bash(ls *)"],\n}}\n',
  );
  assert.deepEqual(rules, ["deny Bash(rm *)", "allow Bash(ls *)"]);
  assert.deepEqual(problems, [`${file}:1: there is a comment: mend the JSON`]);
});

test("G6 of a damaged file what it forbids is kept as far as it can be read, and what it allows is not", () => {
  const whole = `{
  "permissions": {
    "allow": ["Bash(npm *)"],
    "deny": ["Bash(rm *)", "Read(.env)"],
    "ask": ["Bash(git push *)"]
  }
}`;
  const damages: [string, string, number, string[]][] = [
    [
      "a missing comma",
      whole.replace('"Bash(rm *)",', '"Bash(rm *)"'),
      4,
      ["deny Bash(rm *)", "deny Read(.env)", "ask Bash(git push *)"],
    ],
    [
      "a quote that is not closed",
      whole.replace('"Read(.env)"]', '"Read(.env)]'),
      4,
      ["deny Bash(rm *)", "ask Bash(git push *)"],
    ],
    ["the end cut off", whole.slice(0, whole.indexOf(', "Read')), 4, ["deny Bash(rm *)"]],
    ["a missing brace", whole.slice(0, -3), 6, ["deny Bash(rm *)", "deny Read(.env)", "ask Bash(git push *)"]],
    [
      "a merge conflict",
      whole.replace('    "deny"', '<<<<<<< HEAD\n    "deny"'),
      4,
      ["deny Bash(rm *)", "deny Read(.env)", "ask Bash(git push *)"],
    ],
    ["single quotes", whole.replace('"Bash(rm *)"', "'Bash(rm *)'"), 4, ["deny Read(.env)", "ask Bash(git push *)"]],
    ["words behind the end", `${whole} }`, 7, ["deny Bash(rm *)", "deny Read(.env)", "ask Bash(git push *)"]],
  ];
  for (const [what, text, line, rules] of damages) {
    const found = read(text);
    assert.deepEqual(found.rules, rules, what);
    assert.equal(found.problems.length, 1, what);
    assert.match(found.problems[0] ?? "", new RegExp(`^damage ${file}:${line}: .*mend the JSON$`), what);
  }
});

test("G6 entries of the wrong type are told one by one, and are damage where something is forbidden", () => {
  const { rules, problems } = read(`{"permissions": {
    "allow": ["Bash(ls *)", 7, "Bash()"],
    "deny": ["Bash(rm *)", null, "Bash(", "(x)"],
    "ask": "Bash(git push *)",
    "defaultMode": "yolo",
    "additionalDirectories": "x"
  }}`);
  assert.deepEqual(rules, ["deny Bash(rm *)", "ask Bash(", "ask Bash(git push *)", "allow Bash(ls *)"]);
  assert.deepEqual(problems, [
    `damage ${file}:3: an entry of permissions.deny must be a text`,
    `${file}:3: "Bash(" has no closing parenthesis at its end`,
    `damage ${file}:3: "(x)" is no rule: write Tool or Tool(specifier), as in Bash(npm run *)`,
    `${file}:4: permissions.ask must be a list`,
    `${file}:2: an entry of permissions.allow must be a text`,
    `${file}:2: "Bash()" names nothing: write Bash for every use of it, or what is meant`,
    `${file}:5: permissions.defaultMode must be one of default, acceptEdits, plan, bypassPermissions, dontAsk`,
    `${file}:6: permissions.additionalDirectories must be a list`,
  ]);
});

test("G6 settings that are no object, or whose permissions are none, are damage", () => {
  for (const text of ["[]", '"x"', '{"permissions": ["Bash"]}', "{", "hello"])
    assert.match(read(text).problems[0] ?? "", /^damage /, text);
  for (const text of ["", " \n", "{}", '{"permissions": {}}']) assert.deepEqual(read(text).problems, [], text);
});

test("G6 no text makes the reader throw or hang", () => {
  const started = process.cpuUsage().user;
  for (const text of [
    "[".repeat(100_000),
    '{"a":'.repeat(50_000),
    '"'.repeat(10_000),
    "/*",
    "//",
    "\\",
    "{]".repeat(10_000),
  ])
    assert.ok(read(text).problems.length > 0);
  assert.ok(process.cpuUsage().user - started < 5_000_000);
});

test("P2 of keys that are there twice all that they forbid holds, and what allows is the last one's", () => {
  const { rules, problems, settings } = read(`{
    "permissions": { "deny": ["Read(a)"], "deny": ["Read(b)"], "allow": ["Bash"], "disableBypassPermissionsMode": "disable" },
    "permissions": { "allow": ["Edit"], "allow": ["WebFetch"], "ask": ["Read"] }
  }`);
  assert.deepEqual(rules, ["deny Read(a)", "deny Read(b)", "ask Read", "allow WebFetch"]);
  assert.equal(settings.forbidsBypass, true);
  assert.match(problems.join("\n"), /:3: "permissions" is there 2 times: write it once/);
  assert.match(problems.join("\n"), /:2: "deny" is there 2 times/);
  assert.deepEqual(read('{"permissions":{"allow":["Bash"]},"permissions":{}}').rules, []);
});

test("P2 a long file takes time in proportion to its length, and tells no more than a person reads", {
  timeout: 60_000,
}, () => {
  const comments = read(`${"// a comment\n".repeat(300_000)}{"permissions":{"deny":["Read(a)"]}}`);
  assert.deepEqual(comments.rules, ["deny Read(a)"]);
  const wrong = read(`{"permissions":{"deny":[\n${'"Bash(",\n'.repeat(100_000)}6]}}`);
  assert.equal(wrong.problems.length, 22);
  assert.match(wrong.problems.at(-1) ?? "", /99980 more of these/);
  assert.match(wrong.problems.at(-2) ?? "", /^damage .*:100002: an entry of permissions.deny must be a text/);
});
