import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporaryContext } from "../../../test/agent/temporary-context.ts";
import type { Fields } from "../../wire/fields.ts";
import { read } from "./read.ts";

function setUp(t: TestContext) {
  const context = temporaryContext(t);
  return {
    ...context,
    put: (name: string, content: string | Buffer) => writeFileSync(join(context.cwd, name), content),
    read: (input: Fields) => read.run(read.read(input), context),
  };
}

function textOf(output: { content: unknown }): string {
  assert.ok(typeof output.content === "string");
  return output.content;
}

test("G5 Read numbers the lines and tells the same as an object", async (t) => {
  const { cwd, put, read } = setUp(t);
  put("a.txt", "one\ntwo\r\n");
  assert.deepEqual(await read({ file_path: "a.txt" }), {
    content: "1\tone\n2\ttwo\n3\t",
    details: {
      type: "text",
      file: { filePath: join(cwd, "a.txt"), content: "one\ntwo\n", numLines: 3, startLine: 1, totalLines: 3 },
    },
  });
});

test("G5 Read gives the lines that were asked for", async (t) => {
  const { put, read } = setUp(t);
  put("a.txt", "1\n2\n3\n4\n5");
  const { content, details } = await read({ file_path: "a.txt", offset: 2, limit: 2 });
  assert.equal(content, "2\t2\n3\t3");
  const { file } = details as { file: Fields };
  assert.deepEqual([file.startLine, file.numLines, file.totalLines], [2, 2, 5]);
  assert.match(textOf(await read({ file_path: "a.txt", offset: 9 })), /shorter than the provided offset \(9\)/);
});

test("G5 Read says that there is more after 2000 lines, and only then", async (t) => {
  const { put, read } = setUp(t);
  put("exact", "x\n".repeat(2_000));
  put("more", "x\n".repeat(2_001));
  assert.ok(textOf(await read({ file_path: "exact" })).endsWith("\n2000\tx"));
  assert.match(textOf(await read({ file_path: "more" })), /\n2000\tx\n\n\[The file goes on\. Use offset=2001/);
});

test("G5 Read cuts long lines and bounds the whole", async (t) => {
  const { put, read } = setUp(t);
  put("long", `${"ä".repeat(5_000)}\nend`);
  assert.equal(textOf(await read({ file_path: "long" })), `1\t${"ä".repeat(2_000)}... [truncated]\n2\tend`);
  put("wide", `${"y".repeat(1_999)}\n`.repeat(300));
  const text = textOf(await read({ file_path: "wide", limit: 300 }));
  assert.ok(text.length < 101_000, `${text.length} characters`);
  assert.match(text, /\n50\ty+\n\n\[The file goes on\. Use offset=51/);
});

test("G5 Read takes the beginning of a file of many gigabytes without reading it whole", {
  timeout: 20_000,
}, async (t) => {
  const { cwd, put, read } = setUp(t);
  put("lines", "line\n".repeat(20_000));
  // The rest is a hole: it costs no disk, but reading it would take minutes.
  truncateSync(join(cwd, "lines"), 200 * 1024 ** 3);
  const before = process.memoryUsage.rss();
  const { content, details } = await read({ file_path: "lines" });
  assert.match(String(content), /\n2000\tline\n\n\[The file goes on/);
  assert.partialDeepStrictEqual(details, { file: { numLines: 2_000 } });
  assert.ok(process.memoryUsage.rss() - before < 50 * 1024 ** 2);
});

test("G5 Read holds only the beginning of one endless line", { timeout: 30_000 }, async (t) => {
  const { cwd, read } = setUp(t);
  execFileSync("bash", ["-c", "head -c 200000000 /dev/zero | tr '\\0' z > endless"], { cwd });
  const before = process.memoryUsage.rss();
  assert.equal(textOf(await read({ file_path: "endless" })), `1\t${"z".repeat(2_000)}... [truncated]`);
  assert.ok(process.memoryUsage.rss() - before < 50 * 1024 ** 2);
});

test("G5 Read replaces what is not UTF-8, drops the mark at the start, and warns of an empty file", async (t) => {
  const { put, read } = setUp(t);
  put("latin1", Buffer.from("caf\xe9\n", "latin1"));
  put("marked", "\ufeffx\n\ufeffy");
  put("empty", "");
  assert.equal(textOf(await read({ file_path: "latin1" })), "1\tcaf\ufffd\n2\t");
  assert.equal(textOf(await read({ file_path: "marked" })), "1\tx\n2\t\ufeffy");
  assert.match(textOf(await read({ file_path: "empty" })), /exists but the contents are empty/);
});

test("G5 Read shows an image by what it is, not by its name", async (t) => {
  const { put, read } = setUp(t);
  const gif = Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAA=", "base64");
  put("picture.PNG", gif);
  const data = gif.toString("base64");
  assert.deepEqual(await read({ file_path: "picture.PNG" }), {
    content: [{ type: "image", source: { type: "base64", media_type: "image/gif", data } }],
    details: { type: "image", file: { base64: data, type: "image/gif", originalSize: gif.length } },
  });
  put("text.png", "no image at all");
  assert.equal((await read({ file_path: "text.png" })).content, "1\tno image at all");
  put("huge.gif", Buffer.concat([gif, Buffer.alloc(4 * 1024 ** 2)]));
  assert.match(textOf(await read({ file_path: "huge.gif" })), /too large \(4MB\)/);
});

test("G5 Read tells why it cannot", { timeout: 10_000 }, async (t) => {
  const { cwd, put, read } = setUp(t);
  mkdirSync(join(cwd, "folder"));
  put("data.bin", Buffer.from([1, 0, 2]));
  put("file", "x");
  execFileSync("mkfifo", [join(cwd, "pipe")]);
  symlinkSync("loop", join(cwd, "loop"));
  const rows: readonly [string, RegExp][] = [
    ["missing", /File does not exist\. Note: your current working directory is/],
    ["file/below", /File does not exist/],
    ["folder", /EISDIR/],
    ["data.bin", /cannot read binary files.*binary \.bin file/],
    ["pipe", /not a regular file/],
    ["/dev/zero", /not a regular file/],
    ["loop", /Too many symbolic links/],
  ];
  for (const [path, reason] of rows) {
    const output = await read({ file_path: path });
    assert.equal(output.isError, true, path);
    assert.match(textOf(output), reason);
    assert.match(String(output.details), /^Error: /);
  }
});

test("G5 Read stops when the turn is interrupted", async (t) => {
  const { put, ...context } = setUp(t);
  put("a", "x");
  const output = await read.run({ file_path: "a" }, { ...context, signal: AbortSignal.abort() });
  assert.equal(output.isError, true);
});
