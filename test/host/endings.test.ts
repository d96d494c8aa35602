import assert from "node:assert/strict";
import { test } from "node:test";
import { isBridleError, run, type Session } from "../../src/exports/host.ts";
import type { Fault, Fields, Moment, TwinScript } from "../../src/exports/testing.ts";
import { openAgent } from "./open-agent.ts";
import {
  asksOnce,
  exitsInMidLine,
  exitsWithPromptOpen,
  flood,
  leavesProcesses,
  openTwin,
  twinOptions,
} from "./open-twin.ts";
import { assertNothingLeft } from "./process-table.ts";
import { readAll } from "./read-events.ts";
import { until } from "./until.ts";
import { within } from "./within.ts";

/** Each leaves the loop over the events in its own way, in the middle of a turn. */
const waysOut: { [name: string]: (session: Session) => Promise<unknown> } = {
  break: async ({ events }) => {
    for await (const { type } of events) if (type === "text_delta") break;
  },
  return: ({ events }) =>
    (async () => {
      for await (const { type } of events) if (type === "text_delta") return type;
      return undefined;
    })(),
  throw: ({ events }) =>
    assert.rejects(
      (async () => {
        for await (const { type } of events) if (type === "text_delta") throw new RangeError("mine");
      })(),
      RangeError,
    ),
  "await using": async (session) => {
    await using ending = session;
    for await (const { type } of (await ending.send(flood(10))) satisfies AsyncIterable<{ type: string }>)
      if (type === "text_delta") break;
  },
};

for (const [name, leave] of Object.entries(waysOut)) {
  test(`H6 leaving the loop by ${name} ends the agent in mid-flood and leaves no process`, async () => {
    await using agent = await openTwin({});
    const { session, mark } = agent;
    await session.send(flood(200_000));
    await within(5000, name, leave(session));
    const done = await within(100, "done", session.done);
    assert.equal(done.outcome, "aborted");
    assert.equal(session.state, "closed");
    await assertNothingLeft(mark, 0);
  });
}

test("H6 an abort signal ends the agent, its turn and the loop, and done tells the reason", async () => {
  const controller = new AbortController();
  await using agent = await openTwin({}, { signal: controller.signal });
  const { session, mark } = agent;
  const turn = await session.send(flood(200_000));
  let seen = 0;
  for await (const { type } of session.events) if (type === "text_delta" && ++seen === 10) controller.abort("enough");
  const done = await within(3000, "done", session.done);
  assert.deepEqual([done.outcome, done.error], ["aborted", "enough"]);
  await within(100, "the turn", Promise.allSettled([turn.result]));
  await assertNothingLeft(mark, 0);
});

test("H6 a signal that is aborted already starts nothing", async () => {
  await assert.rejects(openTwin({}, { signal: AbortSignal.abort(new RangeError("before")) }), RangeError);
});

/** Takes nothing for an answer, and has started something that does not, either. */
const ignoresEverything: TwinScript = {
  steps: [{ stall: true }],
  faults: [
    { at: "start", ignore: "SIGTERM" },
    { at: "start", ignore: "end_of_input" },
    { at: { line: "system/init" }, grandchild: { ignoresSigterm: true } },
    { at: { line: "system/init" }, grandchild: { ownSession: true } },
    { at: { heard: "control_request/interrupt" }, stall: "forever" },
  ],
};

test("H6 an agent that ignores end of input and SIGTERM is killed with all it started, in any group", async () => {
  await using agent = await openTwin(ignoresEverything);
  const { session, mark } = agent;
  for await (const { type } of await session.send("go")) if (type === "init") break;
  const done = await within(4000, "close", session.close());
  assert.deepEqual([done.outcome, done.signal], ["aborted", "SIGKILL"]);
  await assertNothingLeft(mark, 200);
});

test("H6 what an agent left running in its group is ended with it, whether or not it holds the pipe", async () => {
  for (const holdsOutput of [true, false]) {
    await using agent = await openTwin(leavesProcesses(holdsOutput));
    const { session, mark } = agent;
    const turn = await session.send("go");
    const events = await readAll(session.events);
    assert.equal(events.filter(({ type }) => type === "text_delta").length, 100);
    assert.equal((await turn.result).outcome, "success");
    const done = await within(1000, "done", session.done);
    assert.deepEqual([done.outcome, done.exitCode], ["ended", 0]);
    await assertNothingLeft(mark);
  }
});

