import assert from "node:assert/strict";
import { test } from "node:test";
import type { Effect } from "../rule.ts";
import { compilePathPattern } from "./path-pattern.ts";
import { PathSubject } from "./path-subject.ts";

const places = { cwd: "/w", home: "/home/u", folder: "/home/u/.claude" };
const files = {
  realpath: (path: string) => (path === "/tmp" ? "/private/tmp" : path === "/w" ? "/real/w" : path),
  readlink: () => undefined,
};

function matches(pattern: string, effect: Effect, path: string, foldsCase = true): boolean | undefined {
  return compilePathPattern(pattern, effect, places, { files, foldsCase })?.test(new PathSubject(path));
}

test("P1 path patterns begin at the root, at home, at the settings file or at the working folder, as gitignore has them", () => {
  const cases: [pattern: string, path: string, allow: boolean, deny: boolean][] = [
    ["//etc/**", "/etc/x/y", true, true],
    ["//etc/**", "/etc", true, true],
    ["//etc/**", "/etcetera", false, false],
    ["//**/.env", "/any/where/.env", true, true],
    ["~/x", "/home/u/x/y", true, true],
    ["~/x", "/home/u/s/x", false, false],
    ["~", "/home/u/any", true, true],
    ["/x", "/home/u/.claude/x", true, true],
    ["/x", "/w/x", false, false],
    ["src/**", "/w/src/a", true, true],
    ["src/**", "/w/src", true, true],
    ["src/**", "/w/vendor/src/a", false, true],
    ["./src/**", "/w/src/a", true, true],
    ["**/src/**", "/w/vendor/src/a", true, true],
    ["src/a/**", "/w/vendor/src/a/b", false, false],
    [".env", "/w/deep/.env", true, true],
    [".env", "/.env", false, false],
    ["*.log", "/w/a/b.log", true, true],
    ["*.log", "/w/a/b.log.txt", false, false],
    ["a*c?", "/w/abbbcd", true, true],
    ["a*c?", "/w/abbbc", false, false],
    ["y/*", "/w/y/b/a", true, true],
    ["x/", "/w/x/a", true, true],
    ["x/", "/w/x", false, true],
    ["f/**/g", "/w/f/g", true, true],
    ["f/**/g", "/w/f/1/2/g", true, true],
    ["a[12]", "/w/a1", true, true],
    ["a[!12]", "/w/a1", false, false],
    ["a[a-c]", "/w/ab", true, true],
    ["a[]x]", "/w/a]", true, true],
    ["k\\*", "/w/k*", true, true],
    ["k\\*", "/w/kk", false, false],
    ["../x", "/x", true, true],
    [".", "/w/any", true, true],
    ["**", "/w/any/where", true, true],
    ["**", "/x", false, false],
  ];
  for (const [pattern, path, allow, deny] of cases) {
    assert.equal(matches(pattern, "allow", path), allow, `allow ${pattern} ${path}`);
    assert.equal(matches(pattern, "deny", path), deny, `deny ${pattern} ${path}`);
    assert.equal(matches(pattern, "ask", path), deny, `ask ${pattern} ${path}`);
  }
});

test("P1 a pattern that can match nothing is none", () => {
  for (const pattern of ["!x", "a[b", "a\\"]) assert.equal(matches(pattern, "deny", "/w/x"), undefined, pattern);
});

test("P4 what forbids holds in any case of letters where the file system does not tell them apart, what allows does not", () => {
  assert.equal(matches("Secrets/**", "deny", "/w/sECRETS/key"), true);
  assert.equal(matches("Secrets/**", "deny", "/w/sECRETS/key", false), false);
  assert.equal(matches("Secrets/**", "allow", "/w/secrets/key"), false);
  assert.equal(matches("caf\u00e9", "deny", "/w/cafe\u0301"), true);
});

test("P4 a rule holds for the real names of the folder it begins in, and what forbids for those it goes through", () => {
  assert.equal(matches("src/**", "allow", "/real/w/src/a"), true);
  assert.equal(matches("//tmp/x/**", "deny", "/private/tmp/x/y"), false, "only links that are there are followed");
  assert.equal(matches("//tmp/**", "deny", "/private/tmp/x/y"), true);
  assert.equal(matches("//tmp/**", "allow", "/private/tmp/x/y"), false);
});

test("P5 no pattern makes matching slow", () => {
  const started = process.cpuUsage().user;
  assert.equal(matches(`${"*a".repeat(40)}b`, "deny", `/w/${"a".repeat(4000)}`), false);
  assert.equal(matches(`${"**/a/".repeat(40)}b`, "deny", `/w/${"a/".repeat(2000)}`), false);
  assert.ok(process.cpuUsage().user - started < 500_000);
});
