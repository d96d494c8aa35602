import assert from "node:assert/strict";
import { test } from "node:test";
import { type Draft, draftOf, isSame, readDraft } from "./input-draft.ts";

const changed = (draft: Draft, at: number, text: string): Draft =>
  draft.map((field, n) => (n === at ? { ...field, text } : field));

test("U3 the fields of a known tool are edited one by one, and an untouched draft is the same input", () => {
  const input = { command: 'echo "a"\n', timeout: 5, run_in_background: false, options: { a: [1] } };
  const draft = draftOf("Bash", input);
  assert.deepEqual(
    draft.map(({ name, kind }) => [name, kind]),
    [
      ["command", "text"],
      ["timeout", "json"],
      ["run_in_background", "json"],
      ["options", "json"],
    ],
  );
  const same = readDraft(draft);
  assert.ok(same.ok && isSame(same.input, input));
  const other = readDraft(changed(draft, 0, "ls"));
  assert.deepEqual(other, { ok: true, input: { ...input, command: "ls" } });
});

test("U3 the input of an unknown tool is one JSON text", () => {
  const draft = draftOf("mcp__x__y", { a: 1 });
  assert.deepEqual(readDraft(changed(draft, 0, '{"b":2}')), { ok: true, input: { b: 2 } });
  for (const [text, problem] of [
    ["[1]", /must be an object/],
    ['"x"', /must be an object/],
    ["{", /not JSON/],
    ["", /empty/],
  ] as const) {
    const read = readDraft(changed(draft, 0, text));
    assert.ok(!read.ok);
    assert.match(read.problem, problem);
  }
});

test("U3 a field that is no JSON is named", () => {
  const read = readDraft(changed(draftOf("Read", { file_path: "/a", limit: 3 }), 1, "three"));
  assert.ok(!read.ok);
  assert.equal(read.field, "limit");
});
