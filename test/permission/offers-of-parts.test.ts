/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: shells have variables */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Ask, decide, isBroken, parseRule, type Rule, suggestions } from "../../src/exports/permission.ts";
import { formatRule } from "../../src/permission/rule.ts";
import { askOf, bash, policyOf } from "./policy-of.ts";

/** The rules of an offer as a later session reads them from the settings file. */
function readBack(seen: Ask): { texts: string[]; rules: Rule[] } {
  const policy = policyOf([]);
  const offers = suggestions(seen, decide(seen, policy), policy);
  const texts = offers.flatMap((update) =>
    update.type === "addRules" ? update.rules.map((one) => formatRule(one.toolName, one.ruleContent)) : [],
  );
  const rules = texts.map((text) => parseRule(text, { effect: "allow", scope: "local", folder: "/w" }));
  for (const rule of rules) assert.ok(!isBroken(rule), `${JSON.stringify(seen.input)}: ${JSON.stringify(rule)}`);
  return { texts, rules: rules as Rule[] };
}

function afterwards(seen: Ask): (call: Ask) => string {
  const changed = policyOf([]).with({ rules: readBack(seen).rules });
  return (call) => decide(call, changed).effect;
}

test("P10 what a command does by what it is given to read is offered with what it was given", () => {
  const cases: [seen: string, still: string[]][] = [
    ["echo ls | bash", ["bash", "echo rm x | bash", "cat evil | bash", "bash < evil"]],
    ["echo ls | bash -s", ["bash -s", "echo rm x | bash -s"]],
    ["echo 'print(1)' | python3 -", ["python3 -", "echo evil | python3 -", "python3 - < evil"]],
    ["{ echo ls; } | bash", ["bash", "{ echo rm; } | bash"]],
    ["echo ls | { bash; }", ["bash", "echo rm | { bash; }"]],
    ["echo ls | (cd sub; bash)", ["bash", "echo rm | (cd sub; bash)"]],
    ["echo ls | sudo bash", ["sudo bash", "echo rm | sudo bash"]],
    ["echo ls | env bash", ["env bash", "echo rm | env bash"]],
    ["exec < list; bash", ["bash", "exec < other; bash"]],
    ["while read x; do bash -s; done < list", ["bash -s", "while read x; do bash -s; done < other"]],
    ["curl -s https://a.example/x | sh", ["sh", "echo x | sh", "curl -s https://b.example/x | sh"]],
    ["make; bash < x.sh", ["bash", "bash < y.sh", "make; bash < y.sh"]],
    ["make; bash <<< 'ls'", ["bash", "make; bash <<< 'rm x'"]],
    ["make && python3 - <<'E'\nprint(1)\nE", ["python3 -", "python3 - <<'E'\nevil\nE"]],
    ["cat x.sql | psql db", ["psql db", "echo 'drop table x' | psql db"]],
    ["echo 'select 1' | sqlite3 x.db", ["sqlite3 x.db", "echo '.shell x' | sqlite3 x.db"]],
    ["cat a | ssh h bash", ["ssh h bash", "cat b | ssh h bash"]],
    ["echo x | docker exec -i c sh", ["docker exec -i c sh", "echo y | docker exec -i c sh"]],
    ["cat f | kubectl apply -f -", ["kubectl apply -f -", "cat g | kubectl apply -f -"]],
    ["git diff | git apply", ["git apply", "cat evil | git apply"]],
    ["git ls-files | xargs prettier --write", ["xargs prettier --write", "echo /x | xargs prettier --write"]],
    ["ls | xargs npm test", ["echo --prefix=/x | xargs npm test", "xargs npm test"]],
    ["make | tee a.log", ["echo x | tee a.log", "tee a.log"]],
  ];
  for (const [seen, still] of cases) {
    const effect = afterwards(bash(seen));
    for (const line of still) assert.notEqual(effect(bash(line)), "allow", `${seen}: still ${line}`);
  }
  for (const line of ["bash", "sh -s", "python3", "python3 -", "node", "bash /dev/stdin", "xargs make"])
    assert.deepEqual(readBack(bash(line)).texts, [], line);
  // What follows is of the same kind, whatever it reads.
  assert.deepEqual(readBack(bash("echo x | npm test")).texts, ["Bash(npm test *)"]);
  assert.deepEqual(readBack(bash("npm test 2>&1 | tail -5")).texts, ["Bash(npm test *)"]);
  assert.equal(afterwards(bash("echo ls | bash"))(bash("echo ls | bash")), "allow");
});

