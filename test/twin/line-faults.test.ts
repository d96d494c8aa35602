import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Event, isBridleError } from "../../src/exports/host.ts";
import type { Fault, Fields } from "../../src/exports/testing.ts";
import { readAll } from "../host/read-events.ts";
import { within } from "../host/within.ts";
import { errorsIn, openMemoryTwin, saidIn } from "./open-memory-twin.ts";

const delta = { line: "stream_event/content_block_delta" };
const answerTo = (subtype: string) => ({ line: `control_response/${subtype}` });
const asksOnce = [{ tools: [{ name: "Bash", input: { n: 1 }, id: "toolu_1" }] }, { text: "done" }];

test("G8 W1 split inside a character: the text comes whole and nothing is an error", async () => {
  const faults: Fault[] = [{ at: delta, split: { at: "character" }, times: "every" }];
  await using agent = await openMemoryTwin({ steps: [{ text: "Zoë 🦊 naïve", chunks: 4 }], faults });
  const events = await readAll(await agent.session.send("go"));
  assert.equal(saidIn(events), "Zoë 🦊 naïve");
  assert.deepEqual(errorsIn(events), []);
  const ends = agent.chunks.map((chunk) => chunk.at(-1) ?? 0);
  assert.ok(ends.filter((byte) => byte >= 0xc0).length >= 3, "chunks end inside characters");
});

test("G8 W1 split after every byte, or behind any bytes: the same events as without", async () => {
  const steps = [{ thinking: "hmm", text: "naïve" }];
  const typesOf = (events: readonly Event[]): string[] => events.map(({ type }) => type);
  await using whole = await openMemoryTwin({ steps });
  const expected = typesOf(await readAll(await whole.session.send("go")));
  for (const at of ["every_byte", [1, 2, 50, 10 ** 6]] as const) {
    await using agent = await openMemoryTwin({
      steps,
      faults: [{ at: { line: "*" }, split: { at, pauseMs: 0 }, times: at === "every_byte" ? 8 : "every" }],
    });
    const events = await readAll(await agent.session.send("go"));
    assert.deepEqual(typesOf(events), expected);
    assert.ok(agent.chunks.filter(({ length }) => length === 1).length >= (at === "every_byte" ? 1000 : 20));
  }
});

test("G8 W2 H20 a line of 50 MB over the limit is one error in its place, and the turn ends well", async () => {
  const bytes = 50 * 2 ** 20;
  const limit = 8 * 2 ** 20;
  const faults: Fault[] = [{ at: { line: "assistant" }, hugeBytes: bytes }];
  await using agent = await openMemoryTwin({ faults }, { maxPayloadBytes: limit, maxLineBytes: limit });
  const events = await readAll(await agent.session.send("go"));
  const errors = events.flatMap((event) => (event.type === "error" ? [event] : []));
  assert.deepEqual(
    errors.map(({ code, frame }) => [code, frame?.type === "unreadable" && frame.bytes]),
    [["oversize", bytes]],
  );
  assert.equal(saidIn(events), "ok");
  assert.equal(events.at(-1)?.type, "turn_complete");
});

test("G8 W2 a line over the payload limit and under the line limit is read, cut", async () => {
  const faults: Fault[] = [{ at: { line: "assistant" }, hugeBytes: 3 * 2 ** 20 }];
  await using agent = await openMemoryTwin({ faults }, { maxPayloadBytes: 2 ** 20 });
  const events = await readAll(await agent.session.send("go"));
  assert.deepEqual(errorsIn(events), []);
  const cut = events.filter(({ frame }) => frame?.type === "message" && frame.truncated);
  assert.equal(cut.length, 1);
});

test("G8 W4 a changed line: unknown types pass as unknown, wrong types are errors, an unknown result is no success", async () => {
  const faults: Fault[] = [
    { at: delta, edit: { type: "brand_new" } },
    { at: { line: "assistant" }, edit: { message: 7 } },
    { at: { line: "result" }, edit: { subtype: "brand_new", uuid: null } },
  ];
  await using agent = await openMemoryTwin({ steps: [{ text: "abc" }], faults });
  const turn = await agent.session.send("go");
  const events = await readAll(turn);
  assert.equal(saidIn(events), "bc");
  const unknown = events.flatMap(({ type, frame }) => (type === "unknown" && frame?.type === "message" ? [frame] : []));
  assert.deepEqual(
    unknown.map(({ message }) => message.type),
    ["brand_new"],
  );
  assert.deepEqual(errorsIn(events), ["missing_field"]);
  assert.equal((await turn.result).outcome, "error");
});

test("G8 H9 an error instead of an answer rejects the call with its code, and the session lives", async () => {
  const refuse = { error: "not today", code: "busy" };
  await using agent = await openMemoryTwin({ faults: [{ at: answerTo("set_model"), refuse }] });
  await assert.rejects(agent.session.setModel("x"), (error) => {
    assert.ok(isBridleError(error, "refused"));
    assert.deepEqual([error.data.reason, error.data.errorCode], ["not today", "busy"]);
    return true;
  });
  await agent.session.setModel("x");
  assert.equal((await (await agent.session.send("go")).result).outcome, "success");
});

