import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");

/** Without arguments it waits for a host; the SDK drives it in test/agent/own-agent.test.ts. */
const needed: { readonly [example: string]: readonly string[] } = { "own-agent.ts": ["-p", "hello"] };

for (const example of readdirSync(join(root, "examples"))) {
  test(`examples/${example} runs on the built package and checks itself`, () => {
    const { status, stderr } = spawnSync(process.execPath, [join("examples", example), ...(needed[example] ?? [])], {
      cwd: root,
      encoding: "utf8",
    });
    assert.equal(status, 0, stderr);
  });
}
