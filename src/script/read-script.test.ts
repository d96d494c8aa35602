import assert from "node:assert/strict";
import { test } from "node:test";
import { isBridleError } from "../errors.ts";
import { readScript } from "./read-script.ts";
import type { Step } from "./script.ts";

test("G4 a script is its steps, with or without a name around them", () => {
  const steps: readonly Step[] = [
    {
      thinking: "t",
      text: "x",
      repeat: 2,
      tools: [{ name: "Bash", input: { command: "ls" }, id: "toolu_1" }],
      stopReason: "end_turn",
      inputTokens: 0,
      outputTokens: 5,
      chunks: 1,
      chunkDelayMs: 0.5,
      delayMs: 0,
      error: { status: 529, type: "overloaded_error", message: "m", times: 1, retryAfter: 0.1, shouldRetry: true },
      streamError: { type: "api_error", message: "m" },
      cut: { afterBytes: 0, times: 2 },
      stall: false,
    },
    { cut: { afterChunks: 3 } },
    {},
  ];
  assert.deepEqual(readScript(JSON.stringify({ steps }), "x"), { steps });
  assert.deepEqual(readScript(JSON.stringify(steps), "x"), { steps });
});

test("G4 what is wrong with a script is told with its step and key", () => {
  const cases: readonly [string, RegExp][] = [
    ["{", /^--script is not JSON: /],
    ["5", /steps has to be a list of at least one step, not 5$/],
    ["{}", /steps has to be a list of at least one step, not missing$/],
    ['{"steps":[]}', /steps has to be a list of at least one step/],
    ['{"steps":[{}],"stpes":1}', /the key stpes has to be one of steps, not "stpes"$/],
    ["[{},1]", /step 2 has to be an object, not 1$/],
    ['[{"txt":"a"}]', /the key step 1: txt has to be one of thinking, text, /],
    ['[{},{"text":5}]', /step 2: text has to be a string, not 5$/],
    ['[{"chunks":0}]', /step 1: chunks has to be a whole number from 1, not 0$/],
    ['[{"delayMs":-1}]', /step 1: delayMs has to be a number from 0, not -1$/],
    ['[{"stall":"yes"}]', /step 1: stall has to be true or false, not "yes"$/],
    ['[{"tools":{}}]', /step 1: tools has to be a list of tools, not \{\}$/],
    ['[{"tools":[{"input":{}}]}]', /step 1: tools\[0\]\.name has to be there, not missing$/],
    ['[{"tools":[{"name":"A"},{"name":"B","input":[]}]}]', /step 1: tools\[1\]\.input has to be an object, not \[\]$/],
    ['[{"error":{"status":200}}]', /step 1: error\.status has to be an HTTP status from 400 to 599, not 200$/],
    ['[{"error":{}}]', /step 1: error\.status has to be there/],
    ['[{"error":{"status":500,"time":1}}]', /the key step 1: error\.time has to be one of status, /],
    ['[{"streamError":{"type":"x"}}]', /step 1: streamError\.message has to be there/],
    ['[{"cut":{}}]', /step 1: cut has to be an object with either afterBytes or afterChunks/],
    ['[{"cut":{"afterBytes":1,"afterChunks":1}}]', /either afterBytes or afterChunks/],
  ];
  for (const [json, message] of cases) {
    assert.throws(
      () => readScript(json, "--script"),
      (error) => {
        assert.ok(isBridleError(error, "invalid_option"), String(error));
        assert.match(error.message, message);
        assert.equal(error.data.option, "--script");
        return true;
      },
    );
  }
});

test("G4 a long value is not shown whole", () => {
  assert.throws(
    () => readScript(JSON.stringify([{ tools: "x".repeat(10_000) }]), "f"),
    (error: Error) => error.message.length < 200,
  );
});
