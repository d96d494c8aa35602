import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { AskKind, AskSchema } from "../api/gen/bridle/v1/ask_pb.js";
import { LateAnswers } from "./late-answers.ts";

const permission = create(AskSchema, { id: "p", kind: AskKind.PERMISSION });
const question = create(AskSchema, {
  id: "q",
  kind: AskKind.QUESTION,
  questions: [{ question: "Which?", options: [{ label: "red" }, { label: "blue" }] }],
});

test("U2 an answer to an ask that somebody else decided is told, once, and is no prompt", () => {
  const clock = { ms: 0 };
  const late = new LateAnswers(() => clock.ms);
  late.gone(permission, "denied by laptop");
  clock.ms = 5000;
  assert.match(late.judge("y", false) ?? "", /not sent: it was denied by laptop/);
  assert.equal(late.judge("y", false), undefined, "typed again, it is meant");
  late.gone(permission, "denied by laptop");
  assert.equal(late.judge("go on", false), undefined, "no answer");
  late.gone(permission, "denied by laptop");
  clock.ms += 60_000;
  assert.equal(late.judge("y", false), undefined, "that is long ago");
});

test("U2 an answer to a question is its number, its label, or whatever is typed at once", () => {
  const clock = { ms: 0 };
  const late = new LateAnswers(() => clock.ms);
  for (const [line, afterMs, isLate] of [
    ["2", 5000, true],
    ["blue", 5000, true],
    ["in my own words", 1000, true],
    ["in my own words", 5000, false],
  ] as const) {
    late.gone(question, "allowed on this machine");
    clock.ms += afterMs;
    assert.equal(late.judge(line, false) !== undefined, isLate, line);
  }
});

test("U2 an answer is for the ask that was on the screen, not for the next one", () => {
  const clock = { ms: 0 };
  const late = new LateAnswers(() => clock.ms);
  late.gone(permission, "allowed by laptop");
  clock.ms = 500;
  assert.match(late.judge("y", true) ?? "", /the ask before was allowed by laptop; this is another one/);
  assert.equal(late.judge("y", true), undefined);
  late.answered(permission.id);
  late.gone(permission, "allowed on this machine");
  assert.equal(late.judge("y", true), undefined, "whoever answered here has seen the next one");
});
