import assert from "node:assert/strict";
import { test } from "node:test";
import { isBridleError } from "../../src/exports/host.ts";
import type { Fault, Fields, GarbageKind } from "../../src/exports/testing.ts";
import { garbageKinds } from "../../src/twin/garbage.ts";
import { twinPrompt } from "../../src/twin/twin-script.ts";
import { readAll } from "../host/read-events.ts";
import { within } from "../host/within.ts";
import { errorsIn, openMemoryTwin, saidIn } from "./open-memory-twin.ts";

const delta = { line: "stream_event/content_block_delta" };

/** What our host makes of each kind: one error for each line that is none, nothing for a blank one. */
const errorsOf: { readonly [K in GarbageKind]: readonly string[] } = {
  text: ["not_json"],
  truncated: ["not_json"],
  scalar: ["no_type", "no_type", "no_type", "no_type"],
  untyped: ["no_type", "no_type", "no_type"],
  control: ["malformed", "malformed"],
  fields: ["missing_field", "missing_field", "missing_field"],
  utf8: ["not_utf8", "not_utf8"],
  blank: [],
  terminal: ["not_json", "not_json"],
  deep: ["not_json"],
};

for (const kind of [...garbageKinds, "all"] as const) {
  test(`G8 W3 garbage (${kind}) between two deltas: an error for each line, in its place, and the turn ends well`, async () => {
    await using agent = await openMemoryTwin({
      steps: [{ text: "ab", chunks: 2 }],
      faults: [{ at: { ...delta, nth: 2 }, garbage: kind }],
    });
    const events = await readAll(await agent.session.send("go"));
    const expected = kind === "all" ? garbageKinds.flatMap((each) => errorsOf[each]) : errorsOf[kind];
    const told = events.flatMap((event) => {
      if (event.type === "error") return [event.code];
      return event.type === "text_delta" ? [event.text] : [];
    });
    assert.deepEqual(told, ["a", ...expected, "b"]);
    assert.equal(events.at(-1)?.type, "turn_complete");
  });
}

test("G8 W4 H9 further lines: unknown types and notices reach the reader, an unknown request is refused", async () => {
  const say = [
    { type: "brand_new", x: 1 },
    { type: "system", subtype: "brand_new" },
    { type: "control_request", request_id: "r1", request: { subtype: "brand_new" } },
  ];
  const faults: Fault[] = [
    { at: { line: "system/init", after: true }, say },
    { at: { line: "result" }, holdUntil: { heard: "control_response" } },
    { at: { heard: "control_response" }, echo: true },
  ];
  await using agent = await openMemoryTwin({ faults });
  const events = await readAll(await agent.session.send("go"));
  const messages = events.flatMap(({ type, frame }) =>
    type === "unknown" && frame?.type === "message" ? [frame.message] : [],
  );
  assert.deepEqual(
    messages.map(({ type }) => type),
    ["brand_new", "system", "twin_heard"],
  );
  const heard = messages.at(-1)?.heard as { response: Fields };
  assert.deepEqual([heard.response.request_id, heard.response.error_code], ["r1", "unsupported_request"]);
});

test("G8 W1 bytes of any kind can be written: a line in two writes is one line", async () => {
  const line = Buffer.from('{"type":"brand_new","text":"é"}\n');
  const at = line.indexOf(0xc3) + 1;
  const [head, tail] = [line.subarray(0, at), line.subarray(at)];
  const faults: Fault[] = [
    { at: { line: "result" }, write: { base64: head.toString("base64") } },
    { at: { line: "result" }, stall: 20 },
    { at: { line: "result" }, write: { base64: tail.toString("base64") } },
  ];
  await using agent = await openMemoryTwin({ faults });
  const events = await readAll(await agent.session.send("go"));
  assert.deepEqual(errorsIn(events), []);
  const unknown = events.find(({ type }) => type === "unknown")?.frame;
  assert.equal(unknown?.type === "message" && unknown.message.text, "é");
  assert.ok(agent.chunks.some((chunk) => chunk.at(-1) === 0xc3));
});

test("G8 H7 a stall is waited for; one for ever ends with the session's time", async () => {
  const begun = performance.now();
  await using short = await openMemoryTwin({ faults: [{ at: { line: "result" }, stall: 150 }] });
  assert.equal((await (await short.session.send("go")).result).outcome, "success");
  assert.ok(performance.now() - begun >= 145);
  await using long = await openMemoryTwin({ faults: [{ at: delta, stall: "forever" }] }, { timeoutMs: 200 });
  const turn = await long.session.send("go");
  await assert.rejects(within(5000, "the result", turn.result), (error) => isBridleError(error, "timeout"));
  assert.equal((await within(5000, "done", long.session.done)).outcome, "timeout");
});

