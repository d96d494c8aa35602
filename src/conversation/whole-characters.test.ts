import assert from "node:assert/strict";
import { test } from "node:test";
import { WholeCharacters } from "./whole-characters.ts";

test("H15 a character that is cut between two pieces comes whole with the second, in each block for itself", () => {
  const characters = new WholeCharacters();
  const take = (text: string, index = 0): string => characters.take(text, undefined, "text_delta", index);
  assert.deepEqual([take("a\ud83d"), take("other", 1), take("\ude00b")], ["a", "other", "😀b"]);
  assert.equal(characters.isInMid, false);
  assert.deepEqual([take("\ud83d"), take("\ude00\ud83d"), take("\ude01")], ["", "😀", "😁"]);
});

test("H15 half of a character whose other half never comes stays what it is, and nothing of it is lost or repeated", () => {
  const characters = new WholeCharacters();
  const take = (text: string): string => characters.take(text, "t", "thinking_delta", 0);
  assert.deepEqual([take("a\ud83d"), take("b"), take("\ude00c")], ["a", "\ud83db", "\ude00c"]);
});

test("H15 an empty piece between two halves does not part them", () => {
  const characters = new WholeCharacters();
  const take = (text: string): string => characters.take(text, undefined, "text_delta", 0);
  assert.deepEqual([take("a\ud83d"), take(""), take("\ude00b")], ["a", "", "😀b"]);
});

test("D5 what waits for its other half is part of the state", () => {
  const before = new WholeCharacters();
  before.take("a\ud83d", undefined, "text_delta", 0);
  const after = new WholeCharacters(JSON.parse(JSON.stringify(before.state)) as typeof before.state);
  assert.equal(after.take("\ude00b", undefined, "text_delta", 0), "😀b");
});
