import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isBridleError, type OnAsk } from "../../src/exports/host.ts";
import type { Fault } from "../../src/exports/testing.ts";
import { twinPrompt } from "../../src/twin/twin-script.ts";
import { openAgent } from "./open-agent.ts";
import { asksOnce, flood, leavesProcesses, numberText, openTwin } from "./open-twin.ts";
import { assertNothingLeft } from "./process-table.ts";
import { readAll } from "./read-events.ts";
import { within } from "./within.ts";

/** Until a number stays the same for a while: what a stopped agent wrote. */
async function standstill(read: () => number): Promise<number> {
  const deadline = Date.now() + 10_000;
  for (let last = read(), since = Date.now(); Date.now() < deadline; ) {
    await sleep(50);
    const now = read();
    if (now !== last) [last, since] = [now, Date.now()];
    else if (now > 0 && Date.now() - since > 400) return now;
  }
  throw new Error("the agent never stopped writing");
}

test("H3 a consumer that stops is felt by the agent: it stops writing; then everything comes, in order", async () => {
  const file = join(tmpdir(), `${randomUUID()}.count`);
  await using agent = await openAgent("flood", { executableArgs: [file] });
  const { session, mark } = agent;
  const turn = await session.send("50000");
  const events = turn[Symbol.asyncIterator]();
  await events.next();
  const written = await standstill(() => (existsSync(file) ? Number(readFileSync(file, "utf8")) : 0));
  assert.ok(written < 2 * 2 ** 20, `the agent wrote ${written} bytes to nobody`);
  let expected = 0;
  for (let next = await events.next(); !next.done; next = await events.next())
    if (next.value.type === "text_delta") assert.equal(next.value.text, String(expected++));
  assert.equal(expected, 50_000);
  assert.ok(Number(readFileSync(file, "utf8")) > 5 * written);
  rmSync(file);
  await session.close();
  await assertNothingLeft(mark, 0);
});

test("H4 control calls awaited inside the loop are answered though 200 000 lines lie before the answer", async () => {
  await using agent = await openTwin({ heedless: true }, { maxQueuedBytes: 256 * 2 ** 20 });
  const { session } = agent;
  const turn = await session.send(flood(200_000));
  let expected = 0;
  for await (const event of turn) {
    if (event.type !== "text_delta") continue;
    assert.equal(event.text, numberText(expected++));
    if (expected === 10) await within(15_000, "set_model", session.setModel("x"));
    if (expected === 100_000) await within(15_000, "interrupt", session.interrupt());
  }
  assert.equal(expected, 200_000);
});

test("H4 at maxQueuedBytes the waiting call fails with overflow; nothing is dropped and the session lives", async () => {
  await using agent = await openTwin({ heedless: true }, { maxQueuedBytes: 2 ** 20 });
  const { session } = agent;
  const turn = await session.send(flood(50_000));
  let expected = 0;
  for await (const event of turn) {
    if (event.type !== "text_delta") continue;
    assert.equal(event.text, numberText(expected++));
    if (expected !== 10) continue;
    await assert.rejects(within(10_000, "set_model", session.setModel("x")), (error) => {
      assert.ok(isBridleError(error, "overflow"));
      assert.equal(error.data.maxQueuedBytes, 2 ** 20);
      assert.ok(error.data.queuedBytes > 2 ** 20 && error.data.queuedBytes < 2 * 2 ** 20);
      return true;
    });
  }
  assert.equal(expected, 50_000);
  await session.setModel("y");
  assert.equal(session.state, "idle");
});

const asksMuch = twinPrompt({
  steps: [{ tools: Array.from({ length: 1000 }, (_, n) => ({ name: "Bash", input: { n }, id: `ask-${n}` })) }],
});

test("H4 a thousand permission requests in flight are answered in random order, each with its own input", async () => {
  const waiting: (() => void)[] = [];
  const all = Promise.withResolvers<void>();
  const onAsk: OnAsk = async ({ input }) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1000) all.resolve();
    });
    return { behavior: "allow", updatedInput: input };
  };
  await using agent = await openTwin({}, { onAsk });
  const turn = await agent.session.send(asksMuch);
  const reading = readAll(turn);
  await within(10_000, "a thousand asks", all.promise);
  const shuffled = waiting.map((answer) => ({ answer, at: Math.random() })).sort((a, b) => a.at - b.at);
  for (const { answer } of shuffled) answer();
  const events = await reading;
  const results = events.flatMap((event) => (event.type === "tool_result" ? [event] : []));
  assert.equal(new Set(results.map(({ toolUseId }) => toolUseId)).size, 1000);
  // Each tool ran with the input its own ask was answered with.
  for (const { toolUseId, content } of results)
    assert.equal(content, JSON.stringify({ n: Number(toolUseId.slice(4)) }));
  for (const type of ["ask", "ask_resolved"]) assert.equal(events.filter((event) => event.type === type).length, 1000);
});

test("H4 a thousand permission requests are answered while nobody reads", async () => {
  await using agent = await openTwin({}, { onAsk: () => "allow" });
  const turn = await agent.session.send(asksMuch);
  assert.equal((await within(10_000, "the result", turn.result)).outcome, "success");
});

test("H4 a permission callback that never returns is ended by an abort, and learns of it", async () => {
  const controller = new AbortController();
  const aborted = Promise.withResolvers<void>();
  const onAsk: OnAsk = (_ask, { signal }) => {
    signal.addEventListener("abort", () => aborted.resolve());
    return new Promise(() => {});
  };
  await using agent = await openTwin(asksOnce, { onAsk, signal: controller.signal });
  const { session, mark } = agent;
  await session.send("go");
  for await (const { type } of session.events) if (type === "ask") controller.abort();
  assert.equal((await within(4000, "done", session.done)).outcome, "aborted");
  await within(1000, "the callback's signal", aborted.promise);
  await assertNothingLeft(mark, 0);
});

test("H4 a consumer that stops reading for good does not hold up close()", async () => {
  const neverOver: readonly Fault[] = [
    { at: { line: "result" }, stall: "forever" },
    { at: "end_of_input", exit: { code: 0 } },
  ];
  await using agent = await openTwin({ heedless: true, faults: neverOver });
  const { session, mark } = agent;
  const turn = await session.send(flood(200_000));
  const events = session.events[Symbol.asyncIterator]();
  for (let n = 0; n < 5; n++) await events.next();
  const done = await within(5000, "close", session.close());
  assert.equal(done.outcome, "aborted");
  await assert.rejects(turn.result);
  await assertNothingLeft(mark, 0);
});

test("H3 a host that is busy when a slow reader goes on loses nothing of an agent that has ended", async () => {
  await using agent = await openTwin(leavesProcesses());
  const { session } = agent;
  await session.send("go");
  let deltas = 0;
  for await (const { type } of session.events) {
    if (type !== "text_delta") continue;
    deltas++;
    if (deltas === 1) await sleep(100);
    if (deltas % 33 === 0) for (const until = Date.now() + 350; Date.now() < until; );
  }
  assert.equal(deltas, 100);
});
