import assert from "node:assert/strict";
import { test } from "node:test";
import { adapterFor } from "../../src/adapters/adapters.ts";
import { Decoder } from "../../src/codec/decoder.ts";
import { CostMeter } from "../../src/conversation/cost-meter.ts";
import type { Event } from "../../src/conversation/event.ts";
import { EventMaker } from "../../src/conversation/event-maker.ts";
import { Ledger } from "../../src/conversation/ledger.ts";
import type { TurnResult } from "../../src/conversation/turn-result.ts";
import { versionFixtures } from "./fixtures.ts";
import { promptIn } from "./prompt-in.ts";

interface Played {
  readonly results: readonly TurnResult[];
  readonly events: readonly Event[];
  readonly ledger: Ledger;
}

/** What a host of ours makes of a recording, while the prompts of `waiting` have been sent before it begins. */
function play(version: string, name: string, waiting: readonly string[] = []): Played {
  const fixtures = versionFixtures().find((found) => found.name === version);
  const recording = fixtures?.transcripts.find((transcript) => transcript.name === name);
  assert.ok(recording !== undefined, `${version}/${name}`);
  const adapter = adapterFor(version);
  const ledger = new Ledger();
  const events: Event[] = [];
  const results: TurnResult[] = [];
  const maker = new EventMaker({ ledger, meter: new CostMeter({ resumed: true }) });
  const decoder = new Decoder({ adapter }, (message) => {
    if (message.kind === "delta") maker.delta(message, events);
    else results.push(...maker.take(message, { events, adapter }));
  });
  for (const uuid of waiting) ledger.add({ uuid });
  for (const { direction, payload } of recording.lines) {
    if (direction === "<") decoder.push(Buffer.from(`${payload}\n`));
    const prompt = direction === ">" ? promptIn(payload) : undefined;
    if (prompt?.uuid !== undefined) ledger.add({ uuid: prompt.uuid });
  }
  return { results, events, ledger };
}

const prompt = "11111111-1111-4111-8111-111111111111";

for (const version of ["2.1.89", "2.1.325"])
  test(`P6 H14 a turn that ${version} ended before a call tells which, and its prompt is settled`, () => {
    const { results, ledger } = play(version, "t1-defer");
    const [result] = results;
    assert.deepEqual([results.length, result?.outcome, result?.prompts], [1, "deferred", [prompt]]);
    assert.equal(result?.deferred?.name, "Bash");
    assert.equal(result?.deferred?.input.command, "touch made.txt; echo touched");
    assert.ok(ledger.settled);
  });

for (const version of ["2.1.89", "2.1.325"])
  test(`P6 H14 the turn in which ${version} takes the call up again is its own: a prompt that waits is not settled by it`, () => {
    const { results, events, ledger } = play(version, "t2-defer-allowed", ["mine"]);
    assert.deepEqual(
      results.map(({ outcome, prompts, text, deferred }) => [outcome, prompts, text, deferred]),
      [["success", [], "Done.", undefined]],
    );
    assert.ok(ledger.has("mine"));
    const told = events.filter(({ type }) => ["tool_result", "init", "message", "turn_complete"].includes(type));
    assert.deepEqual(
      told.map(({ type }) => type),
      ["tool_result", "init", "message", "turn_complete"],
    );
    assert.deepEqual([...new Set(told.map(({ turn }) => turn))], ["agent-1"], "one turn, from its first line on");
  });

test("P6 H14 a prompt that is sent with the resumption has its own turn behind it", () => {
  const { results } = play("2.1.325", "t14-defer-prompt-at-resume");
  assert.deepEqual(
    results.map(({ prompts, text }) => [prompts.length, text]),
    [
      [0, "Done."],
      [1, "Second."],
    ],
  );
});

test("P6 H14 a call that is put off again ends a turn that never began, and settles nobody's prompt", () => {
  const { results, ledger } = play("2.1.325", "t6-defer-again", ["mine"]);
  assert.deepEqual(
    results.map(({ outcome, prompts, deferred, terminalReason }) => [outcome, prompts, deferred?.name, terminalReason]),
    [["deferred", [], "Bash", undefined]],
  );
  assert.deepEqual([ledger.turn, ledger.has("mine")], [undefined, true]);
});

test("P6 a question can be put off, a sub-agent's call cannot: its turn ends as any other", () => {
  assert.equal(play("2.1.325", "t7-defer-question").results[0]?.deferred?.name, "AskUserQuestion");
  const [ended] = play("2.1.325", "t11-defer-sub-agent").results;
  assert.deepEqual([ended?.outcome, ended?.deferred], ["success", undefined]);
});

test("P6 of two calls that are put off, the last is kept", () => {
  assert.equal(play("2.1.325", "t9-defer-two").results[0]?.deferred?.input.command, "touch b; echo b");
});
