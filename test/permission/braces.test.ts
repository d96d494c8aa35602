import assert from "node:assert/strict";
import { test } from "node:test";
import { decide } from "../../src/exports/permission.ts";
import { bash, policyOf } from "./policy-of.ts";

const effect = (line: string, rules: readonly string[] = []): string => decide(bash(line), policyOf([...rules])).effect;

test("P9 braces make several words of one: what is run, written or removed by the others is not let through", () => {
  const npm = ["allow user Bash(npm test:*)"];
  for (const line of [
    "timeout 60{a,b} npm test",
    "timeout 6{0,/evil} npm test",
    "timeout --signal=KILL 60{,evil} npm test",
    "timeout 6* npm test",
    "timeout {60,evil} npm test",
    "find . -name {a,-delete}",
    "find . -name a{,} -delete",
    "find . -maxdepth {1,-delete}",
    "find . -newer {a,-fprint} b",
    "uniq -f {1,a} b",
    "uniq {a,b}",
    "sort -k {1,-oX} a",
    "sort -t {a,--compress-program=x} a",
    "sort -k1 {a,-o} b",
    "grep -e {a,-f} b | xargs rm",
    "sed -n {p,-i} a",
  ])
    assert.equal(effect(line, npm), "ask", line);
});

test("P9 P10 braces that only name what is looked at, or a choice of values, ask nobody", () => {
  for (const line of ["find . -name {a,-print}", "sort -k 1{,n} a", "grep -e a{b,c} a", "echo {1..3} {a,b}"])
    assert.equal(effect(line), "allow", line);
  assert.equal(effect("timeout 60 npm test", ["allow user Bash(npm test:*)"]), "allow");
});

test("P2 a file that braces spell is denied as if it were written out", () => {
  const env = ["deny user Read(./.env)"];
  for (const line of ["cat .en{v,x}", "grep -e {a,.env}", "grep {a,.env}", "head -n {1,.env} a", "sort -k {1,.env}"])
    assert.notEqual(effect(line, env), "allow", line);
});
