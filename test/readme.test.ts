import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";

const root = join(import.meta.dirname, "..");
const folder = join(root, "dist.new", "readme");
after(() => rmSync(join(root, "dist.new"), { recursive: true, force: true }));

/** What the snippets take for granted. */
const given =
  'import type { ChildProcessWithoutNullStreams } from "node:child_process";\ndeclare const child: ChildProcessWithoutNullStreams;\n';

test("every snippet of the README is code that type-checks against the built package", () => {
  const snippets = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/```ts\n(.*?)```/gs)].map(
    (match) => match[1] ?? "",
  );
  assert.ok(snippets.length >= 3);
  mkdirSync(folder, { recursive: true });
  const files = snippets.map((snippet, index) => {
    writeFileSync(join(folder, `snippet-${index}.ts`), given + snippet);
    return `snippet-${index}.ts`;
  });
  const options = { extends: "../../tsconfig.json", compilerOptions: { noUnusedLocals: false }, files, include: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options));
  const { status, stdout } = spawnSync(join(root, "node_modules", ".bin", "tsc"), ["-p", folder], { encoding: "utf8" });
  assert.equal(status, 0, stdout);
});
