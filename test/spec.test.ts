import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");
const numbers = [...readFileSync(join(root, "docs/spec.md"), "utf8").matchAll(/^- \*\*([A-Z]\d+)\*\*/gm)].map(
  (match) => match[1] ?? "",
);

/** The numbers that titles of tests and scenarios begin with, each with a file that does so. */
function numbersOfTitles(): ReadonlyMap<string, string> {
  const files = globSync(["src/**/*.test.ts", "web/**/*.test.ts", "test/**/*.ts"], { cwd: root });
  const found = files.flatMap((file) => {
    const titles = readFileSync(join(root, file), "utf8").matchAll(
      /\b(?:(?:\w*(?:[tT]est|[sS]uite)\w*|check|describe)(?:\.\w+)?\(|title:)\s*["'`]((?:[A-Z]\d+ )+)/g,
    );
    return [...titles].flatMap((title) => (title[1] ?? "").trim().split(" ")).map((number) => [number, file] as const);
  });
  assert.ok(found.length > 2000, "the titles are found");
  return new Map(found);
}

test("every number that a title begins with is in docs/spec.md", () => {
  const unknown = [...numbersOfTitles()].filter(([number]) => !numbers.includes(number));
  assert.deepEqual(unknown, []);
});

test("docs/spec.md counts the lines of each part from one, and has none twice", () => {
  const parts = Map.groupBy(numbers, (number) => number.slice(0, 1));
  assert.equal([...parts.keys()].join(""), "WCHGPDUKLX");
  const counted = [...parts].flatMap(([part, lines]) => lines.map((_, index) => `${part}${index + 1}`));
  assert.deepEqual(numbers, counted);
});
