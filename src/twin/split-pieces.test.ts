import assert from "node:assert/strict";
import { test } from "node:test";
import { splitPieces } from "./split-pieces.ts";

const texts = (bytes: Buffer, at: Parameters<typeof splitPieces>[1]): string[] =>
  splitPieces(bytes, at).map((piece) => Buffer.from(piece).toString("latin1"));

test("G8 bytes are cut where they should be, and nothing is lost", () => {
  assert.deepEqual(texts(Buffer.from("aéb"), "character"), ["a\u00c3", "\u00a9b"]);
  assert.deepEqual(texts(Buffer.from("abcd"), "character"), ["ab", "cd"]);
  assert.deepEqual(texts(Buffer.from("abc"), "every_byte"), ["a", "b", "c"]);
  assert.deepEqual(texts(Buffer.from("abcd"), [3, 1, 0, 9]), ["a", "bc", "d"]);
});
