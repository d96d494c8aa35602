import assert from "node:assert/strict";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporaryContext } from "../../../test/agent/temporary-context.ts";
import { type Fields, isFields } from "../../wire/fields.ts";
import { notebookEdit } from "./notebook-edit.ts";
import { read } from "./read.ts";
import type { ToolOutput } from "./tool.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1").toString("base64");

function notebook(more: Fields = {}): Fields {
  return {
    cells: [
      { cell_type: "markdown", id: "m1", metadata: { kept: [1, "x"] }, source: ["# Title\n", "text"] },
      {
        cell_type: "code",
        id: "c1",
        metadata: {},
        execution_count: 3,
        source: "print(1)",
        outputs: [{ output_type: "stream", name: "stdout", text: ["1\n"] }],
      },
      { cell_type: "raw", id: "r1", metadata: {}, source: "raw" },
    ],
    metadata: { language_info: { name: "python" } },
    nbformat: 4,
    nbformat_minor: 5,
    ...more,
  };
}

function setUp(t: TestContext, content: Fields | string = notebook()) {
  const context = temporaryContext(t);
  const path = join(context.cwd, "a.ipynb");
  writeFileSync(path, typeof content === "string" ? content : `${JSON.stringify(content, null, 1)}\n`);
  return {
    path,
    context,
    read: () => read.run({ file_path: "a.ipynb" }, context),
    edit: (input: Fields) =>
      notebookEdit.run(notebookEdit.read({ notebook_path: "a.ipynb", new_source: "", ...input }), context),
    cells: () => (JSON.parse(readFileSync(path, "utf8")) as { cells: Fields[] }).cells,
  };
}

function assertRefused(output: ToolOutput, reason: RegExp): void {
  assert.equal(output.isError, true, String(output.content));
  assert.match(String(output.content), reason);
}

