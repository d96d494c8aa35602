import assert from "node:assert/strict";
import { test } from "node:test";
import { plainOutput } from "./plain-output.ts";
import { visible } from "./visible.ts";

test("U3 output of a terminal is shown as text", () => {
  assert.equal(plainOutput("\u001b[31mred\u001b[0m \u001b]0;title\u0007x\u001b]8;;http://x\u001b\\link"), "red xlink");
  assert.equal(plainOutput("a\r\nb\r\n"), "a\nb\n");
  assert.equal(plainOutput("10%\r50%\r100%\ndone"), "100%\ndone");
  assert.equal(plainOutput("bell\u0007 end"), "bell‹U+0007› end");
});

test("U3 characters that hide or turn others round are shown by their numbers; letters of all languages stay", () => {
  assert.equal(visible("a\u202eb\u200bc\u0000\u{e0041}"), "a‹U+202E›b‹U+200B›c‹U+0000›‹U+E0041›");
  assert.equal(visible("tab\tline\nnaïve 日本 עברית 👍"), "tab\tline\nnaïve 日本 עברית 👍");
});
