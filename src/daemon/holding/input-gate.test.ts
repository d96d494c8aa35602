import assert from "node:assert/strict";
import { test } from "node:test";
import { InputGate } from "./input-gate.ts";

function gateThat(passed: string[]): InputGate {
  return new InputGate({
    input: (at, bytes) => void passed.push(`${at} ${Buffer.from(bytes)}`),
    endInput: (at) => void passed.push(`${at} end`),
  });
}

test("D5 input goes through as far as there is room, in order, the end behind it", () => {
  const passed: string[] = [];
  const gate = gateThat(passed);
  gate.widen(3);
  gate.input(0, Buffer.from("abcd"));
  gate.input(4, Buffer.from("ef"));
  gate.endInput(6);
  assert.deepEqual(passed, ["0 abc"]);
  gate.widen(5);
  gate.widen(6);
  gate.input(6, Buffer.from(""));
  assert.deepEqual(passed, ["0 abc", "3 d", "4 e", "5 f", "6 end"]);
});

test("D5 very many pieces that wait go through one by one, each once, at little more cost than without a wait", () => {
  const count = 100_000;
  const straight = cpuMsOf(() => passOneByOne(count, { waiting: false }));
  const waiting = cpuMsOf(() => passOneByOne(count, { waiting: true }));
  // About twice; hundreds of times where each that goes through costs the number of those that wait.
  assert.ok(waiting < 15 * Math.max(straight, 1), `${waiting} ms of CPU for pieces that wait, ${straight} for others`);
});

function passOneByOne(count: number, { waiting }: { waiting: boolean }): void {
  const passed: number[] = [];
  const gate = new InputGate({ input: (at) => void passed.push(at), endInput: () => {} });
  if (!waiting) gate.widen(count);
  for (let at = 0; at < count; at++) gate.input(at, new Uint8Array(1));
  if (waiting) for (let to = 1; to <= count; to++) gate.widen(to);
  assert.equal(passed.length, count);
  assert.ok(passed.every((at, n) => at === n));
}

function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
