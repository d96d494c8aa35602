import assert from "node:assert/strict";
import { test } from "node:test";
import { type Event, isBridleError, open, type Transport } from "../../src/exports/host.ts";
import { openAgent, quickLadder } from "./open-agent.ts";
import { assertNothingLeft } from "./process-table.ts";
import { readAll } from "./read-events.ts";
import { within } from "./within.ts";

/** What the agent itself said last, as far as it was read. */
function lastWords(events: readonly Event[]): unknown[] {
  return events.flatMap(({ type, frame }) =>
    type === "unknown" && frame?.type === "message" && frame.message.type === "last_words" ? [frame.message.n] : [],
  );
}

const hundred = Array.from({ length: 100 }, (_, n) => n);

for (const how of ["fast", "slow", "slow unmarked", "fast unmarked"]) {
  test(`H5 H6 an agent whose child goes on writing to its stdout (${how}) has ended, and its own last words are read`, async () => {
    await using agent = await openAgent(`leaves-writer ${how}`);
    const { session, mark } = agent;
    const turn = await session.send("go");
    const events = await within(15_000, "the end of the events", readAll(session.events));
    assert.deepEqual(lastWords(events), hundred);
    assert.equal((await turn.result).outcome, "success");
    const done = await within(1000, "done", session.done);
    assert.deepEqual([done.outcome, done.exitCode], ["ended", 0]);
    await assertNothingLeft(mark);
  });
}

test("H6 close() ends with an agent whose child goes on writing to its stdout, and nobody reads", async () => {
  await using agent = await openAgent("leaves-writer fast");
  const { session, mark } = agent;
  const turn = await session.send("go");
  await within(10_000, "the result", turn.result);
  await within(5000, "close", session.close());
  await assertNothingLeft(mark);
});

test("H6 what an agent left behind is ended though nobody reads the agent's last words, which are kept", async () => {
  // Not before: noise that nobody reads fills the pipe, and an agent that cannot write its last words does not end.
  await using agent = await openAgent("leaves-writer late");
  const { session, mark } = agent;
  await session.send("go");
  const events = session.events[Symbol.asyncIterator]();
  const read = [(await events.next()).value as Event];
  await assertNothingLeft(mark, 5000);
  for (let next = await events.next(); !next.done; next = await events.next()) read.push(next.value);
  assert.deepEqual(lastWords(read), hundred);
});

/** Takes everything and never ends, whatever it is told. */
function immortal(): Transport {
  return {
    ...{ pid: 4711, exited: new Promise(() => {}), stderrTail: () => "" },
    ...{ start: () => {}, pause: () => {}, resume: () => {}, write: () => {}, endInput: () => {}, signal: () => {} },
  };
}

test("H6 H7 close() gives up an agent that not even SIGKILL ends, every wait settles, and done says so", async () => {
  const session = await open({ transport: immortal(), stopLadder: quickLadder });
  const turn = await session.send("go");
  const call = session.mcpStatus();
  const done = await within(15_000, "close", session.close());
  assert.deepEqual([done.outcome, done.exitCode, done.signal], ["aborted", null, null]);
  for (const wait of [turn.result, call])
    await assert.rejects(
      within<unknown>(100, "a wait", wait),
      (error) => isBridleError(error, "closed") && /4711/.test(error.message),
    );
  await assert.rejects(session.send("more"), (error) => isBridleError(error, "closed"));
});

test("H6 close() does not wait for the end of an output whose process is gone", async () => {
  const transport = { ...immortal(), exited: Promise.resolve({ exitCode: 0, signal: null }) };
  const session = await open({ transport, stopLadder: quickLadder });
  const done = await within(15_000, "close", session.close());
  assert.deepEqual([done.outcome, done.exitCode], ["ended", 0]);
});
