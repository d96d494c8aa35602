import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type Needs, needsOf } from "../scripts/test/needs-of.ts";

const runner = join(import.meta.dirname, "..", "scripts", "test.ts");

/** Runs `npm test`'s script on a file with this source. */
function runFile(
  source: string,
  ...args: readonly string[]
): { readonly status: number | null; readonly said: string } {
  const folder = mkdtempSync(join(tmpdir(), "bridle-runner-"));
  try {
    const file = join(folder, "some.test.mjs");
    writeFileSync(file, source.replaceAll("FOLDER", folder));
    // A test that runs tests would be taken for a part of them.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, [runner, ...args, file], { env, encoding: "utf8" });
    return { status, said: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What it said last: from the headline on. */
function ending(said: string): string {
  return said.slice(said.lastIndexOf("\nTests failed") + 1);
}

test("npm test ends with the titles of what failed, not with those of their groups", () => {
  const { status, said } = runFile(`
    import { describe, test } from "node:test";
    test("this one holds", () => {});
    test("this one fails", () => { throw new Error("no"); });
    describe("a group", () => test("and this one within", () => { throw new Error("no"); }));
  `);
  assert.equal(status, 1);
  const lines = ending(said).trim().split("\n");
  assert.equal(lines.length, 3);
  assert.match(lines[1] ?? "", /^ {2}✖ this one fails {2}\(.*some\.test\.mjs:4\)$/);
  assert.match(lines[2] ?? "", /^ {2}✖ and this one within /);
});

test("npm test names a file that fails before its first test", () => {
  const { status, said } = runFile(`throw new Error("at import");`);
  assert.equal(status, 1);
  assert.match(ending(said), /✖ .*some\.test\.mjs$/m);
});

test("npm test -- --repeat N FILE runs it N times and says how often each test failed", () => {
  const { status, said } = runFile(
    `
    import { appendFileSync, readFileSync } from "node:fs";
    import { test } from "node:test";
    test("every second time", () => {
      appendFileSync("FOLDER/count", "x");
      if (readFileSync("FOLDER/count", "utf8").length % 2 === 0) throw new Error("no");
    });
  `,
    "--repeat",
    "4",
  );
  assert.equal(status, 1);
  assert.match(said, /Run 4 of 4/);
  assert.match(ending(said), /^Tests failed in 2 of 4 runs:\n {2}✖ every second time .* {2}2 times$/m);
});

test("npm test says what --repeat needs", () => {
  for (const args of [
    ["--repeat"],
    ["--repeat", "often", "x.test.ts"],
    ["--repeat=0", "x.test.ts"],
    ["--repeat", "3"],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [runner, ...args], { encoding: "utf8" });
    assert.equal(status, 2, args.join(" "));
    assert.match(stderr, /npm test -- --repeat N FILE/);
  }
});

test("npm test -- --quick chooses its tests itself", () => {
  const { status, stderr } = spawnSync(process.execPath, [runner, "--quick", "x.test.ts"], { encoding: "utf8" });
  assert.equal(status, 2);
  assert.match(stderr, /npm test -- --quick$/m);
});

const needs: readonly (readonly [Needs, source: string, what: string])[] = [
  ["thread", 'import { value } from "./computes.ts";', "only computes"],
  ["thread", 'import type { Server } from "node:http";', "names a type of what starts things"],
  ["process", 'import { spawn } from "node:child_process";', "starts processes"],
  ["process", 'import { value } from "./starts.ts";', "imports a file that does"],
  ["process", 'import {\n  value,\n} from "./imports-it.ts";', "imports one that imports one"],
  ["process", 'export * from "./starts.ts";', "passes one on"],
  ["process", 'const { value } = await import("./starts.ts");', "imports one late"],
  ["process", 'process.env.HOME = "/nowhere";', "changes the environment"],
  ["process", "afterEach(() => clean());", "has hooks, which would be those of other files, too"],
  ["process", "t.mock.timers.enable();", "changes the clock"],
  ["core", 'import { chromium } from "playwright-core";', "opens a browser"],
  ["machine", '// Runs alone: it measures time.\nimport { value } from "./computes.ts";', "says that it runs alone"],
];

for (const [expected, source, what] of needs)
  test(`a file of tests that ${what} needs a ${expected}`, () => {
    const folder = mkdtempSync(join(tmpdir(), "bridle-runner-"));
    try {
      writeFileSync(join(folder, "computes.ts"), "export const value = 1;");
      writeFileSync(join(folder, "starts.ts"), 'import "node:worker_threads";\nexport const value = 1;');
      writeFileSync(join(folder, "imports-it.ts"), 'export { value } from "./starts.ts";');
      writeFileSync(join(folder, "some.test.ts"), source);
      assert.equal(needsOf(join(folder, "some.test.ts")), expected);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

test("a run of all tests is told as one, with one summary, and names what failed in files that share a process", () => {
  const folder = mkdtempSync(join(tmpdir(), "bridle-runner-"));
  const at = (name: string): string => join(folder, name);
  const step = (name: string): object => ({ files: [at(name)], atOnce: 1 });
  const script = (name: string): string => JSON.stringify(join(import.meta.dirname, "..", "scripts", "test", name));
  try {
    const good = 'import { test } from "node:test";\ntest("holds", () => {});\n';
    writeFileSync(at("first.test.mjs"), good);
    writeFileSync(at("broken.test.mjs"), 'throw new Error("at import");');
    writeFileSync(at("second.test.mjs"), `${good}test("fails", () => { throw new Error("no"); });`);
    writeFileSync(at("alone.test.mjs"), `${good}test("is left out", { skip: true }, () => {});`);
    const files = JSON.stringify(["first", "broken", "second"].map((name) => at(`${name}.test.mjs`)));
    writeFileSync(at("shared.mjs"), `import loadTests from ${script("load-tests.ts")};\nawait loadTests(${files});`);
    const plan = JSON.stringify({ steps: [step("shared.mjs"), step("alone.test.mjs")] });
    const tell = `console.log("\\nresult " + JSON.stringify(await runPlan(${plan}, new AbortController().signal)));`;
    writeFileSync(at("run.mjs"), `import { runPlan } from ${script("run-plan.ts")};\n${tell}`);
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout } = spawnSync(process.execPath, [at("run.mjs")], { env, cwd: folder, encoding: "utf8" });
    const counts = { tests: 6, suites: 0, pass: 3, fail: 2, cancelled: 0, skipped: 1, todo: 0 };
    for (const [name, count] of Object.entries(counts))
      assert.deepEqual(stdout.match(new RegExp(`^ℹ ${name} .*`, "gm")), [`ℹ ${name} ${count}`]);
    assert.equal(stdout.split("failing tests:").length, 2, "once, at the end");
    const { isGreen, failed } = JSON.parse(stdout.split("\nresult ")[1] ?? "");
    assert.equal(isGreen, false);
    assert.match(failed[0], /^broken\.test\.mjs/);
    assert.match(failed[1], /^fails {2}\(second\.test\.mjs:3\)$/);
    assert.equal(failed.length, 2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
