import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import type { SpokenFrame } from "../dialect/voice.ts";
import { readAgentFlags } from "../flags/agent-flags.ts";
import { LineOutput } from "./line-output.ts";
import { OneShotOutput, oneShotPrompt } from "./one-shot.ts";

function streams(input: PassThrough, inputIsTerminal = false) {
  return { input, output: new PassThrough(), error: new PassThrough(), inputIsTerminal };
}

test("G2 the prompt is the argument, what is piped in, or both", async () => {
  const read = (argv: readonly string[], piped: string) => {
    const input = new PassThrough();
    input.end(piped);
    return oneShotPrompt(readAgentFlags(argv), streams(input));
  };
  assert.equal(await read(["-p", "ask"], ""), "ask");
  assert.equal(await read(["-p"], "piped\n"), "piped\n");
  assert.equal(await read(["-p", "ask"], "piped"), "ask\npiped");
  assert.equal(await read(["-p", "-"], "piped"), "piped");
  assert.equal(await read(["-p"], " \n"), undefined);
});

test("G2 characters that are split between chunks stay whole", async () => {
  const input = new PassThrough();
  for (const byte of Buffer.from("größer")) input.write(Uint8Array.of(byte));
  input.end();
  assert.equal(await oneShotPrompt(readAgentFlags(["-p"]), streams(input)), "größer");
});

test("G2 at a terminal nothing is waited for", async () => {
  assert.equal(await oneShotPrompt(readAgentFlags(["-p", "ask"]), streams(new PassThrough(), true)), "ask");
});

test("G2 with a prompt, an input that is open and silent is waited for a moment only", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const prompt = oneShotPrompt(readAgentFlags(["-p", "ask"]), streams(new PassThrough()));
  t.mock.timers.tick(3_000);
  assert.equal(await prompt, "ask");
});

test("G2 only the final answer is printed, in the format that was asked for", async () => {
  const print = async (argv: readonly string[], ...frames: readonly SpokenFrame[]): Promise<string> => {
    const stream = new PassThrough();
    const output = new LineOutput(stream, () => {});
    const shot = new OneShotOutput(readAgentFlags(argv), output);
    for (const frame of frames) shot.emit(frame);
    shot.end();
    await output.end();
    return String(stream.read() ?? "");
  };
  const said = { type: "assistant" };
  const result = { type: "result", result: "four" };
  assert.equal(await print([], said, result), "four\n");
  assert.equal(await print(["--output-format", "json"], said, result), `${JSON.stringify(result)}\n`);
  assert.equal(
    await print(["--output-format", "json", "--verbose"], said, result),
    `${JSON.stringify([said, result])}\n`,
  );
  assert.equal(await print([], { type: "result", result: "" }), "\n");
  assert.equal(await print([], { type: "result", errors: ["a", "b"] }), "Error: a; b\n");
  assert.equal(await print([], said), "");
});
