import assert from "node:assert/strict";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporaryContext } from "../../../test/agent/temporary-context.ts";
import type { Fields } from "../../wire/fields.ts";
import { edit as tool } from "./edit.ts";
import { read } from "./read.ts";
import type { ToolOutput } from "./tool.ts";
import { write } from "./write.ts";

function setUp(t: TestContext) {
  const context = temporaryContext(t);
  const at = (name: string): string => join(context.cwd, name);
  return {
    ...context,
    at,
    put: (name: string, content: string | Buffer) => writeFileSync(at(name), content),
    text: (name: string) => readFileSync(at(name), "utf8"),
    read: (file_path: string) => read.run({ file_path }, context),
    write: (file_path: string, content: string) => write.run({ file_path, content }, context),
    edit: (file_path: string, old_string: string, new_string: string, more: Fields = {}) =>
      tool.run(tool.read({ file_path, old_string, new_string, ...more }), context),
  };
}

function assertRefused(output: ToolOutput, reason: RegExp): void {
  assert.equal(output.isError, true, String(output.content));
  assert.match(String(output.content), reason);
}

test("G5 Edit replaces a text, shows the lines around it and tells the patch", async (t) => {
  const { at, put, read, edit, text } = setUp(t);
  put("a.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
  await read("a.txt");
  assert.deepEqual(await edit("a.txt", "5\n6", "five"), {
    content: `The file ${at("a.txt")} has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:
1\t1
2\t2
3\t3
4\t4
5\tfive
6\t7
7\t8
8\t9`,
    details: {
      filePath: at("a.txt"),
      oldString: "5\n6",
      newString: "five",
      originalFile: "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
      structuredPatch: [
        {
          oldStart: 2,
          oldLines: 8,
          newStart: 2,
          newLines: 7,
          lines: [" 2", " 3", " 4", "-5", "-6", "+five", " 7", " 8", " 9"],
        },
      ],
      userModified: false,
      replaceAll: false,
    },
  });
  assert.equal(text("a.txt"), "1\n2\n3\n4\nfive\n7\n8\n9\n");
});

test("G5 Edit refuses a text that is missing, not unique or the same", async (t) => {
  const { put, read, edit, text } = setUp(t);
  put("a.txt", "one two one two one");
  await read("a.txt");
  assertRefused(await edit("a.txt", "three", "x"), /String to replace not found in file\.\nString: three/);
  assertRefused(await edit("a.txt", "one", "x"), /Found 3 matches of the string to replace, but replace_all is false/);
  assertRefused(await edit("a.txt", "one", "one"), /No changes to make/);
  assertRefused(await edit("b.txt", "one", "x"), /File does not exist\. Note: your current working directory is/);
  assert.equal(text("a.txt"), "one two one two one");
});

test("G5 Edit replaces every occurrence when told so, and takes what is a pattern elsewhere literally", async (t) => {
  const { put, read, edit, text } = setUp(t);
  put("a.txt", "a.b $1 a.b axb");
  await read("a.txt");
  const { content, details } = await edit("a.txt", "a.b", "$&$1", { replace_all: "true" });
  assert.match(String(content), /All occurrences were successfully replaced\.$/);
  assert.partialDeepStrictEqual(details, { replaceAll: true });
  assert.equal(text("a.txt"), "$&$1 $1 $&$1 axb");
});

test("G5 Edit and Write refuse a file that was not read, and one that changed since", async (t) => {
  const { at, put, read, edit, write, text } = setUp(t);
  put("a.txt", "one");
  assertRefused(await edit("a.txt", "one", "x"), /File has not been read yet\. Read it first before writing to it\./);
  assertRefused(await write("a.txt", "x"), /File has not been read yet/);
  await read("a.txt");
  const { atime, mtime } = statSync(at("a.txt"));
  put("a.txt", "two");
  // A change that neither the time nor the size shows.
  utimesSync(at("a.txt"), atime, mtime);
  assertRefused(await edit("a.txt", "two", "x"), /File has been modified since read/);
  assertRefused(await write("a.txt", "x"), /File has been modified since read/);
  assert.equal(text("a.txt"), "two");
});

test("G5 a file whose time alone changed, or that the tools themselves wrote, may be edited on", async (t) => {
  const { at, put, read, edit, write, text } = setUp(t);
  put("a.txt", "one");
  await read("a.txt");
  utimesSync(at("a.txt"), 1, 1);
  assert.equal((await edit("a.txt", "one", "two")).isError, undefined);
  assert.equal((await edit("a.txt", "two", "three")).isError, undefined);
  assert.equal((await write("a.txt", "four")).isError, undefined);
  assert.equal((await edit("a.txt", "four", "five")).isError, undefined);
  assert.equal(text("a.txt"), "five");
});

test("G5 a file of which a part was read may be edited, also a big one", async (t) => {
  const { put, edit, text, ...context } = setUp(t);
  const line = `${"x".repeat(1023)}\n`;
  put("big.txt", `first\n${line.repeat(11 * 1024)}`);
  await read.run({ file_path: "big.txt", offset: 1, limit: 1 }, context);
  const { isError, details } = await edit("big.txt", "first", "FIRST");
  assert.equal(isError, undefined);
  assert.partialDeepStrictEqual(details, { originalFile: null, structuredPatch: [] });
  assert.ok(text("big.txt").startsWith("FIRST\nx"));
});

test("G5 an empty old_string makes a new file, and fills an empty one, but replaces none", async (t) => {
  const { at, put, edit, text } = setUp(t);
  const { content, details } = await edit("sub/new.txt", "", "a\nb\n");
  assert.match(String(content), /new\.txt has been created\..*\n1\ta\n2\tb$/);
  assert.partialDeepStrictEqual(details, { filePath: at("sub/new.txt"), oldString: "", originalFile: "" });
  put("empty.txt", "");
  assert.equal((await edit("empty.txt", "", "filled")).isError, undefined);
  put("full.txt", "full");
  assertRefused(await edit("full.txt", "", "x"), /Cannot create new file - file already exists\./);
  assert.deepEqual([text("sub/new.txt"), text("empty.txt"), text("full.txt")], ["a\nb\n", "filled", "full"]);
});

test("G5 Edit keeps line endings, a byte order mark, the mode and bytes that are no text", async (t) => {
  const { at, put, read, edit, text } = setUp(t);
  put("crlf.txt", "\ufeffone\r\ntwo\r\nthree\r\n");
  put("mixed.txt", "one\ntwo\r\nthree\n");
  put("latin.txt", Buffer.from("caf\xe9 one\n", "latin1"));
  chmodSync(at("crlf.txt"), 0o640);
  for (const name of ["crlf.txt", "mixed.txt", "latin.txt"]) await read(name);
  const { details } = await edit("crlf.txt", "one\ntwo", "1\n2\n2b");
  assert.equal(text("crlf.txt"), "\ufeff1\r\n2\r\n2b\r\nthree\r\n");
  assert.equal(statSync(at("crlf.txt")).mode & 0o777, 0o640);
  const [hunk] = (details as { structuredPatch: { lines: string[] }[] }).structuredPatch;
  assert.deepEqual(hunk?.lines, ["-\ufeffone", "-two", "+\ufeff1", "+2", "+2b", " three"]);
  await edit("mixed.txt", "two\nthree", "2\n3");
  assert.equal(text("mixed.txt"), "one\n2\r\n3\n");
  await edit("latin.txt", "one", "zwei");
  assert.deepEqual(readFileSync(at("latin.txt")), Buffer.from("caf\xe9 zwei\n", "latin1"));
});

test("G5 Edit through a link changes its target and leaves nothing else behind", async (t) => {
  const { cwd, at, put, read, edit, text, ...context } = setUp(t);
  mkdirSync(at("real"));
  put("real/file", "old");
  symlinkSync("real/file", at("link"));
  await read("link");
  await edit("real/file", "old", "new");
  assert.equal(text("link"), "new");
  const input = { file_path: "link", old_string: "new", new_string: "never" };
  assert.equal((await tool.run(input, { ...context, cwd, signal: AbortSignal.abort() })).isError, true);
  assert.equal(text("link"), "new");
  assert.deepEqual([readdirSync(cwd).sort(), readdirSync(at("real"))], [["link", "real"], ["file"]]);
});
