import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporaryContext } from "../../../test/agent/temporary-context.ts";
import { ripgrepOrSkip } from "../../../test/lab/ripgrep-or-skip.ts";
import type { Fields } from "../../wire/fields.ts";
import { glob } from "./glob.ts";
import type { ToolContext } from "./tool.ts";

type Stage = ReturnType<typeof setUp>;

function setUp(t: TestContext, changes: Partial<ToolContext> = {}) {
  const context = temporaryContext(t, changes);
  const at = (name: string): string => join(context.cwd, name);
  const run = (input: Fields, more: Partial<ToolContext> = {}) =>
    glob.run(glob.read(glob.fromModel?.(input) ?? input), { ...context, ...more });
  return {
    ...context,
    at,
    run,
    put: (name: string, secondsAgo = 0) => {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), "");
      const time = 1_700_000_000 - secondsAgo;
      utimesSync(at(name), time, time);
    },
    glob: async (pattern: string, more: Fields = {}): Promise<string[]> =>
      String((await run({ pattern, ...more })).content).split("\n"),
  };
}

/** A test with ripgrep and one without. */
function contract(title: string, play: (stage: Stage, t: TestContext) => Promise<void>): void {
  test(`G5 ${title} (ripgrep)`, { timeout: 60_000 }, async (t) => {
    const rg = await ripgrepOrSkip(t, "2.0.76");
    if (rg !== undefined) await play(setUp(t, { env: { PATH: dirname(rg) } }), t);
  });
  test(`G5 ${title} (without ripgrep)`, { timeout: 60_000 }, (t) => play(setUp(t, { env: {} }), t));
}

contract("Glob lists files, the last changed first", async ({ put, run }) => {
  put("old.ts", 100);
  put("sub/new.ts", 1);
  put("same-b.ts", 50);
  put("same-a.ts", 50);
  put("other.js");
  const { content, details } = await run({ pattern: "**/*.ts" });
  const filenames = ["sub/new.ts", "same-a.ts", "same-b.ts", "old.ts"];
  assert.equal(content, filenames.join("\n"));
  assert.partialDeepStrictEqual(details, { filenames, numFiles: 4, truncated: false });
  assert.equal((await run({ pattern: "*.py" })).content, "No files found");
});

contract("Glob knows braces, classes and folders, and finds what is hidden or ignored", async ({ put, glob, at }) => {
  const names = [
    "a.ts",
    "b.tsx",
    "c.js",
    ".env",
    "src/d.ts",
    "src/x/e.test.ts",
    "node_modules/p/f.ts",
    "[z].ts",
    "dist/g.ts",
  ];
  for (const [index, name] of names.entries()) put(name, index);
  mkdirSync(at(".git"));
  put(".git/h.ts");
  writeFileSync(at(".gitignore"), "dist\n");
  assert.deepEqual(await glob("**/*.ts"), ["a.ts", "src/d.ts", "src/x/e.test.ts", "[z].ts", "dist/g.ts"]);
  assert.deepEqual(await glob("*.{tsx,js}"), ["b.tsx", "c.js"]);
  assert.deepEqual(await glob("src/*.ts"), ["src/d.ts"]);
  assert.deepEqual(await glob("src/**"), ["src/d.ts", "src/x/e.test.ts"]);
  assert.deepEqual(await glob("**/x/*"), ["src/x/e.test.ts"]);
  assert.deepEqual(await glob("[a-b].ts*"), ["a.ts", "b.tsx"]);
  assert.deepEqual(await glob("?.js"), ["c.js"]);
  assert.deepEqual(await glob("\\[z\\].ts"), ["[z].ts"]);
  assert.deepEqual(await glob(".env"), [".env"]);
  assert.deepEqual(await glob("node_modules/**/*.ts"), ["node_modules/p/f.ts"]);
  assert.deepEqual(await glob("**/*.ts", { path: "src" }), ["src/d.ts", "src/x/e.test.ts"]);
  assert.deepEqual(await glob("**/*.ts", { path: "node_modules/p" }), ["node_modules/p/f.ts"]);
  assert.deepEqual(await glob(at("src/**/*.ts")), ["src/d.ts", "src/x/e.test.ts"]);
});

contract("of many files Glob lists a hundred and says so, and follows no link", async ({ root, put, glob, at }) => {
  mkdirSync(join(root, "outside"));
  writeFileSync(join(root, "outside", "secret.txt"), "");
  put("files/0.txt");
  symlinkSync("..", at("files/loop"));
  symlinkSync(join(root, "outside"), at("files/out"));
  symlinkSync(join(root, "outside", "secret.txt"), at("files/link.txt"));
  assert.deepEqual(await glob("**/*.txt"), ["files/0.txt"]);
  for (let index = 1; index < 3_000; index++) put(`files/${index}.txt`, index);
  const found = await glob("*.txt");
  assert.equal(found.length, 101);
  assert.deepEqual([found[0], found[99]], ["files/0.txt", "files/99.txt"]);
  assert.equal(found[100], "(Results are truncated. Consider using a more specific path or pattern.)");
});

contract("Glob leaves out what the rules do not let be read", async ({ put, at, run }) => {
  put("open.txt");
  put("secret.txt");
  const mayRead = (path: string): boolean => path !== at("secret.txt");
  assert.equal((await run({ pattern: "*" }, { mayRead })).content, "open.txt\n[Left out by permission rules: 1 file]");
});

test("G5 Glob tells what it cannot do", async (t) => {
  const { put, run } = setUp(t);
  put("a.txt");
  for (const [input, reason] of [
    [{ pattern: "*", path: "nowhere" }, /Path does not exist: nowhere/],
    [{ pattern: "*", path: "a.txt" }, /Path is not a directory: a\.txt/],
    [{ pattern: "../*" }, /must be relative to the folder/],
    [{ pattern: "/etc/*", path: "." }, /must be relative to the folder/],
    [{ pattern: "{a" }, /unclosed/],
  ] as const) {
    const { content, isError } = await run(input);
    assert.equal(isError, true);
    assert.match(String(content), reason);
  }
});

test("G5 the folder of an absolute pattern is the one that is asked about", () => {
  const asked = (pattern: string) => glob.fromModel?.({ pattern });
  assert.deepEqual(asked("/etc/*.conf"), { pattern: "*.conf", path: "/etc" });
  assert.deepEqual(asked("/*"), { pattern: "*", path: "/" });
  assert.deepEqual(asked("~/.ssh/id_*"), { pattern: "id_*", path: "~/.ssh" });
  assert.deepEqual(asked("/etc/passwd"), { pattern: "passwd", path: "/etc" });
  assert.deepEqual(asked("**/*.ts"), { pattern: "**/*.ts" });
});

test("G5 an interrupt ends a search for files", async (t) => {
  const { run } = setUp(t);
  await assert.rejects(run({ pattern: "*" }, { signal: AbortSignal.abort() }), { name: "AbortError" });
});