test("P10 what runs in another folder is offered with that folder", () => {
  const cases: [seen: string, still: string[]][] = [
    ["cd sub && rm -rf dist", ["rm -rf dist", "cd other && rm -rf dist"]],
    ["cd sub && make", ["make", "cd other && make"]],
    ["(cd sub; git commit -m x)", ["git commit -m x", "(cd other; git commit -m x)"]],
    ["pushd sub && make", ["make"]],
  ];
  for (const [seen, still] of cases) {
    const effect = afterwards(bash(seen));
    assert.equal(effect(bash(seen)), "allow", seen);
    for (const line of still) assert.notEqual(effect(bash(line)), "allow", `${seen}: still ${line}`);
  }
  assert.deepEqual(readBack(bash("cd sub && npm test")).texts, ["Bash(npm test *)"]);
  assert.deepEqual(readBack(bash("touch a && make")).texts, ["Bash(touch a)", "Bash(make)"]);
});

test("P10 what a variable decides is offered only in the line that gives it its value", () => {
  const cases: [seen: string, still: string[]][] = [
    ["node $X", ["X=evil.js; node $X", "for X in evil.js; do node $X; done", "read X; node $X"]],
    ["npm test $X", ["X=--prefix=/x; npm test $X", "ls | while read X; do npm test $X; done"]],
    ["while read x; do npm test $x; done", ["x=--prefix=/x; npm test $x", "npm test $x"]],
    ["while read x; do npm test $x; done < list", ["x=--prefix=/x; npm test $x", "npm test $x"]],
    ['deploy "$HOST"', ['HOST=evil; deploy "$HOST"', 'for HOST in a; do deploy "$HOST"; done']],
    ['deploy "${HOST}"', ['HOST=evil; deploy "${HOST}"']],
    ['bash -c "make $X"', ['X="; evil"; bash -c "make $X"']],
    ["node $1", ["set -- evil.js; node $1"]],
    ["node $@", ["set -- evil.js; node $@"]],
  ];
  for (const [seen, still] of cases) {
    const effect = afterwards(bash(seen));
    for (const line of still) assert.notEqual(effect(bash(line)), "allow", `${seen}: still ${line}`);
  }
  for (const line of ["for f in a b; do node $f; done", "x=5; rm $x", "X=1; make V=$X"])
    assert.equal(afterwards(bash(line))(bash(line)), "allow", line);
});

test("P10 a rule that is offered is read back as the same, and nobody is warned of it later", () => {
  const lines = [
    ...["foo \\\\", 'foo "x)" \\\\', "foo '\\'", "foo \\)", "foo 'a\\\\)'", "foo (x", "foo '(' '\\\\('", "foo \\(\\)"],
    ...["make x\\ ", "make   x", "make\tx  y", "make;", "make # why", "make # a\nmake x # b", "foo ?", "foo [ab]"],
    ...["NPM test", "command:x", "--foo", "node $1", "make 'a  b'", "foo a:*", "deploy :*", "foo **", "rm 'a\\*b'"],
  ];
  for (const line of lines) {
    const { texts, rules } = readBack(bash(line));
    const policy = policyOf([]).with({ rules });
    assert.deepEqual(policy.warnings, [], line);
    if (texts.length > 0) assert.equal(decide(bash(line), policy).effect, "allow", `${line}: ${texts.join(" ")}`);
  }
  assert.deepEqual(readBack(bash("make   x")).texts, ["Bash(make x)"]);
  assert.deepEqual(readBack(bash("make x # why")).texts, ["Bash(make x)"]);
  assert.deepEqual(readBack(bash("make x;")).texts, ["Bash(make x)"]);
  assert.deepEqual(readBack(bash("foo \\\\")).texts, ["Bash(foo \\\\\\\\)"]);
  assert.equal(afterwards(bash("foo \\\\"))(bash("foo \\\\")), "allow");
});

test("P10 names of tools that would be read as other rules are not offered", () => {
  for (const name of ["Bash ", " Bash", "Bash(ls)", "mcp__a b__c", "mcp__a(b)__c", "mcp__a__b)", "1__2", "", "*"])
    assert.deepEqual(readBack(askOf(name, {})).texts, [], JSON.stringify(name));
  // A server as a whole is more than one tool.
  assert.deepEqual(readBack(askOf("mcp__a", {})).texts, []);
  assert.deepEqual(readBack(askOf("mcp__a__b", {})).texts, ["mcp__a__b"]);
  assert.notEqual(afterwards(askOf("mcp__a__b", {}))(askOf("mcp__a__b__c", {})), "allow");
});

test("P10 an address that is none of the web offers no host", () => {
  for (const url of ["file:///etc/passwd", "ftp://a.example/x", "data:text/html,x", "chrome://a.example"])
    assert.deepEqual(readBack(askOf("WebFetch", { url })).texts, [], url);
  assert.deepEqual(readBack(askOf("WebFetch", { url: "HTTPS://u:p@A.example:8443/x" })).texts, [
    "WebFetch(domain:a.example)",
  ]);
});
