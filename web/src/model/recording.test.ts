import assert from "node:assert/strict";
import { test } from "node:test";
import { readRecording, stepsWith } from "./recording.ts";

const text = [
  { t: 0, dir: ">", frame: { type: "control_request", request_id: "1", request: { subtype: "initialize" } } },
  {
    t: 12,
    dir: "<",
    frame: { type: "control_response", response: { subtype: "success", request_id: "1", response: {} } },
  },
  { t: 20, dir: "<", frame: { type: "stream_event", event: { type: "content_block_delta" } } },
  { t: 30, dir: "<", raw: "Warning: something" },
  { t: 31, dir: "?", frame: {} },
]
  .map((line) => JSON.stringify(line))
  .join("\n");

test("U3 a recording is read line by line: who said what, when, and what answers what", () => {
  const { steps, unread } = readRecording(`${text}\n{"t":40,"dir":"<","fra`);
  assert.deepEqual(
    steps.map(({ number, t, from, word, requestId }) => [number, t, from, word, requestId]),
    [
      [1, 0, "host", "control_request initialize", "1"],
      [2, 12, "agent", "control_response success", "1"],
      [3, 20, "agent", "stream_event content_block_delta", undefined],
      [4, 30, "agent", "not JSON", undefined],
    ],
  );
  assert.equal(unread, 2);
});

test("U3 steps of a recording are found by their words and content", () => {
  const { steps } = readRecording(text);
  assert.deepEqual(
    stepsWith(steps, "initialize").map(({ number }) => number),
    [1],
  );
  assert.deepEqual(
    stepsWith(steps, "warning SOMETHING").map(({ number }) => number),
    [4],
  );
  assert.equal(stepsWith(steps, " ").length, 4);
});
