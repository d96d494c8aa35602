import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryContext } from "../../../test/agent/temporary-context.ts";
import { ripgrepOrSkip } from "../../../test/lab/ripgrep-or-skip.ts";
import type { Fields } from "../../wire/fields.ts";
import { grep } from "./grep.ts";
import type { ToolContext } from "./tool.ts";

type Stage = ReturnType<typeof setUp>;

function setUp(t: TestContext, changes: Partial<ToolContext> = {}) {
  const context = temporaryContext(t, changes);
  const at = (name: string): string => join(context.cwd, name);
  return {
    ...context,
    at,
    put: (name: string, content: string | Buffer, secondsAgo = 0) => {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content);
      const time = Date.now() / 1_000 - secondsAgo;
      utimesSync(at(name), time, time);
    },
    run: (input: Fields, more: Partial<ToolContext> = {}) => grep.run(grep.read(input), { ...context, ...more }),
    grep: async (input: Fields, more: Partial<ToolContext> = {}): Promise<string> => {
      const { content } = await grep.run(grep.read(input), { ...context, ...more });
      return String(content);
    },
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

contract("Grep lists the files that match, the last changed first", async ({ put, run }) => {
  put("old.txt", "needle", 100);
  put("sub/new.txt", "a needle", 1);
  put("other.txt", "hay");
  assert.deepEqual(await run({ pattern: "needle" }), {
    content: "Found 2 files\nsub/new.txt\nold.txt",
    details: { mode: "files_with_matches", filenames: ["sub/new.txt", "old.txt"], numFiles: 2 },
  });
  assert.deepEqual(await run({ pattern: "nothing" }), {
    content: "No files found",
    details: { mode: "files_with_matches", filenames: [], numFiles: 0 },
  });
});

contract("Grep shows lines by path, with their numbers and those around them", async ({ put, grep, run }) => {
  put("b.txt", "1\n2\nneedle\n4\n5\n6\n7\n8\nneedle\nneedle\n11\n");
  put("a.txt", "a needle");
  const content = { pattern: "needle", output_mode: "content" };
  assert.deepEqual(await run(content), {
    content: "a.txt:1:a needle\nb.txt:3:needle\nb.txt:9:needle\nb.txt:10:needle",
    details: {
      mode: "content",
      numFiles: 0,
      filenames: [],
      content: "a.txt:1:a needle\nb.txt:3:needle\nb.txt:9:needle\nb.txt:10:needle",
      numLines: 4,
    },
  });
  assert.equal(
    await grep({ ...content, "-C": 1, glob: "b*" }),
    "b.txt-2-2\nb.txt:3:needle\nb.txt-4-4\n--\nb.txt-8-8\nb.txt:9:needle\nb.txt:10:needle\nb.txt-11-11",
  );
  assert.equal(
    await grep({ ...content, "-A": 1, "-B": "0", path: "b.txt", "-n": false }),
    "needle\n4\n--\nneedle\nneedle\n11",
  );
  assert.equal(await grep({ ...content, pattern: "nothing" }), "No matches found");
});

contract("Grep counts", async ({ put, run }) => {
  put("b.txt", "needle needle\nneedle\n");
  put("a.txt", "needle");
  assert.deepEqual(await run({ pattern: "needle", output_mode: "count" }), {
    content: "a.txt:1\nb.txt:2\n\nFound 3 total occurrences across 2 files.",
    details: { mode: "count", numFiles: 2, filenames: [], content: "a.txt:1\nb.txt:2", numMatches: 3 },
  });
});

contract("Grep gives a page of what was found and says so", async ({ put, run, grep }) => {
  for (const name of ["a", "b", "c", "d"]) put(`${name}.txt`, "x\nx\n", name.charCodeAt(0));
  assert.equal(await grep({ pattern: "x", head_limit: 2 }), "Found 4 files with pagination = limit: 2\na.txt\nb.txt");
  assert.equal(
    await grep({ pattern: "x", head_limit: 2, offset: 2 }),
    "Found 4 files with pagination = offset: 2\nc.txt\nd.txt",
  );
  const { content, details } = await run({ pattern: "x", output_mode: "content", head_limit: 3, offset: 1 });
  assert.equal(content, "a.txt:2:x\nb.txt:1:x\nb.txt:2:x\n\n[Showing results with pagination = limit: 3, offset: 1]");
  assert.partialDeepStrictEqual(details, { appliedLimit: 3, appliedOffset: 1, numLines: 3 });
});

contract("a hundred thousand matches are cut with a note, and counted", async ({ put, grep }) => {
  put("many.txt", "a match\n".repeat(100_000));
  const content = { pattern: "match", output_mode: "content" };
  const cut = await grep(content);
  assert.match(
    cut,
    /^many\.txt:1:a match\n[\s\S]*\nmany\.txt:250:a match\n\n\[Showing results with pagination = limit: 250\]$/,
  );
  const unlimited = await grep({ ...content, head_limit: 0 });
  assert.ok(unlimited.length < 100_000);
  assert.match(unlimited, /\[Showing results with pagination = limit: \d{4}\]$/);
  assert.match(await grep({ ...content, output_mode: "count" }), /Found 100000 total occurrences across 1 file\./);
});

contract("Grep leaves out what git ignores and git itself, not what is hidden", async ({ put, grep, at }) => {
  mkdirSync(at("repo/.git"), { recursive: true });
  put("repo/.git/config", "needle");
  put("repo/.gitignore", "*.log\n/build/\n!keep.log\ndocs/**/draft\n# comment\n\\#odd\n");
  put("repo/sub/.gitignore", "!again.log\nlocal.txt\n");
  put("repo/sub/.ignore", "quiet.txt\n");
  for (const name of [
    "a.log",
    "keep.log",
    "build/x.txt",
    "sub/build/x.txt",
    "sub/again.log",
    "sub/local.txt",
    "sub/quiet.txt",
    "docs/a/b/draft",
    "#odd",
    ".hidden/x",
    "local.txt",
  ])
    put(`repo/${name}`, "needle");
  put("no-repo/.gitignore", "*.log\n");
  put("no-repo/a.log", "needle");
  const files = async (input: Fields): Promise<string[]> =>
    (await grep({ pattern: "needle", ...input })).split("\n").slice(1).sort();
  assert.deepEqual(await files({}), [
    "no-repo/a.log",
    "repo/.hidden/x",
    "repo/keep.log",
    "repo/local.txt",
    "repo/sub/again.log",
    "repo/sub/build/x.txt",
  ]);
  // Those above the folder that is searched hold, too; a file that is named is searched whatever they say.
  assert.deepEqual(await files({ path: "repo/sub" }), ["repo/sub/again.log", "repo/sub/build/x.txt"]);
  assert.deepEqual(await files({ path: "repo/a.log" }), ["repo/a.log"]);
  assert.deepEqual(await files({ glob: "**/*" }), await files({}));
  assert.deepEqual(await files({ glob: "*.log", path: "repo" }), ["repo/a.log", "repo/keep.log", "repo/sub/again.log"]);
});

contract("Grep searches the files that glob and type choose", async ({ put, grep }) => {
  for (const name of ["a.ts", "b.tsx", "c.js", "d.py", "src/e.ts", "src/deep/f.ts", "[x].ts"]) put(name, "needle");
  const files = async (input: Fields): Promise<string[]> =>
    (await grep({ pattern: "needle", ...input })).split("\n").slice(1).sort();
  assert.deepEqual(await files({ type: "ts" }), ["[x].ts", "a.ts", "b.tsx", "src/deep/f.ts", "src/e.ts"]);
  assert.deepEqual(await files({ glob: "*.{js,py}" }), ["c.js", "d.py"]);
  assert.deepEqual(await files({ glob: "*.js,*.py" }), ["c.js", "d.py"]);
  assert.deepEqual(await files({ glob: "*.ts !src" }), ["[x].ts", "a.ts"]);
  assert.deepEqual(await files({ glob: "src/*.ts" }), ["src/e.ts"]);
  assert.deepEqual(await files({ glob: "src/**" }), ["src/deep/f.ts", "src/e.ts"]);
  assert.deepEqual(await files({ glob: "/[a-c].*" }), ["a.ts", "b.tsx", "c.js"]);
  assert.deepEqual(await files({ glob: "[!a-c].*" }), ["d.py", "src/deep/f.ts", "src/e.ts"]);
  assert.deepEqual(await files({ path: "[x].ts" }), ["[x].ts"]);
});

contract("Grep passes over binary files, however large, and reads other encodings", async ({ put, at, grep }) => {
  put("binary", Buffer.from("needle\0needle"));
  put("sparse", "needle");
  truncateSync(at("sparse"), 2 ** 30);
  put("latin.txt", Buffer.from("caf\xe9 needle\n", "latin1"));
  put("utf16.txt", Buffer.from("\ufeffa needle\r\n", "utf16le"));
  put("mark.txt", "\ufeffneedle\n");
  put("cr.txt", "needle\r\nneedle \r\n");
  const startedAt = performance.now();
  assert.equal(
    await grep({ pattern: "needle$", output_mode: "content" }),
    "cr.txt:1:needle\nlatin.txt:1:caf\ufffd needle\nmark.txt:1:needle\nutf16.txt:1:a needle",
  );
  assert.equal(
    await grep({ pattern: "^needle", output_mode: "count" }),
    "cr.txt:2\nmark.txt:1\n\nFound 3 total occurrences across 2 files.",
  );
  assert.equal(await grep({ pattern: "needle", path: "binary" }), "No files found");
  assert.equal(await grep({ pattern: "needle", path: "sparse", multiline: true }), "No files found");
  assert.ok(performance.now() - startedAt < 10_000);
});

contract("Grep searches large files to their end, and shows the beginning of long lines", async ({ put, grep }) => {
  put("large.txt", `${"filler line\n".repeat(900_000)}last needle\nafter\n`);
  put("long.txt", `needle ${"x".repeat(3_000_000)}\n`);
  assert.equal(
    await grep({ pattern: "last needle", output_mode: "content", "-C": 1, path: "large.txt" }),
    "900000-filler line\n900001:last needle\n900002-after",
  );
  const long = await grep({ pattern: "needle", output_mode: "content", path: "long.txt" });
  assert.match(long, /^1:needle x{493}\.\.\. \[truncated\]$/);
});

contract("Grep follows no link, and hangs on no pipe", async ({ root, put, at, grep }) => {
  mkdirSync(join(root, "outside"));
  writeFileSync(join(root, "outside", "secret"), "needle");
  put("in.txt", "needle");
  mkdirSync(at("sub"));
  symlinkSync("..", at("sub/loop"));
  symlinkSync(join(root, "outside"), at("out"));
  symlinkSync(join(root, "outside", "secret"), at("secret"));
  execFileSync("mkfifo", [at("pipe")]);
  assert.equal(await grep({ pattern: "needle" }), "Found 1 file\nin.txt");
  assert.equal(await grep({ pattern: "needle", path: "sub" }), "No files found");
});

contract("odd names and patterns are neither options nor separators", async ({ put, grep }) => {
  put("-e.txt", "--files\n");
  put("a:1:b.txt", "--files\n");
  put("new\nline.txt", "--files\n");
  assert.equal((await grep({ pattern: "--files" })).split("\n").length, 5);
  assert.equal(await grep({ pattern: "--files", output_mode: "content", glob: "-e*" }), "-e.txt:1:--files");
  assert.equal(await grep({ pattern: "-", path: "-e.txt" }), "Found 1 file\n-e.txt");
  assert.equal(await grep({ pattern: "--files", output_mode: "content", glob: "a*" }), "a:1:b.txt:1:--files");
});

contract("files that the rules do not let be read are left out", async ({ put, at, grep }) => {
  put("open.txt", "needle");
  put("secret.txt", "needle");
  const mayRead = (path: string): boolean => path !== at("secret.txt");
  for (const [output_mode, found] of [
    ["files_with_matches", "Found 1 file\nopen.txt"],
    ["content", "open.txt:1:needle\n"],
    ["count", "open.txt:1\n\nFound 1 total occurrence across 1 file."],
  ] as const) {
    assert.equal(
      await grep({ pattern: "needle", output_mode }, { mayRead }),
      `${found}\n[Left out by permission rules: 1 file]`,
    );
  }
});

contract("Grep tells what it cannot do", async ({ put, run }) => {
  put("a.txt", "a");
  for (const [input, reason] of [
    [{ pattern: "a", type: "nosuch" }, /unrecognized file type: nosuch/],
    [{ pattern: "a", path: "nowhere" }, /Path does not exist: nowhere\. Note: your current working directory/],
    [{ pattern: "a", path: "/dev/null" }, /neither a folder nor a regular file/],
    [{ pattern: "a", glob: "{a" }, /unclosed/],
  ] as const) {
    const { content, isError } = await run(input);
    assert.equal(isError, true);
    assert.match(String(content), reason);
  }
});

contract("a folder that cannot be read is noted, and the rest is searched", async ({ root, put, at, grep, env }) => {
  put("open/a.txt", "needle");
  put("closed/b.txt", "needle");
  put("secret.txt", "needle");
  const close = (): void => {
    chmodSync(at("closed"), 0);
    chmodSync(at("secret.txt"), 0);
  };
  const expected = "Found 1 file\nopen/a.txt\n[Not searched: closed: Permission denied; secret.txt: Permission denied]";
  if (process.getuid?.() !== 0) {
    close();
    assert.equal(await grep({ pattern: "needle" }), expected);
    return chmodSync(at("closed"), 0o700);
  }
  // Nothing is closed to root: somebody else searches.
  for (const folder of [root, at("."), at("open")]) chmodSync(folder, 0o755);
  close();
  const tool = join(import.meta.dirname, "grep.ts");
  const context = { cwd: at("."), directories: [], env: { PATH: readableCopy(root, env.PATH) }, outputFolder: root };
  const program = `const { grep } = await import(${JSON.stringify(tool)});
    const context = { ...${JSON.stringify(context)}, signal: new AbortController().signal, mayRead: () => true, tasks: { adopt() {} } };
    console.log((await grep.run(grep.read({ pattern: "needle" }), context)).content);`;
  const told = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    uid: 65_534,
    gid: 65_534,
    env: {},
  });
  assert.equal(told.toString().trim(), expected);
});

