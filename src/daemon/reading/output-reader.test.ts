import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep, setImmediate as tick } from "node:timers/promises";
import type { Frame, UnreadableFrame } from "../../wire/frame.ts";
import { LongLines, type LongLinesOptions } from "./long-lines.ts";
import { longLineBytes, OutputReader } from "./output-reader.ts";
import { ReadingTurns, readingLimits } from "./reading-turns.ts";

const MiB = 1024 * 1024;

interface Told {
  text: string;
  readonly frames: Frame[];
  readonly places: number[];
  readonly attempts: (number | undefined)[];
  units: number;
}

interface Setup {
  readonly turns?: ReadingTurns;
  readonly triedBefore?: number;
  readonly readBefore?: number;
  readonly thread?: LongLinesOptions;
  /** As the store does it, unless the test says when. */
  readonly savesAtOnce?: boolean;
  /** What becomes of lines takes time. */
  readonly work?: (text: string) => void;
  /** How many units a line becomes, and how many of them at once. */
  readonly wide?: { readonly units: number; readonly atOnce: number };
}

function readerOf(setup: Setup = {}) {
  const {
    turns = new ReadingTurns(setImmediate),
    triedBefore,
    readBefore,
    thread,
    savesAtOnce = true,
    work,
    wide,
  } = setup;
  const told: Told = { text: "", frames: [], places: [], attempts: [], units: 0 };
  const longLines = new LongLines(thread);
  let left = 0;
  const goOn = (): void => {
    const now = Math.min(left, wide?.atOnce ?? 0);
    told.units += now;
    left -= now;
  };
  const sink = {
    lines: (at: number, bytes: Uint8Array) => {
      assert.equal(at, told.places.at(-1) ?? 0, "in order");
      const text = Buffer.from(bytes).toString("latin1");
      told.text += text;
      told.places.push(at + bytes.length);
      told.units += text.split("\n").length - 1;
      work?.(text);
      assert.equal(left, 0, "nothing is told before all of a line is");
      left = wide?.units ?? 0;
      goOn();
    },
    isInLine: () => left > 0,
    goOn,
    end: () => {},
    frame: (frame: Frame, to: number) => {
      told.frames.push(frame);
      left = wide?.units ?? 0;
      told.places.push(to);
    },
    lost: (to: number) => void told.places.push(to),
    attempt: (from: number | undefined) => {
      told.attempts.push(from);
      if (from !== undefined && savesAtOnce) setImmediate(() => reader.saved(from));
    },
    taken: () => {},
    failed: (error: unknown) => {
      throw error;
    },
    units: () => told.units,
  };
  const limits = { maxLineBytes: 8 * MiB, maxPayloadBytes: 2 * MiB };
  const reader = new OutputReader({ sink, turns, longLines, ...limits, triedBefore, readBefore });
  /** From one buffer that is used again, as the socket's. */
  const socket = Buffer.alloc(64 * 1024);
  let at = 0;
  const say = (text: string): void => {
    for (let from = 0; from < text.length; from += socket.length) {
      const length = socket.write(text.slice(from, from + socket.length), "latin1");
      reader.output(at, socket.subarray(0, length));
      at += length;
      socket.fill("!");
    }
  };
  const end = async (): Promise<void> => {
    await new Promise<void>((resolve) => reader.end(resolve));
    await longLines.close();
  };
  return { told, reader, say, end, longLines };
}

test("D5 of a flood of one agent only a part is read before a commit, and all of it in order", async () => {
  let rounds: (() => void)[] = [];
  const turns = new ReadingTurns((prepare) => rounds.push(prepare), { ...readingLimits, ms: 1e6, allMs: 1e6 });
  const { told, say, end } = readerOf({ turns });
  const flood = Array.from({ length: 20_000 }, (_, n) => `${n}\n`).join("");
  say(flood);
  let largest = told.units;
  while (rounds.length > 0) {
    const before = told.units;
    for (const prepare of rounds.splice(0)) prepare();
    for (let n = 0; n < 20; n++) await tick();
    largest = Math.max(largest, told.units - before);
  }
  rounds = [];
  assert.equal(told.text, flood);
  // A slice may go beyond it.
  assert.ok(largest <= readingLimits.units * 2, `${largest} lines`);
  await end();
});

