import assert from "node:assert/strict";
import { test } from "node:test";
import type { Assistant, Block } from "../wire/canonical.ts";
import { Assembler } from "./assembler.ts";

function lineOf(messageId: string, text: string): Assistant {
  const content: readonly Block[] = [{ type: "text", text }];
  return { kind: "assistant", messageId, content } as unknown as Assistant;
}

test("H15 each line of a message has all its blocks so far, and keeps them", () => {
  const assembler = new Assembler();
  const messages = Array.from({ length: 200 }, (_, n) => assembler.line(lineOf("m", String(n))));
  for (const at of [0, 63, 64, 65, 199]) {
    const { content } = messages[at] ?? assert.fail();
    assert.deepEqual(
      content.map((block) => (block as { text: string }).text),
      Array.from({ length: at + 1 }, (_, n) => String(n)),
    );
    assert.deepEqual(JSON.parse(JSON.stringify(messages[at])).content.length, at + 1);
    assert.equal(structuredClone(messages[at])?.content.length, at + 1);
  }
  assert.equal(assembler.line(lineOf("other", "x")).content.length, 1);
});

test("H15 a message of 200 000 lines takes time linear in its length", () => {
  const assembler = new Assembler();
  const begun = process.cpuUsage().user;
  for (let n = 0; n < 200_000; n++) assembler.line(lineOf("m", "x"));
  // A copy of the list for each line would be 160 GB.
  assert.ok(process.cpuUsage().user - begun < 5_000_000);
});

test("D5 a reader that needs no whole messages keeps nothing of them, and an odd id makes no large state", () => {
  const assembler = new Assembler(undefined, false);
  assembler.line(lineOf("m", "first"));
  assert.deepEqual(assembler.line(lineOf("m", "second")).content, [{ type: "text", text: "second" }]);
  assembler.line(lineOf("x".repeat(1_000_000), "x"));
  assert.ok(JSON.stringify(assembler.state).length < 1000);
});
