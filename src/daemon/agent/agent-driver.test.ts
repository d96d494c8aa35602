import assert from "node:assert/strict";
import { test } from "node:test";
import { isBridleError } from "../../errors.ts";
import type { Holding } from "../holding/held-agent.ts";
import { LongLines } from "../reading/long-lines.ts";
import { ReadingTurns } from "../reading/reading-turns.ts";
import { AgentDriver, type DriverSink } from "./agent-driver.ts";
import { freshReading } from "./agent-reading.ts";

/** A holder that only remembers what it was told. */
function holdingThat(told: unknown[]): Holding {
  const tell =
    (what: string) =>
    (...rest: unknown[]): void => {
      told.push([what, ...rest]);
    };
  const calls = ["attach", "input", "endInput", "acknowledge", "signal", "forget"];
  return { agents: [], ...Object.fromEntries(calls.map((name) => [name, tell(name)])) } as unknown as Holding;
}

function sinkThat(happened: string[], event: () => void = () => {}): DriverSink {
  const note = (what: string) => (): void => void happened.push(what);
  return {
    event,
    request: note("request"),
    withdrawn: note("withdrawn"),
    unreadableRequest: () => {},
    notice: () => {},
    strayAnswer: note("stray"),
    described: () => {},
    dirty: () => {},
    exited: note("exited"),
    failed: note("failed"),
  };
}

function driverOf(holding: Holding, sink: DriverSink, inputOffset = 0): AgentDriver {
  const meter = { read: () => {}, odd: () => {}, told: () => {} };
  const reading = freshReading(undefined, false);
  return new AgentDriver({
    id: "a",
    holding,
    lost: { end: () => Promise.resolve() },
    sink,
    meter,
    turns: new ReadingTurns(setImmediate),
    longLines: new LongLines(),
    maxPayloadBytes: 2 ** 20,
    reading,
    outputOffset: 0,
    inputOffset,
  });
}

const line = Buffer.from('{"type":"system","subtype":"status","status":"x"}\n');

test("D5 what makes the daemon's own code fail ends that agent, and nothing else; what it still says does not hold up its end", () => {
  const told: unknown[] = [];
  const happened: string[] = [];
  const sink = sinkThat(happened, () => {
    throw new Error("a fault of ours");
  });
  const driver = driverOf(holdingThat(told), sink);
  driver.output(0, line);
  driver.output(line.length, line);
  driver.exited({ exitCode: null, signal: "SIGKILL", stderr: "" });
  assert.deepEqual(happened, ["failed", "exited"]);
  assert.deepEqual(told, [
    ["signal", "a", "SIGKILL"],
    ["acknowledge", "a", 2 * line.length],
  ]);
});

test("D5 last words that make the daemon's own code fail end nothing: the exit is heard of", () => {
  const told: unknown[] = [];
  const happened: string[] = [];
  const sink = sinkThat(happened, () => {
    throw new Error("a fault of ours");
  });
  const driver = driverOf(holdingThat(told), sink);
  driver.output(0, line.subarray(0, -1));
  driver.exited({ exitCode: 0, signal: null, stderr: "" });
  assert.deepEqual(happened, ["failed", "exited"]);
});

test("D5 what an agent is told is stored first, and numbered by its place", () => {
  const told: unknown[][] = [];
  const driver = driverOf(holdingThat(told), sinkThat([]), 100);
  driver.write("one\n");
  driver.write("two\n");
  assert.equal(told.length, 0, "nothing is sent before it is stored");
  const saved = driver.save();
  driver.write("three\n");
  saved.committed();
  const sent = told.filter(([what]) => what === "input").map(([, , at, data]) => [at, String(data)]);
  assert.deepEqual(sent, [
    [100, "one\n"],
    [104, "two\n"],
  ]);
  driver.save().committed();
  assert.deepEqual(
    told
      .filter(([what]) => what === "input")
      .at(-1)
      ?.slice(2),
    [108, Buffer.from("three\n")],
  );
});

test("D5 output is acknowledged up to the last whole line, and more of an open one is wanted", () => {
  const told: unknown[][] = [];
  const driver = driverOf(holdingThat(told), sinkThat([]));
  driver.output(0, Buffer.concat([line, line.subarray(0, 10)]));
  driver.save().committed();
  assert.deepEqual(told, [["acknowledge", "a", line.length, line.length + 10]]);
});

test("D5 an agent that reads nothing is told so much and no more: prompts are refused, then it is ended", () => {
  const told: unknown[] = [];
  const happened: string[] = [];
  const failures: unknown[] = [];
  const sink = { ...sinkThat(happened), failed: (error: unknown) => void failures.push(error) };
  const driver = driverOf(holdingThat(told), sink);
  const answer = "x".repeat(2 ** 20);
  for (let n = 0; n < 8; n++) driver.write(answer);
  driver.throwIfDeaf();
  driver.write(answer);
  assert.throws(() => driver.throwIfDeaf(), /does not read its input: 9437184 bytes wait/);
  // The holder has it: then it was only slow.
  driver.inputReceived(9 * 2 ** 20);
  driver.throwIfDeaf();
  for (let n = 0; n < 17; n++) driver.write(answer);
  assert.equal(failures.length, 0);
  driver.write(answer);
  assert.ok(isBridleError(failures[0], "overflow"));
  driver.write(answer);
  assert.equal(failures.length, 1);
});

test("D5 a prompt of any size is taken by an agent that reads", () => {
  const failures: unknown[] = [];
  const driver = driverOf(holdingThat([]), { ...sinkThat([]), failed: (error: unknown) => void failures.push(error) });
  driver.throwIfDeaf();
  driver.write("x".repeat(32 * 2 ** 20));
  assert.deepEqual(failures, []);
});
