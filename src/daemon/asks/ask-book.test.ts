import assert from "node:assert/strict";
import { test } from "node:test";
import { AskState } from "../../api/gen/bridle/v1/ask_pb.js";
import { AskBook, maxOpenAsks } from "./ask-book.ts";
import { makeAsk } from "./make-ask.ts";

const askOf = (command: string) =>
  makeAsk({ tool_name: "Bash", input: { command } }, { sessionId: "s", turn: "", deadlineAfterMs: 0 });

test("P6 a session has a limited number of open asks, and there is room again when one is decided", () => {
  const book = new AskBook();
  const asks = Array.from({ length: maxOpenAsks }, (_, n) => askOf(`echo ${n}`));
  for (const [n, ask] of asks.entries()) {
    assert.equal(book.whyFull(ask), undefined);
    book.add(ask, "a", `r${n}`);
  }
  assert.match(book.whyFull(askOf("one more")) ?? "", /1000 asks of this session are open already/);
  assert.equal(book.byRequest("r7")?.ask, asks[7]);
  book.decide(asks[7]?.id ?? "", AskState.DENIED, "somebody");
  assert.equal(book.byRequest("r7"), undefined);
  assert.equal(book.whyFull(askOf("one more")), undefined);
});

test("P6 open asks are limited in bytes, but for the first", () => {
  const book = new AskBook();
  const long = askOf("x".repeat(17 * 2 ** 20));
  assert.equal(book.whyFull(long), undefined);
  book.add(long, "a", "r1");
  assert.match(book.whyFull(askOf("ls")) ?? "", /16777216 bytes/);
  book.decide(long.id, AskState.ALLOWED, "somebody");
  assert.equal(book.whyFull(askOf("ls")), undefined);
});
