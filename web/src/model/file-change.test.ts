import assert from "node:assert/strict";
import { test } from "node:test";
import { fileChange, hunksOf } from "./file-change.ts";

const shown = (change: ReturnType<typeof fileChange>): string[] =>
  (change?.hunks ?? []).flatMap(({ lines }) => lines.map(({ kind, text }) => `${kind} ${text}`));

test("U3 a file that is written is compared with what it was, with the line where each difference begins", () => {
  const before = Array.from({ length: 30 }, (_, n) => `line ${n + 1}\n`).join("");
  const content = before.replace("line 20\n", "other\n");
  const change = fileChange("Write", { file_path: "/a", content }, before);
  assert.equal(change?.isWhole, false);
  assert.deepEqual(
    change?.hunks.map(({ line }) => line),
    [17],
  );
  assert.deepEqual(
    shown(change).filter((line) => !line.startsWith("same")),
    ["removed line 20", "added other"],
  );
});

test("U3 a new file is added line by line; a difference at its end alone is seen", () => {
  assert.deepEqual(shown(fileChange("Write", { file_path: "/a", content: "x\ny\n" })), ["added x", "added y"]);
  const end = shown(fileChange("Write", { file_path: "/a", content: "x\n" }, "x"));
  assert.deepEqual(end, ["removed x", "note No newline at end of file", "added x"]);
});

test("U3 texts that have nothing in common are shown whole, in time, however long they are", () => {
  const text = (seed: number) => Array.from({ length: 30_000 }, (_, n) => `${(n * seed) % 7919} ${seed}`).join("\n");
  const began = process.cpuUsage().user;
  const [hunk] = hunksOf(text(13), text(17));
  assert.ok(process.cpuUsage().user - began < 5_000_000);
  assert.equal(hunk?.lines.filter(({ kind }) => kind === "removed").length, 30_000);
  assert.equal(hunk?.lines.filter(({ kind }) => kind === "added").length, 30_000);
});

test("U3 an edit is compared without line numbers: where it stands in the file is not known", () => {
  const input = { file_path: "/a", old_string: "a\nb", new_string: "a\nc", replace_all: true };
  const change = fileChange("Edit", input);
  assert.deepEqual(
    change?.hunks.map(({ line }) => line),
    [undefined],
  );
  assert.deepEqual(change?.rest, { replace_all: true });
});
