import assert from "node:assert/strict";
import { chmodSync, linkSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporaryContext } from "../../../test/agent/temporary-context.ts";
import { edit } from "./edit.ts";
import { existingFile } from "./existing-file.ts";
import { read } from "./read.ts";
import { ReadFiles } from "./read-files.ts";
import { replaceFile } from "./replace-file.ts";
import type { ToolOutput } from "./tool.ts";
import { write } from "./write.ts";

function setUp(t: TestContext) {
  const context = temporaryContext(t);
  const file = join(context.cwd, "f");
  const file_path = "f";
  return {
    ...context,
    file,
    read: (window: { offset?: number; limit?: number } = {}) => read.run({ file_path, ...window }, context),
    write: (content: string) => write.run({ file_path, content }, context),
    edit: (old_string: string, new_string: string) => edit.run({ file_path, old_string, new_string }, context),
  };
}

function assertRefused(output: ToolOutput, reason: RegExp): void {
  assert.equal(output.isError, true, String(output.content));
  assert.match(String(output.content), reason);
}

const partly = /only been read in part/;

test("G5 of two who edit one file at once nobody's edit is lost: the later one is told", async (t) => {
  const { file, ...context } = setUp(t);
  const agents = [context, { ...context, readFiles: new ReadFiles() }];
  for (let round = 0; round < 5; round++) {
    writeFileSync(file, `AAA\nBBB\n${"x\n".repeat(100_000)}`);
    for (const agent of agents) await read.run({ file_path: "f", limit: 2 }, agent);
    const outputs = await Promise.all(
      ["AAA", "BBB"].map((old_string, index) =>
        edit.run({ file_path: "f", old_string, new_string: "new" }, agents[index] ?? context),
      ),
    );
    const told = outputs.filter(({ isError }) => isError !== true).length;
    const made = readFileSync(file, "utf8").split("new").length - 1;
    assert.deepEqual([told, made], [1, 1]);
    assertRefused(outputs.find(({ isError }) => isError === true) as ToolOutput, /modified since read/);
  }
});

test("G5 edits of one conversation at once are all made", async (t) => {
  const { file, read, edit } = setUp(t);
  writeFileSync(file, "AAA\nBBB\n");
  await read();
  const outputs = await Promise.all([edit("AAA", "a"), edit("BBB", "b")]);
  assert.deepEqual(
    outputs.map(({ isError }) => isError),
    [undefined, undefined],
  );
  assert.equal(readFileSync(file, "utf8"), "a\nb\n");
});

test("G5 what another program wrote since the check is not replaced, nor a file that came meanwhile", async (t) => {
  const { cwd, file, signal } = setUp(t);
  writeFileSync(file, "old");
  const existing = (await existingFile(file, 100))?.stats;
  writeFileSync(file, "by another");
  for (const before of [existing, undefined]) {
    await assert.rejects(replaceFile(file, "new", { existing: before, signal }), /modified since read/);
    assert.equal(readFileSync(file, "utf8"), "by another");
  }
  assert.deepEqual(readdirSync(cwd), ["f"]);
});

test("G5 Write needs all lines to have been read, Edit does not", async (t) => {
  const { file, read, write, edit } = setUp(t);
  writeFileSync(file, "1\n2\n3\nprecious\n");
  for (const window of [{ limit: 1 }, { offset: 3 }, { offset: 99 }]) {
    await read(window);
    assertRefused(await write("1\n"), partly);
  }
  assert.equal((await edit("2", "two")).isError, undefined);
  assertRefused(await write("1\n"), partly);
  assert.equal(readFileSync(file, "utf8"), "1\ntwo\n3\nprecious\n");
  await read();
  assert.equal((await edit("two", "2")).isError, undefined);
  await read({ limit: 1 });
  assert.equal((await write("1\n")).isError, undefined);
  assert.equal((await write("1\n2\n")).isError, undefined);
});

test("G5 parts read one after the other make a whole, while the file stays the same", async (t) => {
  const { file, read, write } = setUp(t);
  const lines = (last: string) => `${"x\n".repeat(2_500)}${last}\n`;
  writeFileSync(file, lines("one"));
  await read();
  assertRefused(await write("new"), /\(offset=2001\)/);
  writeFileSync(file, lines("two"));
  await read({ offset: 2_001 });
  assertRefused(await write("new"), partly);
  await read();
  await read({ offset: 2_001 });
  assert.equal((await write("new")).isError, undefined);
});

test("G5 a read-only file is not replaced, whoever runs it", async (t) => {
  const { cwd, file, read, write, edit } = setUp(t);
  writeFileSync(file, "old");
  chmodSync(file, 0o444);
  await read();
  for (const output of [await write("new"), await edit("old", "new")]) assertRefused(output, /EACCES: .*read-only/);
  assert.equal(readFileSync(file, "utf8"), "old");
  assert.deepEqual(readdirSync(cwd), ["f"]);
});

test("G5 a file with several names keeps them all", async (t) => {
  const { cwd, file, read, write, edit } = setUp(t);
  writeFileSync(file, "a long content");
  chmodSync(file, 0o640);
  linkSync(file, join(cwd, "other"));
  await read();
  assert.equal((await write("short")).isError, undefined);
  assert.equal((await edit("short", "shorter")).isError, undefined);
  assert.equal(readFileSync(join(cwd, "other"), "utf8"), "shorter");
  assert.equal(statSync(file).ino, statSync(join(cwd, "other")).ino);
  assert.equal(statSync(file).mode & 0o777, 0o640);
  assert.deepEqual(readdirSync(cwd), ["f", "other"]);
});
