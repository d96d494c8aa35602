import assert from "node:assert/strict";
import { test } from "node:test";
import { PromptHistory } from "./history.ts";

test("U3 the history goes back and forth, ends at an empty field, and knows when something else is written", () => {
  const history = new PromptHistory(["one"]);
  history.add("two");
  history.add("two");
  assert.deepEqual(history.prompts, ["one", "two"]);
  assert.equal(history.earlier(), "two");
  assert.equal(history.isShowing("two"), true);
  assert.equal(history.isShowing("two, changed"), false);
  assert.equal(history.earlier(), "one");
  assert.equal(history.earlier(), undefined);
  assert.equal(history.later(), "two");
  assert.equal(history.later(), "");
  assert.equal(history.isShowing(""), false);
});
