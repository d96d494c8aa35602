import assert from "node:assert/strict";
import { test } from "node:test";
import { isBridleError, type TurnOutcome } from "../../src/exports/host.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { openAgent } from "./open-agent.ts";
import { openTwin } from "./open-twin.ts";
import { readAll } from "./read-events.ts";
import { within } from "./within.ts";

const session_id = "00000000-0000-4000-8000-000000000001";
const init = JSON.stringify({ type: "system", subtype: "init", session_id, uuid: "i" });
const MiB = 2 ** 20;

type Line = string | { readonly base64: string };
const line = (more: Fields): string => JSON.stringify({ type: "result", session_id, uuid: "r", ...more });
const bytes = (text: string): Line => ({ base64: Buffer.from(text, "latin1").toString("base64") });

const results: { readonly [what: string]: readonly [line: Line, outcome: TurnOutcome] } = {
  "without a subtype that is no error": [line({ is_error: false, result: "done" }), "success"],
  "without a subtype that is an error": [line({ is_error: true }), "error"],
  "that says nothing at all": ['{"type":"result"}', "error"],
  "whose subtype is a number": [line({ subtype: 7, is_error: false }), "success"],
  "whose is_error is of another kind": [line({ subtype: "success", is_error: { yes: 1 } }), "api_error"],
  "whose values are all of another kind": [
    line({
      subtype: "success",
      is_error: false,
      ...{
        result: 5,
        errors: {},
        usage: "none",
        modelUsage: 3,
        num_turns: [],
        duration_ms: {},
        total_cost_usd: "much",
      },
      ...{ permission_denials: "none", user_message_uuids: 5, origin: "me", session_id: 5, uuid: [], stop_reason: {} },
    }),
    "success",
  ],
  "of a person's own origin": [line({ subtype: "success", is_error: false, origin: { kind: "human" } }), "success"],
  "nested 20 000 deep": [
    `{"type":"result","subtype":"success","is_error":false,"structured_output":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
    "success",
  ],
  "over the payload limit by its values": [
    line({ subtype: "success", is_error: true, list: Array.from({ length: 300_000 }, (_, n) => n) }),
    "api_error",
  ],
  "over the hard cap, its type first": [
    line({ subtype: "success", is_error: false, result: "x".repeat(3 * MiB) }),
    "success",
  ],
  "over the hard cap, its type last": [
    JSON.stringify({
      result: 'x"}\\'.repeat(MiB),
      session_id,
      subtype: "error_max_turns",
      is_error: true,
      type: "result",
    }),
    "max_turns",
  ],
  "over the hard cap that says nothing of success": [
    JSON.stringify({ type: "result", result: "x".repeat(3 * MiB) }),
    "error",
  ],
  "cut off in the middle": ['{"type":"result","subtype":"success","is_error":false,"result":"hel', "success"],
  "cut off before it says how it ended": ['{"type":"result","subty', "error"],
  "that is no UTF-8": [bytes('{"type":"result","subtype":"success","is_error":false,"result":"\xff\xfe"}'), "success"],
  "on one line with another message": [
    `{"type":"system","subtype":"status"}${line({ subtype: "success", is_error: false })}`,
    "success",
  ],
};

for (const [what, [written, outcome]] of Object.entries(results)) {
  test(`H14 H17 a result ${what} settles its turn as ${outcome}, and the session goes on`, async () => {
    await using agent = await openAgent("raw-lines", { maxPayloadBytes: MiB, maxLineBytes: 2 * MiB });
    const { session } = agent;
    const turn = await session.send(JSON.stringify([init, written]));
    const result = await within(10_000, "the result", turn.result);
    assert.equal(result.outcome, outcome);
    assert.deepEqual(result.prompts, [turn.uuid]);
    assert.equal(session.state, "idle");
    const next = await session.send(
      JSON.stringify([init, line({ subtype: "success", is_error: false, result: "next" })]),
    );
    assert.equal((await within(5000, "the next result", next.result)).text, "next");
  });
}

test("H17 what was wrong with the end of a turn is told: an error in its place, and in the result", async () => {
  await using agent = await openAgent("raw-lines");
  const turn = await agent.session.send(JSON.stringify([init, '{"type":"result","secret":"hidden","x']));
  const events = await readAll(turn);
  assert.deepEqual(
    events.flatMap((event) => (event.type === "error" ? [event.code] : [])),
    ["not_json"],
  );
  const { outcome, errors } = await turn.result;
  assert.deepEqual([outcome, errors], ["error", ["the end of the turn could not be read: not_json"]]);
  assert.ok(!JSON.stringify(events).includes("hidden"));
});

test("H17 the error of a result and its subtype are told; a subtype nobody knows warns once and is counted", async () => {
  await using agent = await openAgent("raw-lines");
  const { session } = agent;
  const failed = line({ subtype: "error", error: "Rate limit exceeded" });
  const codes: unknown[] = [];
  for (const written of [failed, line({ subtype: "brand_new" }), line({ subtype: "brand_new", is_error: false })]) {
    const turn = await session.send(JSON.stringify([init, written]));
    for (const event of await readAll(turn)) if (event.type === "notice") codes.push(event.word);
    const { outcome, subtype, errors } = await turn.result;
    assert.equal(outcome, "error");
    if (written === failed) assert.deepEqual([subtype, errors], ["error", ["Rate limit exceeded"]]);
    else assert.equal(subtype, "brand_new");
  }
  const [unknown, ...more] = codes.filter((code) => code === "bridle/unknown_subtype");
  assert.ok(unknown !== undefined && more.length <= 1);
  assert.ok(session.counters.unknown_subtypes >= 2);
});

test("H14 an agent that exits without any result fails its turn, and says how it ended", async () => {
  await using agent = await openAgent("raw-lines");
  const turn = await agent.session.send("no JSON: it crashes");
  await assert.rejects(within(5000, "the failure", turn.result), /exited with 1/);
});

test("H14 an agent that ends in the middle of its result has failed its turn: no LF came", async () => {
  const faults = [{ at: { line: "result" }, exit: { code: 3, written: "half" } }] as const;
  await using agent = await openTwin({ faults });
  const turn = await agent.session.send("go");
  await assert.rejects(within(5000, "the failure", turn.result), (error) => isBridleError(error, "closed"));
});
