import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { workerSearch } from "./worker-search.ts";

test("G5 an expression that would run for ever is ended after its time", { timeout: 20_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "bridle-search-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "a.txt"), `${"a".repeat(60)}b`);
  const startedAt = performance.now();
  const end = await workerSearch.run(
    {
      kind: "matching",
      within: { folder, globs: [], honoursIgnoreFiles: true },
      text: { pattern: "^(a|a)*$", ignoreCase: false, multiline: false },
    },
    { found: () => {}, signal: new AbortController().signal, timeoutMs: 500 },
  );
  assert.deepEqual(end, { unreadable: [], timedOut: true });
  assert.ok(performance.now() - startedAt < 3_000);
});
