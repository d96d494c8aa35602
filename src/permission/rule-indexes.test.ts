import assert from "node:assert/strict";
import { test } from "node:test";
import { RuleIndexes } from "./rule-indexes.ts";

const [a, b] = [{ name: "a" }, { name: "b" }];
const make = (rules: readonly object[]) => ({ rules });

test("P2 D13 what is made of the same rules is made once for all folders; with another rule, or in other order, it is made anew", () => {
  const made = new RuleIndexes().of("command deny", () => [a, b], make);
  assert.equal(
    new RuleIndexes().of("command deny", () => [a, b], make),
    made,
  );
  for (const others of [[a], [b, a], [a, { name: "b" }]]) {
    const index = new RuleIndexes().of("command deny", () => others, make);
    assert.deepEqual([index === made, index.rules], [false, others]);
  }
  assert.notEqual(
    new RuleIndexes().of("command ask", () => [a, b], make),
    made,
    "another kind",
  );
});

test("P2 what depends on a folder is shared with policies of that folder alone", () => {
  const own = new RuleIndexes();
  const made = own.ofFolder("path deny", () => [a, b], make);
  assert.equal(
    new RuleIndexes(own).ofFolder("path deny", () => [a, b], make),
    made,
  );
  assert.notEqual(
    new RuleIndexes().ofFolder("path deny", () => [a, b], make),
    made,
  );
});
