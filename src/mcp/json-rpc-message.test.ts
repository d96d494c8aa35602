import assert from "node:assert/strict";
import { test } from "node:test";
import { sortMessage } from "./json-rpc-message.ts";

test("H11 a message is a request, a notification, an answer or invalid", () => {
  const kinds = (values: unknown[]) => values.map((value) => sortMessage(value).kind);
  assert.deepEqual(
    kinds([
      { id: 0, method: "a" },
      { id: "", method: "a", params: {} },
    ]),
    ["request", "request"],
  );
  assert.deepEqual(kinds([{ method: "a" }]), ["notification"]);
  assert.deepEqual(
    kinds([
      { id: 0, result: null },
      { id: 0, error: {} },
    ]),
    ["answer", "answer"],
  );
  const bad = [undefined, null, 1, "", [], {}, { id: 1 }, { result: {} }, { id: null, method: "a" }, { method: 1 }];
  assert.deepEqual([...new Set(kinds([...bad, { id: 1, method: "a", params: [] }]))], ["invalid"]);
});

test("H11 a message keeps only what JSON-RPC names, and gets its version", () => {
  const sorted = sortMessage({ id: 3, method: "a", params: { x: 1 }, extra: true });
  assert.deepEqual(sorted.kind === "request" && sorted.message, {
    jsonrpc: "2.0",
    id: 3,
    method: "a",
    params: { x: 1 },
  });
});
