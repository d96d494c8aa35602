import assert from "node:assert/strict";
import { test } from "node:test";
import { scripted, scriptIn } from "./scripted-prompt.ts";

test("L1 a script survives its way through a prompt, whatever its strings hold", () => {
  const steps = [
    { text: 'a "quoted" } brace { and \\ @file \u2028 😀' },
    { tools: [{ name: "Bash", input: { command: "}" } }] },
  ];
  const prompt = scripted(...steps);
  assert.deepEqual(scriptIn(prompt), { steps });
  assert.ok(!prompt.includes("@"));
});

test("L1 a script is found in a wrapped prompt, and the last of several counts", () => {
  const [first, second] = [scripted({ text: "1" }), scripted({ text: "2" })];
  assert.deepEqual(scriptIn(`<system-reminder>\n${first}\n}</system-reminder>`), { steps: [{ text: "1" }] });
  assert.deepEqual(scriptIn(`${first}\n\n${second} and more`), { steps: [{ text: "2" }] });
});

test("L1 a script inside a script belongs to the one who gets it", () => {
  const inner = scripted({ text: "inner" });
  const steps = [{ tools: [{ name: "Agent", input: { prompt: inner } }] }, { text: "outer" }];
  assert.deepEqual(scriptIn(scripted(...steps)), { steps });
});

test("L1 what is not a script is none", () => {
  for (const text of [
    "",
    "hello",
    "SCRIPT:{",
    'SCRIPT:{"steps":[]}',
    'SCRIPT:{"steps":[1]}',
    "SCRIPT:{x}",
    'SCRIPT:{"a":1}',
  ]) {
    assert.equal(scriptIn(text), undefined, text);
  }
});

test("L1 scripts and prompts may have megabytes", () => {
  const steps = [{ text: 'z"'.repeat(5_000_000) }];
  assert.deepEqual(scriptIn(`${'y"{'.repeat(5_000_000)}${scripted(...steps)}`), { steps });
});
