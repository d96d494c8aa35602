// Test a host with an agent that misbehaves on purpose: a scripted twin, here in the same process.
import assert from "node:assert/strict";
import { isBridleError, open } from "bridle";
import { type TwinScript, twin } from "bridle/testing";

const script: TwinScript = {
  steps: [{ text: "Zoë and José", chunks: 4 }],
  faults: [
    { at: { line: "stream_event/content_block_delta" }, split: { at: "character" }, times: "every" },
    { at: { line: "assistant" }, garbage: "terminal" },
    { at: { line: "result", turn: 2 }, exit: { code: 3, written: "half" } },
  ],
};

const session = await open({ transport: twin(script) });
let text = "";
let errors = 0;
for await (const event of await session.send("Who is there?")) {
  if (event.type === "text_delta") text += event.text;
  if (event.type === "error") errors++;
}
console.log(`  heard ${JSON.stringify(text)} through split characters, and ${errors} lines of garbage`);
assert.equal(text, "Zoë and José");
assert.equal(errors, 2);

const failure = await (await session.send("And now?")).result.catch((error: unknown) => error);
assert.ok(isBridleError(failure, "closed"));
console.log(`  the agent ended in the middle of its result, with code ${failure.data.exitCode}`);
assert.equal(failure.data.exitCode, 3);
await session.close();
