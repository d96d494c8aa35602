import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");
const importOf = /^(?:import|export)\b[^"';]*?from\s+"(\.[^"]+)"|^import\s+"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm;

test("D13 everything in src/ is part of what ships; what only tests need is in test/", () => {
  const build = readFileSync(join(root, "scripts/build.ts"), "utf8");
  const entries = [...build.matchAll(/"(src\/[^"]+\.ts)"/g)].map(([, path]) => path ?? "");
  assert.ok(entries.length > 10, "the entries of the build are found");
  const reached = new Set<string>();
  const reach = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const [, from, bare, lazy] of readFileSync(join(root, path), "utf8").matchAll(importOf))
      reach(join(dirname(path), from ?? bare ?? lazy ?? ""));
  };
  for (const entry of entries) reach(entry);
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    // Declarations for a package that has none are read by the compiler alone.
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|d)\.ts$/.test(path))
    .map((path) => join("src", path));
  assert.deepEqual(
    sources.filter((path) => !reached.has(path)),
    [],
  );
});
