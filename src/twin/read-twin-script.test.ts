import assert from "node:assert/strict";
import { test } from "node:test";
import { isBridleError } from "../errors.ts";
import type { Fault } from "./fault.ts";
import { loadTwinScript } from "./read-twin-script.ts";
import type { TwinScript } from "./twin-script.ts";

/** One of each, with everything it takes. */
const faults: readonly Fault[] = [
  { at: { line: "*", nth: 2, turn: 1 }, times: 3, split: { at: "character", pauseMs: 0.5 } },
  { at: { line: "*" }, times: "every", split: { at: [0, 7] } },
  { at: { line: "*" }, hugeBytes: 1 },
  { at: { line: "*" }, edit: { any: null } },
  { at: { line: "*" }, refuse: { error: "no", code: "c" } },
  { at: { line: "*" }, crlf: true },
  { at: { line: "*" }, repeat: { times: 1, edit: {} } },
  { at: { line: "*" }, drop: true },
  { at: { line: "*" }, holdUntil: { ms: 0 } },
  { at: { line: "*" }, holdUntil: { line: "result" } },
  { at: { line: "*" }, holdUntil: { heard: "user", nth: 2 } },
  { at: { line: "*" }, reverse: 2 },
  { at: { line: "*", after: true }, say: [{ type: "x" }] },
  { at: { heard: "user", nth: 1 }, write: "text" },
  { at: { heard: "user" }, write: { base64: "AA==" } },
  { at: "start", garbage: "all" },
  { at: "start", stall: "forever" },
  { at: "end_of_input", exit: { code: 0, written: "half" } },
  { at: "end_of_input", exit: { signal: "SIGKILL" } },
  { at: "start", stderr: { text: "x", repeat: 2 } },
  { at: "start", ignore: "SIGTERM" },
  { at: "start", deaf: 5 },
  { at: "start", grandchild: { holdsOutput: true, ignoresSigterm: false, ownSession: true } },
  { at: { heard: "*" }, echo: true },
];

test("G8 a script is its steps, its faults, or both, and every fault can be written as JSON", () => {
  const script: TwinScript = { steps: [{ text: "x" }], faults, heedless: true };
  assert.deepEqual(loadTwinScript(JSON.stringify(script), "x"), script);
  assert.deepEqual(loadTwinScript('[{"text":"x"}]', "x"), { steps: [{ text: "x" }] });
  assert.deepEqual(loadTwinScript("{}", "x"), {});
});

test("G8 what is wrong with a script is told with its fault and key", () => {
  const cases: readonly [string, RegExp][] = [
    ["{", /^--script is not JSON: /],
    ["/nowhere.json", /^--script: the script cannot be read: ENOENT/],
    ['{"fault":[]}', /the key fault has to be one of steps, faults, heedless, not "fault"$/],
    ['{"steps":[{"txt":""}]}', /the key step 1: txt has to be one of /],
    ['{"faults":{}}', /faults has to be a list of faults, not \{\}$/],
    ['{"faults":[{"drop":true}]}', /fault 1: at has to be there, not missing$/],
    ['{"faults":[{"at":"start"}]}', /fault 1 has to be a moment and exactly one action, not \[\]$/],
    ['{"faults":[{"at":"start","stall":1,"deaf":1}]}', /exactly one action, not \["stall","deaf"\]$/],
    ['{"faults":[{"at":"end","stall":1}]}', /fault 1: at has to be "start", "end_of_input", a line or /],
    ['{"faults":[{"at":{"line":"*","nht":1},"drop":true}]}', /the key fault 1: at\.nht has to be one of line, nth/],
    ['{"faults":[{"at":"start","drop":true}]}', /fault 1: at has to be a line, and not after it, for drop/],
    ['{"faults":[{"at":{"line":"*","after":true},"drop":true}]}', /a line, and not after it, for drop/],
    ['{"faults":[{"at":{"line":"*"},"drop":false}]}', /fault 1: drop has to be true, not false$/],
    ['{"faults":[{"at":{"line":"*"},"split":{"at":"half"}}]}', /fault 1: split\.at has to be "character", /],
    ['{"faults":[{"at":{"line":"*"},"holdUntil":{"ms":1,"line":"*"}}]}', /with one of ms, line and heard/],
    ['{"faults":[{"at":"start","stall":"ever"}]}', /fault 1: stall has to be a number from 0, not "ever"$/],
    ['{"faults":[{"at":"start","exit":{"signal":"TERM"}}]}', /exit\.signal has to be the name of a signal/],
    ['{"faults":[{"at":"start","garbage":"junk"}]}', /garbage has to be one of all, text, truncated, /],
    ['{"faults":[{"at":"start","stall":1,"times":0}]}', /fault 1: times has to be a whole number from 1, not 0$/],
  ];
  for (const [json, message] of cases) {
    assert.throws(
      () => loadTwinScript(json, "--script"),
      (error) => {
        assert.ok(isBridleError(error, "invalid_option"), String(error));
        assert.match(error.message, message);
        return true;
      },
    );
  }
});
