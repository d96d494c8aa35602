import assert from "node:assert/strict";
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporaryContext } from "../../../test/agent/temporary-context.ts";
import type { Fields } from "../../wire/fields.ts";
import { notebookEdit } from "./notebook-edit.ts";
import { read } from "./read.ts";
import type { ToolOutput } from "./tool.ts";

const cell = (id: unknown, source: unknown = String(id)): Fields => ({
  cell_type: "markdown",
  ...(id !== undefined && { id }),
  metadata: {},
  source,
});
const notebook = (...cells: unknown[]): string =>
  `${JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;

function setUp(t: TestContext, content: string | Buffer) {
  const context = temporaryContext(t);
  const path = join(context.cwd, "a.ipynb");
  writeFileSync(path, content);
  return {
    path,
    cwd: context.cwd,
    bytes: () => readFileSync(path),
    read: (file_path = "a.ipynb") => read.run({ file_path }, context),
    edit: (input: Fields) =>
      notebookEdit.run(notebookEdit.read({ notebook_path: "a.ipynb", new_source: "new", ...input }), context),
  };
}

function assertRefused({ isError, content }: ToolOutput, reason: RegExp): void {
  assert.equal(isError, true, String(content));
  assert.match(String(content), reason);
}

test("G5 a cell id that stands for several cells changes none of them", async (t) => {
  for (const [content, cell_id] of [
    [notebook(cell("a"), cell("b"), cell("a")), "a"],
    [notebook(cell(undefined, "by its place"), cell("cell-0")), "cell-0"],
  ] as const) {
    const { read, edit, bytes } = setUp(t, content);
    await read();
    for (const edit_mode of ["replace", "delete", "insert"])
      assertRefused(await edit({ cell_id, edit_mode, cell_type: "code" }), /several cells/i);
    assert.equal(bytes().toString(), content);
  }
});

test("G5 a notebook that is no UTF-8 is not rewritten", async (t) => {
  const content = Buffer.from(notebook(cell("a"), cell("b", "caf\u00e9")), "latin1");
  const { read, edit, bytes } = setUp(t, content);
  await read();
  assertRefused(await edit({ cell_id: "a" }), /not UTF-8|not been read/);
  assert.deepEqual(bytes(), content);
});

test("G5 a byte order mark and the line ends of a notebook stay", async (t) => {
  const content = `\ufeff${notebook(cell("a"), cell("b")).replaceAll("\n", "\r\n")}`;
  const { read, edit, bytes } = setUp(t, content);
  await read();
  assert.equal((await edit({ cell_id: "a" })).isError, undefined);
  assert.equal(bytes().toString(), content.replace('"source": "a"', '"source": "new"'));
});

test("G5 the whole of a huge notebook is not told twice", async (t) => {
  const outputs = [{ output_type: "stream", name: "stdout", text: "x".repeat(11 * 1024 * 1024) }];
  const { read, edit } = setUp(
    t,
    notebook(cell("a"), { ...cell("b"), cell_type: "code", execution_count: 1, outputs }),
  );
  await read();
  const { details, isError } = await edit({ cell_id: "a" });
  assert.equal(isError, undefined);
  const { original_file, updated_file, cell_id } = details as Fields;
  assert.ok(original_file === null && updated_file === null && cell_id === "a");
});

test("G5 a list with what is no cell is no notebook, numbers of any form included", async (t) => {
  for (const cells of ["[1.0]", "[12345678901234567890]", "[null]", '["x"]', "[[]]", '{"0":{}}'])
    assertRefused(await setUp(t, `{"cells":${cells},"nbformat":4,"nbformat_minor":5}`).read(), /no list of cells/);
});

test("G5 a name that leads to another kind of file, or to one that was not read, is not edited", async (t) => {
  const { cwd, edit, read, bytes, path } = setUp(t, notebook(cell("a")));
  writeFileSync(join(cwd, "plain.txt"), notebook(cell("a")));
  symlinkSync("plain.txt", join(cwd, "link.ipynb"));
  mkdirSync(join(cwd, "folder.ipynb"));
  writeFileSync(join(cwd, "other.ipynb"), notebook(cell("a")));
  symlinkSync(path, join(cwd, "same.ipynb"));
  linkSync(path, join(cwd, "twin.ipynb"));
  await read("link.ipynb");
  assertRefused(await edit({ notebook_path: "link.ipynb", cell_id: "a" }), /must be a Jupyter notebook/);
  assertRefused(await edit({ notebook_path: "folder.ipynb", cell_id: "a" }), /EISDIR/);
  assertRefused(await edit({ notebook_path: "folder.ipynb/../other.ipynb", cell_id: "a" }), /not been read/);
  assert.throws(() => edit({ notebook_path: "a.ipynb\0.txt", cell_id: "a" }), /NUL/);
  await read();
  assert.equal((await edit({ notebook_path: "same.ipynb", cell_id: "a", new_source: "by a link" })).isError, undefined);
  assert.match(bytes().toString(), /by a link/);
  assert.equal(readFileSync(join(cwd, "twin.ipynb"), "utf8"), bytes().toString(), "all names of a file stay one");
});

test("G5 a notebook that is nested without end, or half written, is refused and stays as it is", async (t) => {
  const whole = notebook(cell("a"));
  const deep = whole.replace('"metadata": {}', `"metadata": {"x":${"[".repeat(50_000)}${"]".repeat(50_000)}}`);
  for (const content of [deep, whole.slice(0, -20), ""]) {
    const { read, edit, bytes } = setUp(t, content);
    await read();
    const { isError } = await edit({ cell_id: "a" });
    assert.equal(isError, true);
    assert.equal(bytes().toString(), content);
  }
});
