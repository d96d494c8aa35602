import assert from "node:assert/strict";
import { test } from "node:test";
import { freshConversation } from "../core/conversation-state.ts";
import type { Holding } from "../holding/held-agent.ts";
import { LongLines } from "../reading/long-lines.ts";
import { ReadingTurns } from "../reading/reading-turns.ts";
import { AgentLink, type LinkSink } from "./agent-link.ts";

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

function sinkThat(happened: string[], said: LinkSink["said"] = () => 0): LinkSink {
  const note = (what: string) => (): void => void happened.push(what);
  const conversation = freshConversation(undefined, false);
  return {
    conversation: () => conversation,
    said,
    ...{ skipped: note("skipped"), attempt: note("attempt"), confirmed: (to) => void happened.push(`confirmed ${to}`) },
    ...{ taken: () => {}, ended: note("ended"), exited: note("exited") },
    unreadable: (where) => void happened.push(`unreadable ${where.split(" ")[0]}`),
  };
}

function linkOf(holding: Holding, sink: LinkSink, outputOffset = 0): AgentLink {
  return new AgentLink({
    ...{ id: "a", holding, sink, outputOffset, maxPayloadBytes: 2 ** 20 },
    lost: { end: () => Promise.resolve() },
    meter: { read: () => {}, odd: () => {}, written: () => {} },
    turns: new ReadingTurns(setImmediate),
    longLines: new LongLines(),
  });
}

const line = Buffer.from('{"type":"system","subtype":"status","status":"x"}\n');
const fails = (): number => {
  throw new RangeError("a fault of ours");
};

test("D5 what makes the daemon's own code fail is told without its words; what the agent still says does not hold up its end", () => {
  const told: unknown[] = [];
  const happened: string[] = [];
  const link = linkOf(holdingThat(told), sinkThat(happened, fails));
  link.output(0, line);
  link.output(line.length, line);
  link.exited({ exitCode: null, signal: "SIGKILL", stderr: "" });
  assert.deepEqual(happened, ["unreadable RangeError", "ended", "exited"]);
  assert.deepEqual(told, [["acknowledge", "a", 2 * line.length]]);
});

test("D5 last words that make the daemon's own code fail end nothing: the exit is heard of", () => {
  const happened: string[] = [];
  const link = linkOf(holdingThat([]), sinkThat(happened, fails));
  link.output(0, line.subarray(0, -1));
  link.exited({ exitCode: 0, signal: null, stderr: "" });
  assert.deepEqual(happened, ["ended", "unreadable RangeError", "exited"]);
});

test("D5 output is acknowledged as far as it is stored, and more of an open line is wanted", () => {
  const told: unknown[] = [];
  const link = linkOf(holdingThat(told), sinkThat([]));
  link.output(0, Buffer.concat([line, line.subarray(0, 10)]));
  link.stored(0, undefined);
  link.stored(line.length, undefined);
  assert.deepEqual(told, [
    ["acknowledge", "a", 0, line.length + 10],
    ["acknowledge", "a", line.length, line.length + 10],
  ]);
});

test("D5 an agent of an earlier daemon is read on from its offset, and given what the holder may not have", () => {
  const told: unknown[] = [];
  const offsets: number[] = [];
  const said: LinkSink["said"] = ({ offset }) => offsets.push(offset);
  const link = linkOf(holdingThat(told), sinkThat([], said), 100);
  const data = Buffer.from("one\n");
  link.attach([{ at: 7, data }]);
  assert.deepEqual(told, [
    ["attach", "a", 100, link],
    ["input", "a", 7, data],
  ]);
  link.output(100, line);
  assert.deepEqual(offsets, [100 + line.length]);
});

test("D5 an agent that is gone is told nothing more, and is gone once", () => {
  const told: unknown[] = [];
  const happened: string[] = [];
  const link = linkOf(holdingThat(told), sinkThat(happened));
  link.write(0, line, false);
  link.inputReceived(line.length);
  const exit = { exitCode: 0, signal: null, stderr: "" };
  link.exited(exit);
  link.exited(exit);
  link.write(line.length, line, false);
  link.endInput(line.length);
  link.stored(5, undefined);
  assert.deepEqual(told, [["input", "a", 0, line]]);
  assert.deepEqual(happened, [`confirmed ${line.length}`, "ended", "exited"]);
});

test("D5 what is asked of an agent only to see whether it lives does not make it look alive", () => {
  const link = linkOf(holdingThat([]), sinkThat([]));
  const before = link.silentSince;
  link.write(0, line, true);
  assert.equal(link.silentSince, before);
  link.write(0, line, false);
  assert.ok(link.silentSince > before);
  link.output(0, line);
  assert.equal(link.lastWord, "system/status");
});