test("H6 the agent is interrupted first when a turn runs, and closing twice is closing once", async () => {
  await using agent = await openTwin(asksOnce, { onAsk: () => new Promise(() => {}) });
  const { session, mark } = agent;
  const turn = await session.send("go");
  for await (const { type } of turn) if (type === "ask") break;
  const [one, two] = await within(3000, "close", Promise.all([session.close(), session.close()]));
  assert.equal(one, two);
  assert.deepEqual([one.outcome, one.exitCode, one.signal], ["aborted", 1, null]);
  assert.equal((await turn.result).outcome, "interrupted");
  await assertNothingLeft(mark, 0);
});

test("H5 done resolves only when the events were read, and never rejects", async () => {
  await using agent = await openTwin(exitsWithPromptOpen);
  const { session, mark } = agent;
  const turn = await session.send("go");
  const events = session.events[Symbol.asyncIterator]();
  const first = await events.next();
  assert.equal(first.value?.type, "init");
  let resolved = false;
  const done = session.done.then((value) => {
    resolved = true;
    return value;
  });
  await assert.rejects(turn.result, (error) => isBridleError(error, "closed") && error.data.exitCode === 0);
  assert.equal((await events.next()).done, true);
  const { outcome, exitCode, signal } = await within(1000, "done", done);
  assert.ok(resolved);
  assert.deepEqual([outcome, exitCode, signal], ["crashed", 0, null]);
  await assertNothingLeft(mark, 0);
});

test("H5 done waits for a reader that has not read everything", async () => {
  await using agent = await openTwin(leavesProcesses());
  const { session } = agent;
  await session.send("go");
  const events = session.events[Symbol.asyncIterator]();
  await events.next();
  await until(() => !isRunning(session.pid));
  const early = await Promise.race([session.done, new Promise((resolve) => setTimeout(resolve, 50, "still open"))]);
  assert.equal(early, "still open");
  let read = 1;
  while (!(await events.next()).done) read++;
  assert.equal(read, 103);
  assert.equal((await within(1000, "done", session.done)).outcome, "ended");
});

function isRunning(pid = 0): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("H5 close() drops what was not read", async () => {
  await using agent = await openTwin({});
  const { session } = agent;
  await session.send(flood(1000));
  const events = session.events[Symbol.asyncIterator]();
  await events.next();
  await within(3000, "close", session.close());
  assert.equal((await events.next()).done, true);
});

test("H5 there is one iterator at a time, and the next one when it was left", async () => {
  await using agent = await openTwin({});
  const { session } = agent;
  const turn = await session.send(flood(100));
  const events = turn[Symbol.asyncIterator]();
  await events.next();
  assert.throws(
    () => session.events[Symbol.asyncIterator](),
    (error) => isBridleError(error, "busy"),
  );
  await events.return?.();
  const rest = await readAll(turn);
  assert.equal(rest.at(-1)?.type, "turn_complete");
});

test("H5 a turn's loop can be left and the session goes on", async () => {
  await using agent = await openTwin({});
  const { session } = agent;
  const first = await session.send(flood(5000));
  for await (const { type } of first) if (type === "text_delta") break;
  assert.equal((await within(5000, "the first result", first.result)).outcome, "success");
  const second = await session.send(flood(10));
  const events = await readAll(second);
  assert.equal(events.filter(({ type }) => type === "text_delta").length, 10);
  assert.equal(events.at(-1)?.type, "turn_complete");
  assert.equal(session.state, "idle");
});

test("H5 a result that is awaited before the turn's loop is left still comes", async () => {
  await using agent = await openTwin({});
  const turn = await agent.session.send(flood(5000));
  const result = turn.result;
  for await (const { type } of turn) if (type === "text_delta") break;
  assert.equal((await within(5000, "the result", result)).outcome, "success");
});

test("H5 nobody has to iterate: the result comes behind 200 000 events, which are let go", async () => {
  await using agent = await openTwin({});
  const turn = await agent.session.send(flood(200_000));
  const before = process.memoryUsage().rss;
  assert.equal((await within(15_000, "the result", turn.result)).outcome, "success");
  const grownMb = (process.memoryUsage().rss - before) / 2 ** 20;
  assert.ok(grownMb < 150, `grew by ${grownMb} MB`);
});

test("H5 events that come after a result was awaited are kept for the next loop", async () => {
  await using agent = await openTwin({});
  const { session } = agent;
  await (await session.send(flood(100))).result;
  const second = await session.send(flood(20));
  // Round trips, so that the second turn is over before anybody reads it.
  await session.control("get_binary_version", {});
  await session.control("get_binary_version", {});
  const events = await readAll(second);
  assert.equal(events.filter(({ type }) => type === "text_delta").length, 20);
});

