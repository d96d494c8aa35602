import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { bridle } from "./run-bridle.ts";

test("an input that is no object of JSON is a wrong command line, with or without a daemon", (t) => {
  const home = mkdtempSync(join(tmpdir(), "bridle-usage-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const env = { PATH: process.env.PATH, HOME: home, BRIDLE_HOME: join(home, "b") };
  for (const input of ["not json", "[]", "1", "null", '"x"', "{"]) {
    const { status, stderr } = bridle(["permissions", "why", "--tool", "Read", input], { env });
    assert.deepEqual([status, /is a JSON object/.test(stderr)], [2, true], `${input}: ${stderr}`);
  }
});