test("D5 a line that becomes more than a round may have is told over several, also when nothing follows it", async () => {
  for (const line of ["wide\n", `${JSON.stringify({ type: "user", text: "y".repeat(longLineBytes) })}\n`, "no LF"]) {
    const rounds: (() => void)[] = [];
    const turns = new ReadingTurns((prepare) => rounds.push(prepare), { ...readingLimits, ms: 1e6, allMs: 1e6 });
    const { told, reader, say, end } = readerOf({ turns, wide: { units: 20_000, atOnce: 100 } });
    say(line);
    let isOver = false;
    const ended = end().then(() => {
      isOver = true;
    });
    let largest = told.units;
    while (!isOver) {
      const before = told.units;
      for (const prepare of rounds.splice(0)) prepare();
      await sleep(1);
      largest = Math.max(largest, told.units - before);
      assert.ok(!reader.isCaughtUp || told.units >= 20_000);
    }
    await ended;
    assert.equal(told.units, 20_000 + (line.split("\n").length - 1) * Number(line.length < longLineBytes));
    assert.ok(largest <= readingLimits.units + 100, `${largest} units`);
  }
});

test("D5 a long line that another thread has read waits for the commit where a round is used up", async () => {
  const rounds: (() => void)[] = [];
  const turns = new ReadingTurns((prepare) => rounds.push(prepare));
  const { told, say, end, longLines } = readerOf({ turns });
  const { read } = longLines;
  let hasArrived = false;
  longLines.read = async (job) => {
    const outcome = await read.call(longLines, job);
    // Another agent's words were read in the meantime.
    turns.spend({ takeTurn: () => {} }, readingLimits.allUnits, 0);
    hasArrived = true;
    return outcome;
  };
  say(`${JSON.stringify({ type: "user", text: "y".repeat(longLineBytes) })}\n`);
  while (!hasArrived) {
    for (const prepare of rounds.splice(0)) prepare();
    await tick();
  }
  for (let n = 0; n < 20; n++) await tick();
  const before = told.frames.length;
  for (const prepare of rounds.splice(0)) prepare();
  await end();
  assert.deepEqual([before, told.frames.length], [0, 1]);
});

test("D5 an agent that has little to say is read at once, whatever another one has in its queue", async () => {
  const turns = new ReadingTurns(setImmediate);
  const loud = readerOf({ turns });
  const quiet = readerOf({ turns });
  loud.say("x\n".repeat(200_000));
  quiet.say("hello\n");
  for (let n = 0; n < 3; n++) await tick();
  assert.equal(quiet.told.text, "hello\n");
  assert.ok(loud.told.text.length < 400_000);
  await Promise.all([loud.end(), quiet.end()]);
  assert.equal(loud.told.text.length, 400_000);
});

test("D5 an agent rests for the time its lines took the loop, and not for time that the machine gave to others", async () => {
  const waitMs = 200;
  const waits = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
  const computes = (): void => {
    for (const before = process.threadCpuUsage(); process.threadCpuUsage(before).user < waitMs * 1000; );
  };
  const isReadAtOnce = async (slow: () => void): Promise<boolean> => {
    const turns = new ReadingTurns(setImmediate);
    const other = readerOf({ turns });
    const { told, say, end } = readerOf({ turns, work: (text) => text === "slow\n" && slow() });
    other.say("somebody else is busy\n");
    say("slow\n");
    say("next\n");
    for (let n = 0; n < 20; n++) await tick();
    const isRead = told.text === "slow\nnext\n";
    await Promise.all([end(), other.end()]);
    assert.equal(told.text, "slow\nnext\n");
    return isRead;
  };
  assert.equal(await isReadAtOnce(waits), true);
  assert.equal(await isReadAtOnce(computes), false);
});

