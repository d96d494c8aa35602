import assert from "node:assert/strict";
import { test } from "node:test";
import { adapterFor } from "../../src/adapters/adapters.ts";
import { Decoder } from "../../src/codec/decoder.ts";
import { CostMeter } from "../../src/conversation/cost-meter.ts";
import { EventMaker } from "../../src/conversation/event-maker.ts";
import { Ledger } from "../../src/conversation/ledger.ts";
import { promptMark } from "../../src/conversation/prompt-mark.ts";
import { versionFixtures } from "./fixtures.ts";
import { promptIn } from "./prompt-in.ts";
import type { Transcript } from "./transcript.ts";

/** Recordings in which the last result is not in the file, or the agent is told a prompt after its end. */
const cutShort = new Set(["r8-huge-assistant-5MB", "k1-all-subtypes"]);

interface Played {
  readonly sent: readonly string[];
  readonly settled: readonly string[];
  readonly results: number;
}

/** What a host of ours would make of the recorded lines, with a long enough quiet after the last one. */
function play({ lines }: Transcript, version: Parameters<typeof adapterFor>[0]): Played {
  const adapter = adapterFor(version);
  const ledger = new Ledger();
  const [sent, settled]: [string[], string[]] = [[], []];
  let results = 0;
  const events = { push: () => {} };
  const maker = new EventMaker({ ledger, meter: new CostMeter({ resumed: false }) });
  const decoder = new Decoder({ adapter }, (message) => {
    if (message.kind === "result") results++;
    if (message.kind === "delta") maker.delta(message, events);
    else settled.push(...maker.take(message, { events, adapter }).flatMap((result) => result.prompts));
  });
  for (const { direction, payload } of lines) {
    if (direction === "<") decoder.push(Buffer.from(`${payload}\n`));
    const prompt = direction === ">" ? promptIn(payload) : undefined;
    if (prompt === undefined) continue;
    // A host of ours gives every prompt a uuid.
    const uuid = prompt.uuid ?? `prompt ${sent.length}`;
    sent.push(uuid);
    ledger.add({ uuid, mark: promptMark(prompt.content) });
  }
  settled.push(...maker.resolve(events).flatMap((result) => result.prompts));
  return { sent, settled, results };
}

let prompts = 0;
for (const { name, version, transcripts } of versionFixtures()) {
  test(`H14 every prompt of the recordings of ${name} settles, unless the agent ended without any result`, () => {
    for (const transcript of transcripts) {
      const { sent, settled, results } = play(transcript, version);
      if (results === 0 || cutShort.has(transcript.name)) continue;
      assert.deepEqual([...settled].sort(), [...sent].sort(), transcript.name);
      prompts += sent.length;
    }
  });
}

test("H14 these were more than a thousand prompts", () => {
  assert.ok(prompts > 1000, `${prompts} prompts`);
});

for (const name of ["1.0.64", "1.0.77", "1.0.85", "1.0.95", "2.1.15"]) {
  test(`H14 three prompts that ${name} folded into one turn settle, though no result names them`, () => {
    const found = versionFixtures().find((fixtures) => fixtures.name === name);
    const recording = found?.transcripts.find((transcript) => transcript.name === "m1-second-while-running");
    assert.ok(recording !== undefined);
    const { settled, results } = play(recording, found?.version);
    assert.deepEqual([settled.length, results], [3, 1]);
  });
}