test("G5 NotebookEdit replaces the source of a cell, clears what it gave, and leaves the rest of the file as it is", async (t) => {
  const { path, read, edit, cells } = setUp(t);
  const original = readFileSync(path, "utf8");
  chmodSync(path, 0o640);
  await read();
  const { content, details } = await edit({ new_source: "print(2)", cell_id: "c1" });
  assert.equal(content, "Updated cell c1 with print(2)");
  const updated = original
    .replace('"print(1)"', '"print(2)"')
    .replace("3,", "null,")
    .replace(/\[\n +\{\n +"output_type[^\]]*\]\n +\}\n +\]/, "[]");
  assert.equal(readFileSync(path, "utf8"), updated);
  assert.equal(statSync(path).mode & 0o777, 0o640);
  assert.deepEqual(details, {
    new_source: "print(2)",
    old_source: "print(1)",
    cell_type: "code",
    language: "python",
    edit_mode: "replace",
    cell_id: "c1",
    error: "",
    notebook_path: path,
    original_file: original,
    updated_file: updated,
  });
  assert.equal((await edit({ new_source: "again", cell_id: "cell-0" })).content, "Updated cell cell-0 with again");
  assert.deepEqual(cells()[0], { cell_type: "markdown", id: "m1", metadata: { kept: [1, "x"] }, source: "again" });
});

test("G5 NotebookEdit inserts behind a cell or at the beginning, with an id where the format has them, and deletes", async (t) => {
  const { read, edit, cells } = setUp(t);
  await read();
  const { content, details } = await edit({ new_source: "new", cell_id: "m1", cell_type: "code", edit_mode: "insert" });
  const id = isFields(details) ? String(details.cell_id) : "";
  assert.match(id, /^[a-z0-9]{8}$/);
  assert.equal(content, `Inserted cell ${id} with new`);
  assert.deepEqual(cells()[1], {
    cell_type: "code",
    id,
    source: "new",
    metadata: {},
    execution_count: null,
    outputs: [],
  });
  await edit({ new_source: "first", cell_type: "markdown", edit_mode: "insert" });
  assert.equal((await edit({ cell_id: "r1", edit_mode: "delete" })).content, "Deleted cell r1");
  assert.deepEqual(
    cells().map(({ source }) => source),
    ["first", ["# Title\n", "text"], "new", "print(1)"],
  );
  const old = setUp(t, notebook({ nbformat_minor: 4 }));
  await old.read();
  const made = await old.edit({ new_source: "new", cell_id: "cell-2", cell_type: "markdown", edit_mode: "insert" });
  assert.equal(made.content, "Inserted a new cell with new");
  assert.deepEqual(old.cells()[3], { cell_type: "markdown", source: "new", metadata: {} });
});

test("G5 NotebookEdit keeps how the rest of the file is written: its indentation, its numbers, its last line", async (t) => {
  const original = `{
    "cells": [
        {
            "cell_type": "markdown",
            "id": "m1",
            "metadata": {
                "a": 1.0,
                "b": 12345678901234567890,
                "c": -1e-7,
                "d": 3
            },
            "source": "old"
        }
    ],
    "metadata": {},
    "nbformat": 4,
    "nbformat_minor": 5
}`;
  const { path, read, edit } = setUp(t, original);
  await read();
  await edit({ new_source: "new", cell_id: "m1" });
  assert.equal(readFileSync(path, "utf8"), original.replace('"old"', '"new"'));
});

test("G5 a cell that becomes another kind has what that kind has, and nothing else", async (t) => {
  const { read, edit, cells } = setUp(t);
  await read();
  await edit({ new_source: "text", cell_id: "c1", cell_type: "markdown" });
  await edit({ new_source: "x = 1", cell_id: "m1", cell_type: "code" });
  assert.deepEqual(Object.keys(cells()[1] ?? {}).sort(), ["cell_type", "id", "metadata", "source"]);
  assert.partialDeepStrictEqual(cells()[0], { cell_type: "code", execution_count: null, outputs: [] });
});

test("G5 NotebookEdit refuses what was not read, changed since, is no notebook, or names no cell", async (t) => {
  const { path, context, read, edit } = setUp(t);
  const replace = { new_source: "x", cell_id: "c1" };
  assertRefused(await edit(replace), /File has not been read yet\. Read it first before writing to it\./);
  await read();
  assertRefused(await edit({ new_source: "x", cell_id: "nope" }), /Cell with ID "nope" not found in notebook\./);
  assertRefused(await edit({ new_source: "x", cell_id: "cell-3" }), /Cell with index 3 does not exist in notebook\./);
  assertRefused(await edit({ new_source: "x" }), /Cell ID must be specified when not inserting a new cell\./);
  assertRefused(
    await edit({ new_source: "x", edit_mode: "insert" }),
    /Cell type is required when using edit_mode=insert/,
  );
  assertRefused(await edit({ ...replace, notebook_path: "a.txt" }), /File must be a Jupyter notebook/);
  assertRefused(await edit({ ...replace, notebook_path: "b.ipynb" }), /Notebook file does not exist/);
  writeFileSync(path, JSON.stringify(notebook({ nbformat_minor: 4 })));
  assertRefused(await edit(replace), /File has been modified since read/);
  assert.throws(() => notebookEdit.read({ notebook_path: "a.ipynb", new_source: "x", edit_mode: "append" }));
  await read();
  const interrupted = { ...context, signal: AbortSignal.abort() };
  assert.equal((await notebookEdit.run({ notebook_path: "a.ipynb", ...replace }, interrupted)).isError, true);
  assert.equal(JSON.parse(readFileSync(path, "utf8")).cells[1].source, "print(1)");
});

test("G5 Read shows the cells of a notebook with their outputs, and an image only where it is one", async (t) => {
  const data = (type: string, bytes: string) => ({
    output_type: "display_data",
    data: { "text/plain": "fig", [type]: bytes },
  });
  const outputs = [
    data("image/png", `${png}\n`),
    data("image/jpeg", png),
    { output_type: "error", ename: "E", evalue: "v", traceback: ["at"] },
  ];
  const code = (id: string, more: Fields) => ({
    cell_type: "code",
    id,
    metadata: {},
    execution_count: null,
    source: id,
    outputs: [],
    ...more,
  });
  const big = [{ output_type: "stream", text: "z".repeat(10_001) }];
  const { read } = setUp(
    t,
    notebook({
      cells: [code("a", { outputs }), code("b", { outputs: big })],
      metadata: { language_info: { name: "julia" } },
    }),
  );
  const { content } = await read();
  assert.deepEqual(content, [
    { type: "text", text: '<cell id="a"><language>julia</language>a</cell id="a">\n\nfig' },
    { type: "image", source: { type: "base64", media_type: "image/png", data: png } },
    {
      type: "text",
      text: `\nfig\n\nE: v\nat\n<cell id="b"><language>julia</language>b</cell id="b">\n\nOutputs are too large to include. Use Bash with: cat <notebook_path> | jq '.cells[1].outputs'`,
    },
  ]);
});

test("G5 Read says of a broken notebook what is wrong with it, and it is not taken as read", async (t) => {
  for (const [content, reason] of [
    ["{nope", /^Notebook file is not valid JSON \(it may be truncated, corrupted, or still being written\)/],
    ['{"worksheets":[]}', /no notebook of format 4/],
    [
      JSON.stringify(notebook({ cells: [{ cell_type: "markdown", source: "x".repeat(300_000) }] })),
      /jq '\.cells\[:20\]'/,
    ],
  ] as const) {
    const { read, edit } = setUp(t, content);
    assertRefused(await read(), reason);
    assertRefused(await edit({ new_source: "x", cell_id: "cell-0" }), /File has not been read yet/);
  }
});
