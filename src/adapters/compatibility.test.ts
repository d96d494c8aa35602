import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compareVersions, inRange, version } from "../util/version.ts";
import { changes } from "./adapters.ts";
import { compatibilityOf, parseModeOf } from "./compatibility.ts";
import { releases, supportedRange } from "./matrix.ts";
import { matrixRows } from "./matrix-rows.ts";
import { compatibilityNotice } from "./startup-notice.ts";

/** The newest version that was verified. */
const newest = releases[0].verified.at(-1)?.version ?? "";

test("C3 levels: unknown, too old, degraded, fully compatible, newer than tested", () => {
  const level = (text: string | undefined): string =>
    compatibilityOf(text === undefined ? undefined : version(text)).level;
  assert.equal(level(undefined), "UNKNOWN");
  assert.equal(level("1.0.63"), "INCOMPATIBLE");
  assert.equal(level("1.0.64"), "DEGRADED");
  assert.equal(level("2.0.70"), "DEGRADED");
  assert.equal(level("2.1.88"), "DEGRADED");
  assert.equal(level("2.1.89"), "FULLY_COMPATIBLE");
  assert.equal(level(newest), "FULLY_COMPATIBLE");
  assert.equal(level(releases[0].to), "LIKELY_COMPATIBLE");
  assert.equal(level("3.0.0"), "LIKELY_COMPATIBLE");
});

test("C3 a degraded version names what it lacks and what is done without", () => {
  const { missing, message } = compatibilityOf(version("1.0.77"));
  assert.deepEqual(
    missing.map((feature) => feature.name),
    ["hooks", "in-process MCP tools", "partial messages", "questions", "deferred tool calls"],
  );
  assert.match(message, /hooks/);
  for (const { workaround } of missing) assert.ok(workaround.length > 0);
});

test("C2 the matrix is data with half-open ranges that cover the supported range without a gap", () => {
  const rows = matrixRows();
  assert.equal(rows[0]?.from, releases[0].from);
  assert.equal(rows.at(-1)?.to, releases[0].to);
  for (const [index, row] of rows.entries()) if (index > 0) assert.equal(row.from, rows[index - 1]?.to);
});

test("C2 every adapter of the matrix was verified with a version of its own range, with date and means", () => {
  for (const { adapter, from, to, verified } of matrixRows()) {
    assert.ok(verified.length > 0, adapter);
    for (const { version: v, on, how } of verified) {
      assert.ok(inRange({ from: version(from), to: version(to) }, version(v)));
      assert.match(on, /^\d{4}-\d\d-\d\d$/);
      assert.ok(how.length > 0);
    }
  }
});

test("C2 1.0.64 is the oldest version supported, and the changes are in order", () => {
  assert.deepEqual(supportedRange.from, version("1.0.64"));
  for (const [index, { since, absentIn }] of changes.entries()) {
    const before = changes[index - 1];
    if (before !== undefined) assert.ok(compareVersions(version(before.since), version(since)) < 0, since);
    if (absentIn !== undefined) assert.ok(compareVersions(version(absentIn), version(since)) < 0, since);
  }
});

test("C6 parsing is strict inside the supported range and tolerant outside it", () => {
  assert.equal(parseModeOf(version("1.0.64")), "strict");
  assert.equal(parseModeOf(version(newest)), "strict");
  assert.equal(parseModeOf(version(releases[0].to)), "tolerant");
  assert.equal(parseModeOf(version("1.0.60")), "tolerant");
  assert.equal(parseModeOf(undefined), "tolerant");
});

test("C3 C7 tested is said only of versions that were run", () => {
  const recorded = readdirSync(join(import.meta.dirname, "../../test/fixtures")).filter((name) => /^\d/.test(name));
  for (const v of everyVersion()) {
    const { tested, message } = compatibilityOf(version(v));
    const wasRun = recorded.includes(v) && inRange(supportedRange, version(v));
    assert.equal(tested, wasRun, v);
    assert.equal(new RegExp(`Claude Code ${v} was tested`).test(message), wasRun, message);
  }
  assert.match(
    compatibilityOf(version("2.1.200")).message,
    /2\.1\.200 was not tested itself; 2\.1\.197 and 2\.1\.250 were/,
  );
});

test("C7 the start-up notice is one line when all is well", () => {
  const { level, message } = compatibilityNotice(compatibilityOf(version("2.1.325")), "0.1.0");
  assert.deepEqual([level, message], ["info", "Claude Code 2.1.325 was tested. FULLY_COMPATIBLE with Bridle 0.1.0."]);
});

test("C7 the start-up notice says what is adapted, what is really new, what to update and where the docs are", () => {
  const noticeOf = (v: string): string => compatibilityNotice(compatibilityOf(version(v)), "0.1.0").message;
  const old = noticeOf("1.0.86");
  assert.match(old, /^COMPATIBILITY: DEGRADED\n/);
  assert.match(old, /Bridle 0\.1\.0 supports Claude Code \[1\.0\.64, /);
  assert.match(old, /Adapted:\n {2}- it is spoken to as Claude Code \[1\.0\.85, 1\.0\.93\) wants it\n/);
  assert.match(old, / {2}- without partial messages: text arrives in whole blocks\n/);
  assert.match(old, /To do: update Claude Code to get in-process MCP tools, /);
  // What came with an adapter of two years ago is news to nobody.
  assert.ok(!old.includes("New"), old);
  const newer = noticeOf("9.9.9");
  assert.match(newer, /New:\n {2}- what 9\.9\.9 says that Bridle does not know is passed on as it is, and counted\n/);
  assert.match(newer, /as to Claude Code 2\.1\.325, the newest that Bridle knows/);
  assert.match(newer, /To do: update Bridle/);
  for (const notice of [old, newer]) assert.match(notice, /Documentation: docs\/compatibility\.md/);
  assert.ok(existsSync(join(import.meta.dirname, "../../docs/compatibility.md")));
});

test("C7 every level but the best has something to do", () => {
  for (const text of [undefined, "1.0.24", "1.0.64", newest, "9.9.9"]) {
    const found = compatibilityOf(text === undefined ? undefined : version(text));
    const recommends = compatibilityNotice(found, "0.1.0").message.includes("To do: ");
    assert.equal(recommends, found.level !== "FULLY_COMPATIBLE", found.level);
  }
});

/** Released or not: nobody may be misled about any. */
function everyVersion(): string[] {
  const patches = (series: string, from: number, to: number): string[] =>
    Array.from({ length: to - from + 1 }, (_, index) => `${series}.${from + index}`);
  return [...patches("1.0", 20, 130), ...patches("2.0", 0, 80), ...patches("2.1", 0, 330)];
}