/** The lab's cache is not for everyone to read. */
function readableCopy(root: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const folder = join(root, "bin");
  mkdirSync(folder);
  writeFileSync(join(folder, "rg"), readFileSync(join(path, "rg")), { mode: 0o755 });
  return folder;
}

test("G5 an interrupt ends a running ripgrep with all it started", { timeout: 20_000 }, async (t) => {
  const { root, run } = setUp(t);
  const bin = join(root, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "rg"), `#!/bin/sh\n/bin/sleep 60 &\necho $! > ${root}/pid\nwait\n`, { mode: 0o755 });
  const turn = new AbortController();
  const running = run({ pattern: "x" }, { signal: turn.signal, env: { PATH: bin } });
  while (!existsSync(join(root, "pid")) || readFileSync(join(root, "pid"), "utf8") === "") await sleep(10);
  const startedAt = performance.now();
  turn.abort();
  await assert.rejects(running, { name: "AbortError" });
  assert.ok(performance.now() - startedAt < 1_000);
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", readFileSync(join(root, "pid"), "utf8").trim()]);
  // Without an init to reap it a dead one stays as a zombie.
  assert.match(stdout.toString(), /^(Z.*)?\s*$/);
});

test("G5 an interrupt ends an expression that would run for ever", { timeout: 20_000 }, async (t) => {
  const { put, run } = setUp(t, { env: {} });
  put("a.txt", `${"a".repeat(60)}b`);
  const turn = new AbortController();
  const running = run({ pattern: "^(a|a)*$" }, { signal: turn.signal });
  await sleep(500);
  const startedAt = performance.now();
  turn.abort();
  await assert.rejects(running, { name: "AbortError" });
  assert.ok(performance.now() - startedAt < 1_000);
});

test("G5 searches may run beside each other", () => {
  assert.equal(grep.isConcurrencySafe(grep.read({ pattern: "x" })), true);
});
