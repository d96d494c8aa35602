import assert from "node:assert/strict";
import { test } from "node:test";
import type { Prompt } from "../../wire/command.ts";
import { commandIn, PromptQueue } from "./prompt-queue.ts";

function prompt(content: string, more: Partial<Prompt> = {}): Prompt {
  return { kind: "prompt", content, ...more };
}

function queue(...prompts: readonly Prompt[]): PromptQueue {
  const queued = new PromptQueue((name) => name === "clear");
  for (const each of prompts) queued.add(each);
  return queued;
}

const contents = (prompts: readonly Prompt[]): unknown[] => prompts.map(({ content }) => content);

test("G2 what waits together is one turn, what stands alone is one by itself", () => {
  const waiting = queue(
    prompt("a"),
    prompt("/tmp is full"),
    prompt("/clear"),
    prompt("quiet", { shouldQuery: false }),
    prompt("b"),
  );
  const turns = [1, 2, 3, 4, 5].map(() => contents(waiting.takeTurn()));
  assert.deepEqual(turns, [["a", "/tmp is full"], ["/clear"], ["quiet"], ["b"], []]);
});

test("G1 messages of another session are no part of the turn", () => {
  const waiting = queue(
    prompt("a", { sessionId: "1" }),
    prompt("b", { sessionId: "2" }),
    prompt("c", { sessionId: "1" }),
  );
  assert.deepEqual(
    [1, 2, 3].map(() => contents(waiting.takeTurn())),
    [["a"], ["b"], ["c"]],
  );
});

test("G2 what is urgent comes first, what may wait does not join", () => {
  const waiting = queue(prompt("a"), prompt("later", { priority: "later" }));
  assert.equal(waiting.urgent, false);
  waiting.add(prompt("now", { priority: "now" }));
  assert.equal(waiting.urgent, true);
  assert.deepEqual(contents(waiting.takeJoining(() => true)), ["now", "a"]);
  assert.deepEqual([waiting.urgent, waiting.size], [false, 1]);
});

test("G2 only what fits joins", () => {
  const waiting = queue(
    prompt("a", { sessionId: "1" }),
    prompt("b", { sessionId: "2" }),
    prompt("/clear", { sessionId: "1" }),
  );
  assert.deepEqual(contents(waiting.takeJoining(({ sessionId }) => sessionId === "1")), ["a"]);
  assert.equal(waiting.size, 2);
});

test("G2 a uuid is taken once, also after its prompt is gone; a prompt without one always", () => {
  const waiting = queue(prompt("a", { uuid: "u" }));
  assert.equal(waiting.add(prompt("again", { uuid: "u" })), false);
  waiting.takeTurn();
  assert.equal(waiting.add(prompt("again", { uuid: "u" })), false);
  assert.equal(waiting.add(prompt("b")), true);
  assert.equal(waiting.add(prompt("b")), true);
});

test("G2 it remembers many uuids, and not all of them", () => {
  const waiting = queue(prompt("first", { uuid: "first" }));
  for (let i = 0; i < 10_000; i++) waiting.add(prompt("x", { uuid: String(i) }));
  assert.equal(waiting.add(prompt("x", { uuid: "1" })), false);
  assert.equal(waiting.add(prompt("first", { uuid: "first" })), true);
});

test("G2 what waits can be taken back by its uuid, or all at once", () => {
  const waiting = queue(prompt("a", { uuid: "1" }), prompt("b", { uuid: "2" }), prompt("c"));
  assert.deepEqual(waiting.uuids, ["1", "2"]);
  assert.equal(waiting.cancel("2")?.content, "b");
  assert.equal(waiting.cancel("2"), undefined);
  assert.deepEqual(contents(waiting.clear()), ["a", "c"]);
  assert.equal(waiting.size, 0);
});

test("G2 a command is a slash, a name, and what follows it", () => {
  const read = (content: Prompt["content"]) => commandIn({ kind: "prompt", content });
  assert.deepEqual(read("/clear"), { name: "clear", rest: "" });
  assert.deepEqual(read(" /say a\nb "), { name: "say", rest: "a\nb" });
  assert.deepEqual(read([{ type: "text", text: "/clear" }]), { name: "clear", rest: "" });
  for (const content of ["", "/", "hello /clear", "/usr/bin is full", "//", [{ type: "image" }], []])
    assert.equal(read(content), undefined, JSON.stringify(content));
});