test("D5 a line over 1 MiB is read in another thread, in its place, after it is stored that it will be", async () => {
  const { told, reader, say, end } = readerOf({ savesAtOnce: false });
  const long = JSON.stringify({ type: "user", text: "y".repeat(longLineBytes) });
  say(`before\n${long}\nbehind\n`);
  await eventually(() => told.attempts.length > 0);
  await sleep(50);
  assert.deepEqual(told.attempts, [7]);
  assert.equal(told.frames.length, 0, "not before its attempt is stored");
  reader.saved(undefined);
  reader.saved(7);
  await end();
  const [frame] = told.frames;
  assert.ok(frame?.type === "message" && frame.message.text === "y".repeat(longLineBytes));
  assert.equal(told.text, "before\nbehind\n");
  assert.deepEqual(told.places, [7, 7 + long.length + 1, 7 + long.length + 8]);
  assert.deepEqual(told.attempts, [7, undefined]);
});

test("D5 what an earlier daemon did not survive reading is skipped and told", async () => {
  const { told, say, end } = readerOf({ triedBefore: 7 });
  const long = JSON.stringify({ type: "control_request", request_id: "r1", x: "y".repeat(longLineBytes) });
  say(`before\n${long}\nbehind\n`);
  await end();
  const [frame] = told.frames as UnreadableFrame[];
  assert.deepEqual([frame?.reason, frame?.bytes, frame?.requestId], ["too_costly", long.length, "r1"]);
  assert.equal(told.text, "before\nbehind\n");
});

test("D5 a long line that an earlier daemon told in part is read again without an attempt that could cost it", async () => {
  const { told, say, end } = readerOf({ readBefore: 7, savesAtOnce: false });
  const long = JSON.stringify({ type: "user", text: "y".repeat(longLineBytes) });
  say(`before\n${long}\nbehind\n`);
  await end();
  assert.equal(told.frames[0]?.type, "message");
  assert.ok(!told.attempts.includes(7));
});

test("D5 a thread that dies of a long line costs that line, and the next one is read by another", async () => {
  const { told, say, end } = readerOf({ thread: { heapMb: 28 } });
  const heavy = JSON.stringify({
    type: "user",
    list: Array.from({ length: 80_000 }, (_, n) => ({ [`a key that no other has: ${n}`]: [n] })),
  });
  const light = JSON.stringify({ type: "user", text: "y".repeat(longLineBytes) });
  say(`${heavy}\n${light}\n`);
  await end();
  const [first, second] = told.frames;
  assert.ok(first?.type === "unreadable" && first.reason === "too_costly");
  assert.equal(second?.type, "message");
});

test("D5 a line over the cap is lost, and told with its size, without being kept", async () => {
  const { told, say, end } = readerOf();
  say(`${"z".repeat(9 * MiB)}\nbehind\n`);
  await end();
  const [frame] = told.frames as UnreadableFrame[];
  assert.deepEqual([frame?.reason, frame?.bytes], ["oversize", 9 * MiB]);
  assert.equal(told.text, "behind\n");
});

test("D5 a last line without LF counts, a long one too", async () => {
  const short = readerOf();
  short.say("last words");
  await short.end();
  assert.equal(short.told.text, "last words");
  const long = readerOf();
  long.say(JSON.stringify({ type: "user", text: "y".repeat(longLineBytes) }));
  await long.end();
  assert.equal(long.told.frames[0]?.type, "message");
});

test("D5 a long line that a daemon gives up as it ends is left to the next one, without an attempt", async () => {
  const { told, say, longLines } = readerOf();
  say(`${JSON.stringify({ type: "user", text: "y".repeat(longLineBytes) })}\n`);
  await longLines.close();
  await eventually(() => told.attempts.length === 2);
  assert.deepEqual(told.attempts, [0, undefined]);
  assert.equal(told.frames.length, 0);
});

async function eventually(isSo: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 10_000; !isSo(); ) {
    assert.ok(Date.now() < deadline, "in time");
    await sleep(2);
  }
}
