import assert from "node:assert/strict";
import { test } from "node:test";
import { isBridleError, type OpenOptions, open, run } from "../../src/exports/host.ts";
import { openAgent } from "./open-agent.ts";
import { openTwin, silent, twinOptions } from "./open-twin.ts";
import { processesMarked } from "./process-table.ts";
import { within } from "./within.ts";

/** Refused with this option named, before anything is started. */
async function refuses(options: object, option: string, message: RegExp): Promise<void> {
  const { mark, ...all } = twinOptions(silent, options as OpenOptions);
  await assert.rejects(open(all), (error) => {
    assert.ok(isBridleError(error, "invalid_option"), String(error));
    assert.equal(error.data.option, option);
    assert.match(error.message, message);
    return true;
  });
  assert.deepEqual(processesMarked(mark), []);
}

test("H1 an option nobody knows is refused with the nearest name", async () => {
  await refuses({ permisionMode: "plan" }, "permisionMode", /did you mean permissionMode\?/);
  await refuses({ onask: () => "allow" }, "onask", /did you mean onAsk\?/);
  await refuses({ somethingElse: 1 }, "somethingElse", /the options are executable, /);
});

test("H1 an option of the official SDK is refused with ours", async () => {
  await refuses({ canUseTool: () => {} }, "canUseTool", /use onAsk/);
  await refuses({ abortController: new AbortController() }, "abortController", /use signal: abortController\.signal/);
  await refuses({ pathToClaudeCodeExecutable: "claude" }, "pathToClaudeCodeExecutable", /use executable/);
  await refuses({ forkSession: true }, "forkSession", /use fork/);
  await refuses({ fallbackModel: "x" }, "fallbackModel", /use extraArgs: \{ "fallback-model": … \}/);
});

const wrongKinds: [options: object, option: string, allowed: RegExp][] = [
  [{ allowedTools: "Bash" }, "allowedTools", /a list of strings; found a string/],
  [{ model: 5 }, "model", /a string; found a number/],
  [{ onAsk: "allow" }, "onAsk", /a function/],
  [{ timeoutMs: "1000" }, "timeoutMs", /a number/],
  [{ stderr: () => {} }, "stderr", /one of tail, ignore, mirror/],
  [{ signal: new AbortController() }, "signal", /an AbortSignal/],
  [{ partialMessages: "yes" }, "partialMessages", /true or false/],
  [{ hooks: { PreToolUse: () => ({}) } }, "hooks.PreToolUse", /a list of/],
  [{ hooks: { PreToolUse: [() => ({})] } }, "hooks.PreToolUse", /a list of/],
  [{ extraArgs: { verbose: null } }, "extraArgs", /true for one without a value; found null for verbose/],
  [{ systemPrompt: { type: "preset" } }, "systemPrompt", /a string; found an object/],
];

test("H1 an option of another kind is refused by its name, with what it may be", async () => {
  for (const [options, option, allowed] of wrongKinds) await refuses(options, option, allowed);
  for (const options of [5, null, "claude", []])
    await assert.rejects(open(options as never), (error) => isBridleError(error, "invalid_option"));
});

for (const [what, prompt] of Object.entries({
  "5": 5,
  nothing: undefined,
  null: null,
  "[]": [],
  "[5]": [5],
  "{}": {},
})) {
  test(`H1 run(${what}) in plain JavaScript is refused at once, and nothing is started`, async () => {
    const { mark, ...options } = twinOptions(silent);
    const refused = within(1000, "the error", run(prompt as never, options));
    await assert.rejects(refused, (error) => {
      assert.ok(isBridleError(error, "invalid_option"), String(error));
      assert.match(error.message, /^prompt must be a string or a list of content blocks/);
      return true;
    });
    assert.deepEqual(processesMarked(mark), []);
  });
}

test("H14 what is no prompt, and options of send that are none, are refused; the session goes on", async () => {
  await using agent = await openTwin({});
  const { session } = agent;
  const wrong: [prompt: unknown, options: object, option: string][] = [
    [5, {}, "prompt"],
    [[{ text: "no type" }], {}, "prompt"],
    ["hello", { uuid: "mine" }, "uuid"],
    ["hello", { priority: "soon" }, "priority"],
    ["hello", { shouldQuery: "no" }, "shouldQuery"],
    ["hello", { prority: "now" }, "prority"],
  ];
  for (const [prompt, options, option] of wrong) {
    await assert.rejects(session.send(prompt as string, options), (error) => {
      assert.ok(isBridleError(error, "invalid_option"), String(error));
      assert.equal(error.data.option, option);
      return true;
    });
  }
  assert.equal(session.state, "idle");
  assert.equal((await (await session.send("hello")).result).outcome, "success");
});

test("H14 a uuid that was sent before is refused: the agent would ignore it, and its turn never end", async () => {
  await using agent = await openAgent("fold-prompts named");
  const uuid = "55555555-5555-4555-8555-555555555555";
  const { session } = agent;
  await session.send("a", { uuid });
  const again = session.send("b", { uuid });
  await assert.rejects(again, (error) => isBridleError(error, "conflict") && /leave uuid out/.test(error.message));
  const turns = [await session.send("b"), await session.send("c")];
  for (const turn of turns) assert.equal((await within(5000, "the result", turn.result)).outcome, "success");
});
