import assert from "node:assert/strict";
import { test } from "node:test";
import { apiFailure, connectionFailure } from "./api-failure.ts";

const afterMs = (headers: Record<string, string>): number | undefined =>
  apiFailure({ status: 429, message: "", headers: new Headers(headers) }).facts.retryAfterMs;

test("G4 how long to wait is read as seconds, milliseconds or a date", () => {
  assert.equal(afterMs({ "retry-after": "2" }), 2_000);
  assert.equal(afterMs({ "retry-after": "0.5" }), 500);
  assert.equal(afterMs({ "retry-after-ms": "30", "retry-after": "9" }), 30);
  const inAMinute = afterMs({ "retry-after": new Date(Date.now() + 60_000).toUTCString() }) ?? 0;
  assert.ok(inAMinute > 50_000 && inAMinute <= 60_000, String(inAMinute));
  assert.equal(afterMs({ "retry-after": "soon" }), undefined);
  assert.equal(afterMs({ "retry-after": "-1" }), undefined);
  assert.equal(afterMs({}), undefined);
});

test("G4 an error in mid-answer is judged by its type", () => {
  for (const [type, kind, retryable] of [
    ["overloaded_error", "overloaded", true],
    ["api_error", "server_error", true],
    ["rate_limit_error", "rate_limit", true],
    ["invalid_request_error", "invalid_request", false],
    ["authentication_error", "authentication_failed", false],
    ["of_the_future", "unknown", true],
  ] as const) {
    assert.deepEqual(apiFailure({ status: null, type, message: "m" }).facts, { kind, status: null, type, retryable });
  }
});

test("G4 a broken connection is told with its code, however deep that lies", () => {
  const cause = new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "ECONNRESET" }) });
  assert.equal(connectionFailure("it broke", new Error("y", { cause })).message, "it broke (ECONNRESET)");
  assert.equal(connectionFailure("it broke").message, "it broke");
});
