import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "./entry.ts";
import { Memory } from "./memory.ts";

function entries(...names: readonly string[]): Entry[] {
  return names.map((name) => ({ uuid: name, role: "user", content: name }));
}

/** What the model would see: the opening, and the messages after it. */
function seen(memory: Memory, id: string): (string | undefined)[] {
  const newest = memory.compactions.newest(id);
  const after = [...memory.messages(id, { after: newest?.through ?? 0 })];
  return [newest?.opening, ...after.map(({ uuid }) => uuid)];
}

test("G7 the newest compaction stands for what it covers, and nothing is removed", () => {
  using memory = Memory.open(":memory:");
  const second = memory.begin({ id: "a", cwd: "/" }, entries("1", "2"));
  const third = memory.append("a", entries("3"));
  memory.append("a", entries("4"));
  assert.deepEqual(seen(memory, "a"), [undefined, "1", "2", "3", "4"]);
  memory.compactions.keep("a", { through: second, opening: "first two" });
  assert.deepEqual(seen(memory, "a"), ["first two", "3", "4"]);
  memory.compactions.keep("a", { through: third, opening: "first three" });
  assert.deepEqual(seen(memory, "a"), ["first three", "4"]);
  assert.equal(memory.load("a")?.messages.length, 4);
});

test("G7 a fork has the compactions of what it copied, and those only", () => {
  using memory = Memory.open(":memory:");
  memory.begin({ id: "other", cwd: "/" }, entries("x"));
  const second = memory.begin({ id: "a", cwd: "/" }, entries("1", "2"));
  memory.compactions.keep("a", { through: second, opening: "first two" });
  const fourth = memory.append("a", entries("3", "4"));
  memory.compactions.keep("a", { through: fourth, opening: "first four" });
  memory.append("a", entries("5"));
  memory.fork("a", "whole");
  memory.fork("a", "to-3", { upTo: "3" });
  memory.fork("a", "to-1", { upTo: "1" });
  memory.fork("whole", "again");
  assert.deepEqual(seen(memory, "whole"), ["first four", "5"]);
  assert.deepEqual(seen(memory, "again"), ["first four", "5"]);
  assert.deepEqual(seen(memory, "to-3"), ["first two", "3"]);
  assert.deepEqual(seen(memory, "to-1"), [undefined, "1"]);
});

test("G7 messages are read from the end as well", () => {
  using memory = Memory.open(":memory:");
  const names = Array.from({ length: 150 }, (_, at) => `${at}`);
  memory.begin({ id: "a", cwd: "/" }, entries(...names));
  const newest = [...memory.newestMessages("a")];
  assert.deepEqual(
    newest.map(({ uuid }) => uuid),
    names.toReversed(),
  );
  assert.equal([...memory.newestMessages("a", { after: newest[9]?.number ?? 0 })].length, 9);
});
