import assert from "node:assert/strict";
import { test } from "node:test";
import { AgentInput } from "./agent-input.ts";

test("D5 nothing is written behind the end of an agent's input, which is told once", () => {
  const input = new AgentInput();
  input.write("one\n");
  input.end();
  input.write("an answer to what it still asks\n");
  const { pieces, ending } = input.take();
  assert.deepEqual(
    pieces.map(({ at, data }) => [at, Buffer.from(data).toString()]),
    [[0, "one\n"]],
  );
  assert.ok(ending);
  input.write("more\n");
  input.end();
  const { pieces: later, ending: again } = input.take();
  assert.deepEqual([later.length, again, input.offset], [0, false, 4]);
});
