import assert from "node:assert/strict";
import { test } from "node:test";
import { instructionImports, looksLikePath } from "./instruction-imports.ts";

test("G5 imports are the paths behind an @ that begins a word, without what ends the sentence", () => {
  const cases: readonly [string, readonly string[]][] = [
    ["see @docs/a.md and @./b.md.", ["docs/a.md", "./b.md"]],
    ["@~/own.md", ["~/own.md"]],
    ["(@README.md) mail me@example.org", []],
    ["@a.md#part, @a.md again", ["a.md"]],
    ["@with\\ space.md", ["with space.md"]],
    ["- @list.md\n\n@last.md", ["list.md", "last.md"]],
    ["@ nothing", []],
  ];
  for (const [text, paths] of cases) assert.deepEqual(instructionImports(text), paths, text);
});

test("G5 what stands in code imports nothing", () => {
  const text = [
    "`@a.md` and ``@b.md ` @b.md``",
    "```md",
    "@c.md",
    "````",
    "@d.md",
    "~~~",
    "@e.md",
    "```",
    "@e.md",
    "~~~",
    "@f.md",
  ].join("\n");
  assert.deepEqual(instructionImports(text), ["d.md", "f.md"]);
  assert.deepEqual(instructionImports("```\n@never.closed"), []);
});

test("G5 a path is told from a name by its slash or its ending", () => {
  for (const path of ["a.md", "docs/a.txt", "./a", "../a", "/a", "~/a"]) assert.ok(looksLikePath(path), path);
  for (const name of ["param", "anthropic-ai/sdk", "someone"]) assert.ok(!looksLikePath(name), name);
});