test("H5 the loop over a turn that is over ends at once", async () => {
  await using agent = await openAgent("fold-prompts named");
  const { session } = agent;
  const turns = await Promise.all(["a", "b", "c"].map((prompt) => session.send(prompt)));
  for (const turn of turns) await readAll(turn);
  const [again] = turns;
  assert.ok(again !== undefined);
  assert.deepEqual(await readAll(again), []);
});

test("H5 a loop over the events can be followed by another, which ends at once", async () => {
  await using agent = await openTwin(exitsWithPromptOpen);
  const { session } = agent;
  await session.send("go");
  assert.equal((await readAll(session.events)).length > 0, true);
  assert.deepEqual(await readAll(session.events), []);
});

/** Two lines, the last one without its end, then it ends. */
function lastWords(at: Moment): readonly Fault[] {
  const line = (text: string): Fields => ({
    type: "stream_event",
    event: { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
    session_id: "s",
  });
  return [
    { at, say: [line("one")] },
    { at, write: JSON.stringify(line("two")) },
    { at, exit: { code: 0 } },
  ];
}

test("H5 what an agent writes after its result, the last line without its end, is read", async () => {
  await using agent = await openTwin({ steps: [{}], faults: lastWords({ line: "result", after: true }) });
  const { session, mark } = agent;
  await session.send("end");
  const events = await readAll(session.events);
  const said = events.flatMap((event) => (event.type === "text_delta" ? [event.text] : []));
  assert.deepEqual(said, ["one", "two"]);
  const done = await session.done;
  assert.deepEqual([done.outcome, done.exitCode, done.result?.outcome], ["ended", 0, "success"]);
  await assertNothingLeft(mark, 0);
});

test("H5 what an agent writes at end of input does not hold up close(), and its exit code is told", async () => {
  await using agent = await openTwin({ faults: lastWords("end_of_input") });
  const { session, mark } = agent;
  await (await session.send("stay")).result;
  const done = await within(2000, "close", session.close());
  assert.deepEqual([done.outcome, done.exitCode, done.signal], ["ended", 0, null]);
  await assertNothingLeft(mark, 0);
});

test("H6 twenty agents that are opened and closed at once leave nothing", async () => {
  const agents = await Promise.all(Array.from({ length: 20 }, () => openTwin({})));
  await Promise.all(agents.map(({ session }, n) => (n % 2 === 0 ? session.send(flood(1000)) : undefined)));
  const ends = await within(10_000, "the ends", Promise.all(agents.map(({ session }) => session.close())));
  assert.ok(ends.every(({ outcome }) => outcome === "ended" || outcome === "aborted"));
  for (const { mark } of agents) await assertNothingLeft(mark, 0);
});

test("H5 run() gives the result of one prompt and leaves nothing; it rejects when the agent dies", async () => {
  const { mark, ...options } = twinOptions({});
  assert.equal((await within(5000, "run", run(flood(100), options))).outcome, "success");
  await assertNothingLeft(mark, 0);
  const { mark: dying, ...diesEarly } = twinOptions(exitsWithPromptOpen);
  await assert.rejects(within(5000, "run", run("go", diesEarly)), (error) => isBridleError(error, "closed"));
  await assertNothingLeft(dying, 0);
});

test("H5 a reader that asks for several events at once gets them in order, and the end for the rest", async () => {
  await using agent = await openTwin(exitsInMidLine);
  const events = agent.session.events[Symbol.asyncIterator]();
  const asked = Array.from({ length: 6 }, () => events.next());
  await agent.session.send("go");
  const answers = await within(5000, "the events", Promise.all(asked));
  assert.deepEqual(
    answers.map(({ value, done }) => value?.type ?? done),
    ["init", "text_delta", "error", true, true, true],
  );
});

test("H4 H6 close() from inside the loop and from inside a permission callback does not wait for itself", async () => {
  await using flooding = await openTwin({});
  await flooding.session.send(flood(100_000));
  let after = 0;
  for await (const { type } of flooding.session.events) {
    if (flooding.session.state === "closed") after++;
    if (type === "text_delta") await within(5000, "close", flooding.session.close());
  }
  assert.equal(after, 0);
  const closed = Promise.withResolvers<unknown>();
  await using asking = await openTwin(asksOnce, {
    onAsk: async () => {
      await asking.session.close();
      closed.resolve(undefined);
      return "deny" as const;
    },
  });
  const turn = await asking.session.send("go");
  await within(5000, "close", closed.promise);
  await within(100, "the turn", Promise.allSettled([turn.result]));
  await assertNothingLeft(asking.mark, 0);
});