test("G8 W1 lines that end in CR LF are read like any other", async () => {
  await using agent = await openMemoryTwin({ faults: [{ at: { line: "*" }, crlf: true, times: "every" }] });
  const events = await readAll(await agent.session.send("go"));
  assert.deepEqual([saidIn(events), errorsIn(events)], ["ok", []]);
  assert.match(Buffer.concat(agent.chunks).toString(), /^([^\n]+\r\n)+$/);
});

test("G8 H9 a request id that comes twice is asked once, an answer that comes twice settles once", async () => {
  const faults: Fault[] = [
    { at: { line: "control_request/can_use_tool" }, repeat: { edit: { request: { input: { n: 2 } } } } },
    { at: answerTo("set_model"), repeat: { times: 2, edit: { response: { response: { model: "y" } } } } },
    { at: { heard: "control_response" }, echo: true, times: "every" },
  ];
  const asked: unknown[] = [];
  const onAsk = async ({ input }: { input: Fields }) => {
    asked.push(input.n);
    // The answer must not be there before the second request.
    await sleep(50);
    return "allow" as const;
  };
  await using agent = await openMemoryTwin({ steps: asksOnce, faults }, { onAsk });
  const { session } = agent;
  assert.equal((await session.control("set_model", { model: "x" })).model, "x");
  const events = await readAll(await session.send("go"));
  assert.deepEqual(asked, [1]);
  assert.equal(events.filter(({ type }) => type === "ask").length, 1);
  assert.equal(events.filter(({ type, frame }) => type === "unknown" && frame?.type === "message").length, 1);
  const { duplicate_requests, unmatched_answers } = session.counters;
  assert.deepEqual([duplicate_requests, unmatched_answers], [1, 2]);
});

test("G8 H2 an agent that never answers initialize works, and the wait for it ends", async () => {
  const faults: Fault[] = [{ at: answerTo("initialize"), drop: true }];
  await using agent = await openMemoryTwin({ faults }, { initializeTimeoutMs: 100 });
  assert.equal((await (await agent.session.send("go")).result).outcome, "success");
  assert.equal(await within(1000, "initialized", agent.session.initialized), undefined);
});

test("G8 H7 H14 without an answer a call times out, and without a result a turn fails when the agent ends", async () => {
  const faults: Fault[] = [
    { at: answerTo("mcp_status"), drop: true },
    { at: { line: "result" }, drop: true },
  ];
  await using agent = await openMemoryTwin({ faults }, { controlTimeoutMs: 100 });
  const { session } = agent;
  await assert.rejects(session.mcpStatus(), (error) => isBridleError(error, "timeout"));
  const turn = await session.send("go");
  for await (const { type } of turn) if (type === "message") break;
  assert.equal(session.state, "running");
  const failed = assert.rejects(turn.result);
  await session.close();
  await failed;
});

test("G8 H9 a slow answer is waited for; one that comes after its call was given up changes nothing", async () => {
  const faults: Fault[] = [{ at: answerTo("mcp_status"), holdUntil: { ms: 200 }, times: 2 }];
  await using agent = await openMemoryTwin({ faults });
  const { session } = agent;
  const begun = performance.now();
  const answered: string[] = [];
  const [slow, quick] = [session.mcpStatus(), session.setModel("x")];
  await Promise.all([slow.then(() => answered.push("slow")), quick.then(() => answered.push("quick"))]);
  assert.deepEqual(answered, ["quick", "slow"], "others are not held up");
  assert.ok(performance.now() - begun >= 195);
  await assert.rejects(session.control("mcp_status", {}, { signal: AbortSignal.timeout(50) }));
  assert.equal(session.counters.unmatched_answers, 0);
  await sleep(250);
  assert.equal(session.counters.unmatched_answers, 1);
  assert.equal((await (await session.send("go")).result).outcome, "success");
});

test("G8 H9 ten answers in reverse order reach their own calls", async () => {
  await using agent = await openMemoryTwin({ faults: [{ at: answerTo("set_model"), reverse: 10, times: 10 }] });
  const names = Array.from({ length: 10 }, (_, n) => `model-${n}`);
  const settled: string[] = [];
  const calls = names.map(async (model) => {
    const answer = await agent.session.control("set_model", { model });
    settled.push(model);
    return answer.model;
  });
  assert.deepEqual(await within(5000, "the answers", Promise.all(calls)), names);
  assert.deepEqual(settled, names.toReversed());
});

test("G8 W4 H14 a result that comes before its message settles the turn; the message is not lost", async () => {
  const faults: Fault[] = [{ at: { line: "assistant" }, holdUntil: { line: "result" } }];
  await using agent = await openMemoryTwin({ faults });
  const turn = await agent.session.send("go");
  const types: string[] = [];
  for await (const event of agent.session.events) {
    types.push(event.type);
    if (event.type === "message" && types.includes("turn_complete")) break;
  }
  assert.equal((await turn.result).outcome, "success");
});

test("G8 a line that waits for a word of the host comes right behind it", async () => {
  const faults: Fault[] = [{ at: { line: "result" }, holdUntil: { heard: "control_request/set_model", nth: 2 } }];
  await using agent = await openMemoryTwin({ faults });
  const { session } = agent;
  const turn = await session.send("go");
  for await (const { type } of turn) if (type === "message") break;
  await session.setModel("a");
  assert.equal(session.state, "running");
  await session.setModel("b");
  assert.equal((await within(1000, "the result", turn.result)).outcome, "success");
});
