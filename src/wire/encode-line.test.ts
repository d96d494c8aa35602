import assert from "node:assert/strict";
import { test } from "node:test";
import { isBridleError } from "../errors.ts";
import { encodeLine } from "./encode-line.ts";

function reasonOf(value: object): string | undefined {
  try {
    encodeLine(value);
    return undefined;
  } catch (error) {
    return isBridleError(error, "unencodable") ? error.data.reason : "another error";
  }
}

test("W1 one value becomes one line that ends in LF and holds no other", () => {
  assert.equal(encodeLine({ a: "x\ny\u2028" }), '{"a":"x\\ny\u2028"}\n');
});

test("W4 a value nested 100 000 deep, a cycle and what JSON lacks are typed errors without content", () => {
  const deep = JSON.parse(`{"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`) as object;
  const cycle: { self?: object } = {};
  cycle.self = cycle;
  assert.equal(reasonOf(deep), "too_deep");
  assert.equal(reasonOf(cycle), "cyclic");
  assert.equal(reasonOf({ n: 1n }), "not_json");
  assert.equal(
    reasonOf(() => {}),
    "not_json",
  );
});

test("W4 an own key __proto__ survives reading and writing and pollutes nothing", () => {
  const line = '{"type":"a","__proto__":{"polluted":true}}\n';
  const value = JSON.parse(line) as object;
  assert.equal(encodeLine({ ...value }), line);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});
