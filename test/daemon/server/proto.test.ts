import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..", "..", "..");
const bin = join(root, "node_modules", ".bin");

function buf(...args: string[]): string {
  // A home of its own: buf keeps a cache there.
  const env = { PATH: `${bin}${delimiter}${process.env.PATH}`, HOME: mkdtempSync(join(tmpdir(), "bridle-buf-")) };
  return execFileSync(join(bin, "buf"), args, { cwd: root, env, encoding: "utf8", stdio: "pipe" });
}

function filesOf(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith("s"));
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

test("D6 the protos keep buf's rules", () => {
  buf("lint");
});

// Renewed at every release: npx buf build -o proto/baseline.binpb
test("D6 nothing in the protos breaks clients of the last release", () => {
  buf("breaking", "--against", "proto/baseline.binpb");
});

test("D6 the generated code is that of the protos as they are", () => {
  const fresh = mkdtempSync(join(tmpdir(), "bridle-generated-"));
  buf("generate", "--output", fresh);
  assert.deepEqual(filesOf(join(root, "src", "api", "gen")), filesOf(join(fresh, "src", "api", "gen")));
});
