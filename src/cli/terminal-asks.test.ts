import assert from "node:assert/strict";
import { test } from "node:test";
import { chosen } from "./terminal-asks.ts";

test("U2 numbers mean options, several of them too; anything else is an answer in its own words", () => {
  const labels = ["red", "blue", "2"];
  assert.equal(chosen("2", labels), "blue");
  assert.equal(chosen("1, 2", labels), "red, blue");
  assert.equal(chosen("1 3", labels), "red, 2");
  assert.equal(chosen("4", labels), undefined, "there is no fourth");
  assert.equal(chosen("8080", ["80", "8080"]), "8080", "an option that is a number itself");
  assert.equal(chosen("4", []), "4");
  assert.equal(chosen("1 of them", labels), "1 of them");
});
