import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";

const root = join(import.meta.dirname, "..");
const folder = join(root, "dist.new", "readme");
after(() => rmSync(join(root, "dist.new"), { recursive: true, force: true }));

/** What the snippets take for granted. */
const given =
  'import type { ChildProcessWithoutNullStreams } from "node:child_process";\ndeclare const child: ChildProcessWithoutNullStreams;\n';

test("every snippet of the README and the pages is code that type-checks against the built package", () => {
  const pages = globSync(["README.md", "docs/*.md"], { cwd: root }).map((page) =>
    readFileSync(join(root, page), "utf8"),
  );
  const snippets = pages.flatMap((page) => [...page.matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1] ?? ""));
  assert.ok(snippets.length >= 5);
  mkdirSync(folder, { recursive: true });
  const files = snippets.map((snippet, index) => {
    writeFileSync(join(folder, `snippet-${index}.ts`), given + snippet);
    return `snippet-${index}.ts`;
  });
  writeFileSync(join(folder, "others.d.ts"), 'declare module "@anthropic-ai/claude-agent-sdk";\n');
  const options = {
    extends: "../../tsconfig.json",
    compilerOptions: { noUnusedLocals: false },
    files: [...files, "others.d.ts"],
    include: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options));
  const { status, stdout } = spawnSync(join(root, "node_modules", ".bin", "tsc"), ["-p", folder], { encoding: "utf8" });
  assert.equal(status, 0, stdout);
});
