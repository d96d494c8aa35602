import assert from "node:assert/strict";
import { test } from "node:test";
import type { Problem } from "../../../src/holder/holder-protocol.ts";
import { until } from "../../host/until.ts";
import { within } from "../../host/within.ts";
import { attach, connect, holderFolder, shell, start } from "./hold.ts";

test("D5 input that is sent again is not doubled, neither on one connection nor on the next", async (t) => {
  const folder = holderFolder(t);
  const first = await connect(folder);
  const told = await start(first, shell("a", "exec cat"));
  first.input("a", 0, Buffer.from("one\ntwo\n"));
  first.input("a", 4, Buffer.from("two\nthree\n"));
  await until(() => told.received === 14 && told.to === 14);
  await first.detach();
  const second = await connect(folder);
  assert.equal(second.agents[0]?.inputReceived, 14);
  const again = attach(second, "a", 14);
  second.input("a", 0, Buffer.from("one\ntwo\nthree\nfour\n"));
  second.endInput("a", 19);
  await again.exit;
  assert.equal(told.text + again.text, "one\ntwo\nthree\nfour\n");
});

test("D5 a hole in the input is refused clearly, and input may go on where it was", async (t) => {
  const folder = holderFolder(t);
  const problems: Problem[] = [];
  const link = await connect(folder, { trace: (problem) => problems.push(problem) });
  const told = await start(link, shell("a", "exec cat"));
  link.input("a", 0, Buffer.from("a\n"));
  link.input("a", 3, Buffer.from("c\n"));
  link.endInput("a", 5);
  await until(() => problems.length === 2);
  assert.deepEqual(problems[0], { id: "a", message: "input was received up to 2, so it cannot go on at 3" });
  assert.deepEqual(problems[1], { id: "a", message: "input was received up to 2, so it cannot end at 5" });
  link.input("a", 2, Buffer.from("b\n"));
  link.endInput("a", 4);
  await told.exit;
  assert.equal(told.text, "a\nb\n");
});

test("D5 an agent that does not read gets a bounded queue, and holds up nobody else", async (t) => {
  const folder = holderFolder(t);
  const link = await connect(folder, { inputBytes: 1_000_000 });
  const deaf = await start(link, shell("deaf", "trap 'exec cat >&2' USR1; echo ready; while :; do sleep 0.05; done"));
  const other = await start(link, shell("other", "exec cat"));
  await until(() => deaf.text === "ready\n");
  const much = Buffer.alloc(17 * 300_000, "0123456789abcdef\n");
  link.input("deaf", 0, much);
  link.endInput("deaf", much.length);
  link.input("other", 0, Buffer.from("hello\n"));
  await until(() => other.text === "hello\n");
  await until(() => deaf.received >= 1_000_000);
  assert.ok(deaf.received < 2_000_000, `${deaf.received} bytes were taken`);
  link.signal("deaf", "SIGUSR1");
  const exit = await within(10_000, "the exit", deaf.exit);
  assert.equal(exit.exitCode, 0);
  assert.equal(deaf.received, much.length);
  assert.equal(exit.stderr.slice(-17), "0123456789abcdef\n");
});

test("D5 input behind an agent's exit is no error, and bytes need not be text", async (t) => {
  const folder = holderFolder(t);
  const link = await connect(folder);
  const told = await start(link, shell("a", "head -c 256; exit 0"));
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
  link.input("a", 0, bytes);
  await told.exit;
  link.input("a", 256, Buffer.alloc(1_000_000));
  await until(() => told.received === 1_000_256);
  assert.deepEqual(told.bytes, bytes);
});