const exits: { readonly [when: string]: [fault: Fault, types: readonly string[], outcome: string] } = {
  "at its start": [{ at: "start", exit: { code: 3 } }, [], "crashed"],
  "before init": [{ at: { line: "system/init" }, exit: { code: 3 } }, [], "crashed"],
  "in the middle of a line": [
    { at: { ...delta, nth: 2 }, exit: { code: 3, written: "half" } },
    ["init", "text_delta", "not_json"],
    "crashed",
  ],
  "at an ask": [{ at: { line: "control_request/can_use_tool" }, exit: { code: 3 } }, ["init", "text_delta"], "crashed"],
  "when it hears an interrupt": [
    { at: { heard: "control_request/interrupt" }, exit: { code: 3 } },
    ["init", "text_delta", "ask"],
    "crashed",
  ],
  "behind a result without its LF": [
    { at: { line: "result" }, exit: { code: 3, written: "unended" } },
    ["init", "text_delta", "ask", "turn_complete"],
    "crashed",
  ],
};

for (const [when, [fault, types, outcome]] of Object.entries(exits)) {
  test(`G8 H5 an agent that dies ${when}: what came before is read, done tells the code`, async () => {
    const steps = [{ text: "ab", chunks: 2, tools: [{ name: "Bash" }] }, {}];
    await using agent = await openMemoryTwin({ steps, faults: [fault] });
    const { session } = agent;
    const turn = await session.send("go");
    const settled = Promise.allSettled([turn.result]);
    const told: string[] = [];
    for await (const event of session.events) {
      const word = event.type === "error" ? event.code : event.type;
      if (["init", "text_delta", "not_json", "ask", "turn_complete"].includes(word)) told.push(word);
      if (event.type === "ask" && when.includes("interrupt")) void session.interrupt().catch(() => {});
    }
    assert.deepEqual([...new Set(told)], types);
    const done = await within(1000, "done", session.done);
    assert.deepEqual([done.outcome, done.exitCode], [outcome, 3]);
    const [{ status } = { status: "" }] = await settled;
    assert.equal(status, when.includes("result") ? "fulfilled" : "rejected");
  });
}

test("G8 H5 what is said at end of input, the last line without its LF, is read", async () => {
  const event = (text: string): Fields => ({
    type: "stream_event",
    event: { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
  });
  const faults: Fault[] = [
    { at: "end_of_input", say: [event("one")] },
    { at: "end_of_input", write: JSON.stringify(event("two")) },
  ];
  await using agent = await openMemoryTwin({ faults });
  const { session } = agent;
  await (await session.send("go")).result;
  const done = await within(2000, "close", session.close());
  assert.match(Buffer.concat(agent.chunks).toString(), /"one".*\n.*"two"[^\n]*$/);
  assert.deepEqual([done.outcome, done.exitCode], ["ended", 0]);
});

test("G8 faults of a prompt count from there, those of a turn in it, and `times` says how often", async () => {
  const faults: Fault[] = [{ at: { line: "stream_event", nth: 2, turn: 2 }, garbage: "text", times: 2 }];
  await using agent = await openMemoryTwin({ faults });
  const { session } = agent;
  const errors: number[] = [];
  const prompts = ["one", "two", twinPrompt({ faults: [{ at: { line: "system/init" }, garbage: "text" }] }), "four"];
  for (const prompt of prompts) errors.push(errorsIn(await readAll(await session.send(prompt))).length);
  assert.deepEqual(errors, [0, 2, 1, 0]);
});

test("G8 a prompt's own steps are said in its turn only", async () => {
  await using agent = await openMemoryTwin({ steps: [{ text: "script" }] });
  const said: string[] = [];
  for (const prompt of ["a", twinPrompt({ steps: [{ text: "prompt" }] }), "b"])
    said.push(saidIn(await readAll(await agent.session.send(prompt))));
  assert.deepEqual(said, ["script", "prompt", "script"]);
});

test("G8 a tool of the twin gives back the input it was allowed to run with", async () => {
  const steps = [{ tools: [{ name: "Write", input: { path: "/etc" } }] }, { text: "done" }];
  const onAsk = () => ({ behavior: "allow", updatedInput: { path: "/tmp" } }) as const;
  await using agent = await openMemoryTwin({ steps }, { onAsk });
  const events = await readAll(await agent.session.send("go"));
  const result = events.find((event) => event.type === "tool_result");
  assert.match(JSON.stringify(result), /\/tmp/);
});
