import assert from "node:assert/strict";
import { test } from "node:test";
import { hostOf, isNamedIn } from "./host-of.ts";

test("U3 the host of a link is the one that is looked up", () => {
  assert.equal(hostOf("https://user:pw@evil.example:8080/a"), "evil.example:8080");
  assert.equal(hostOf("https://b\u00fccher.example/"), "xn--bcher-kva.example");
  assert.equal(hostOf("mailto:a@b.example"), "a@b.example");
  assert.equal(hostOf("#part"), undefined);
});

test("U3 only words that are the address itself need no host beside them", () => {
  assert.ok(isNamedIn("https://a.example/x", "a.example"));
  assert.ok(isNamedIn("a.example", "a.example"));
  assert.ok(!isNamedIn("https://a.example.evil.example/", "a.example"));
  assert.ok(!isNamedIn("https://bank.example", "a.example"));
});
