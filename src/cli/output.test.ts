import assert from "node:assert/strict";
import { test } from "node:test";
import { ago, jsonLine, oneLine, plain, styled, table } from "./output.ts";

test("U2 nothing that is printed can steer a terminal", () => {
  assert.equal(plain("a\u001b]0;title\u0007b\u009bc\r\n\td"), "a?]0;title?b?c\n\td");
  assert.equal(plain("over\rwritten \u202erm -rf /\u2069\u2028"), "over?written ?rm -rf /??");
  assert.equal(styled("red", "\u001b[2J", process.stdout).includes("\u001b[2J"), false);
  assert.equal(table([["\u001b[2J\nid", "x"]]), "?[2J id  x");
  assert.equal(jsonLine({ text: "\u009b2J\u007f\u001b" }), '{"text":"\\u009b2J\\u007f\\u001b"}');
  assert.equal(oneLine("a\n b\u001b[2J", 80), "a b?[2J");
  assert.equal(oneLine("abcdef", 4), "abc…");
});

test("U2 columns are as wide as their widest cell", () => {
  assert.equal(
    table([
      ["id", "title"],
      ["1234", "a"],
      ["1", ""],
    ]),
    "id    title\n1234  a\n1",
  );
});

test("U2 times are told as how long ago", () => {
  const now = 10 * 86_400_000;
  const told = [1000, 30_000, 150_000, 7_200_000, 3 * 86_400_000].map((ms) => ago(now - ms, now));
  assert.deepEqual(told, ["now", "30 s ago", "2 min ago", "2 h ago", "3 d ago"]);
});
