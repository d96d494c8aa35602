import assert from "node:assert/strict";
import { test } from "node:test";
import { isBridleError } from "../errors.ts";
import {
  answeredBy,
  anyId,
  expiredAt,
  nextExpiryMs,
  outcomeOf,
  prepareRequest,
  type RequestWords,
  timeoutError,
  withoutRequest,
} from "./open-requests.ts";

const words: RequestWords = {
  format: (command) => JSON.stringify(command),
  answersTo: (subtype) => (subtype === "status" ? "in_order" : subtype === "stop" ? "none" : "by_id"),
};

function sent(subtype: string, newId: string, timeoutMs = 1000) {
  return prepareRequest(words, { subtype, payload: {}, timeoutMs, newId, nowMs: 50 });
}

test("D5 a request waits under its own id, or under its kind where answers carry none", () => {
  const first = sent("set_model", "a");
  assert.deepEqual(first.sent, { id: "a", subtype: "set_model", untilMs: 1050, timeoutMs: 1000 });
  assert.match(first.line, /"requestId":"a"/);
  assert.equal(sent("status", "b").sent.id, "status");
  assert.deepEqual(
    [first.isAnswered, sent("status", "b").isAnswered, sent("stop", "c").isAnswered],
    [true, true, false],
  );
});

test("D4 D5 an answer is for the request of its id, of several the oldest, and else for one whose id nobody knows", () => {
  const [one, two, model] = [sent("status", "1").sent, sent("status", "2").sent, sent("set_model", "3").sent];
  const open = [one, model, two];
  assert.equal(answeredBy(open, "status"), one);
  assert.equal(answeredBy(withoutRequest(open, one), "status"), two);
  assert.equal(answeredBy(open, "3"), model);
  assert.equal(answeredBy(open, "4"), undefined);
  const unknown = { ...model, id: anyId };
  assert.equal(answeredBy([unknown, one], "4"), unknown);
  assert.equal(answeredBy([unknown, one], "status"), one);
});

test("D5 requests are given up when their time is over, each by its own", () => {
  const [early, late] = [sent("set_model", "1", 10).sent, sent("set_model", "2", 20).sent];
  assert.equal(nextExpiryMs([late, early]), 60);
  assert.equal(nextExpiryMs([]), Number.POSITIVE_INFINITY);
  assert.deepEqual(expiredAt([late, early], 59), []);
  assert.deepEqual(expiredAt([late, early], 60), [early]);
  assert.deepEqual(timeoutError(early).data, { waitingFor: "set_model", afterMs: 10 });
});

test("D4 H2 an answer is a payload, or a refusal with the peer's reason", () => {
  const request = sent("set_model", "1").sent;
  const payload = { model: "m" };
  assert.deepEqual(outcomeOf(request, { payload, error: undefined, errorCode: undefined }, "agent"), { payload });
  const outcome = outcomeOf(request, { payload: undefined, error: "no such model", errorCode: "e" }, "agent");
  assert.ok("error" in outcome && isBridleError(outcome.error, "refused"));
  assert.deepEqual(outcome.error.data, { subtype: "set_model", reason: "no such model", errorCode: "e" });
});
