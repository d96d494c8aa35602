import assert from "node:assert/strict";
import { test } from "node:test";
import { compareVersions, inRange, version } from "../util/version.ts";
import { changes } from "./adapters.ts";
import { compatibilityOf, parseModeOf } from "./compatibility.ts";
import { releases, testedRange } from "./matrix.ts";
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
  assert.equal(level("2.0.75"), "DEGRADED");
  assert.equal(level("2.0.76"), "FULLY_COMPATIBLE");
  assert.equal(level(newest), "FULLY_COMPATIBLE");
  assert.equal(level(releases[0].to), "LIKELY_COMPATIBLE");
  assert.equal(level("3.0.0"), "LIKELY_COMPATIBLE");
});

test("C3 a degraded version names what it lacks and what is done without", () => {
  const { missing, message } = compatibilityOf(version("1.0.77"));
  assert.deepEqual(
    missing.map((feature) => feature.name),
    ["hooks", "in-process MCP tools", "partial messages", "questions"],
  );
  assert.match(message, /hooks/);
  for (const { workaround } of missing) assert.ok(workaround.length > 0);
});

test("C2 the matrix is data with half-open ranges that cover the tested range without a gap", () => {
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
  assert.deepEqual(testedRange.from, version("1.0.64"));
  for (const [index, { since, absentIn }] of changes.entries()) {
    const before = changes[index - 1];
    if (before !== undefined) assert.ok(compareVersions(version(before.since), version(since)) < 0, since);
    if (absentIn !== undefined) assert.ok(compareVersions(version(absentIn), version(since)) < 0, since);
  }
});

test("C6 parsing is strict inside the tested range and tolerant outside it", () => {
  assert.equal(parseModeOf(version("1.0.64")), "strict");
  assert.equal(parseModeOf(version(newest)), "strict");
  assert.equal(parseModeOf(version(releases[0].to)), "tolerant");
  assert.equal(parseModeOf(version("1.0.60")), "tolerant");
  assert.equal(parseModeOf(undefined), "tolerant");
});

test("C7 the start-up notice says what was found, tested, adapted and new, and what to do", () => {
  const { code, level, message: text } = compatibilityNotice(compatibilityOf(version("1.0.86")), "0.1.0");
  assert.deepEqual([code, level], ["compatibility", "warn"]);
  assert.match(text, /Claude Code 1\.0\.86 \(Bridle 0\.1\.0 is tested with \[1\.0\.64, /);
  assert.match(text, /COMPATIBILITY: DEGRADED/);
  assert.match(text, /Adapter: claude-code 1\.0\.85, for \[1\.0\.85, 1\.0\.95\)/);
  assert.match(text, /Without partial messages: /);
  assert.match(text, /New with this adapter: set_permission_mode/);
  assert.match(text, /Recommendation: update Claude Code/);
});

test("C7 every level has a notice, and only a compatible version needs nothing done", () => {
  for (const text of [undefined, "1.0.24", "1.0.64", newest, "9.9.9"]) {
    const found = compatibilityOf(text === undefined ? undefined : version(text));
    const recommends = compatibilityNotice(found, "0.1.0").message.includes("Recommendation: ");
    assert.equal(recommends, found.level !== "FULLY_COMPATIBLE", found.level);
  }
});
