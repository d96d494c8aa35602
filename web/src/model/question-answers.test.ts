import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { QuestionItemSchema } from "../../../src/api/gen/bridle/v1/ask_pb.js";
import { answerOf, choose, firstProblem, nothingGiven, writeOther } from "./question-answers.ts";

const item = (multiSelect: boolean) =>
  create(QuestionItemSchema, { question: "Q", multiSelect, options: [{ label: "A" }, { label: "B" }] });

test("U3 of a single choice the last one counts, and own words take its place", () => {
  const one = item(false);
  const given = choose(one, choose(one, nothingGiven, "A"), "B");
  assert.equal(answerOf(one, given), "B");
  assert.equal(answerOf(one, writeOther(one, given, " mine ")), "mine");
  assert.equal(answerOf(one, choose(one, writeOther(one, given, "mine"), "A")), "A");
});

test("U3 several choices are joined in the order of the options, with own words behind them", () => {
  const many = item(true);
  const given = choose(many, choose(many, nothingGiven, "B"), "A");
  assert.equal(answerOf(many, writeOther(many, given, "mine")), "A, B, mine");
  assert.equal(answerOf(many, choose(many, given, "B")), "A", "chosen again is no longer chosen");
});

test("U3 what is not answered is named before anything is sent", () => {
  const questions = [item(false), item(true)];
  assert.match(firstProblem(questions, [])?.text ?? "", /^Question 1: choose/);
  const first = choose(item(false), nothingGiven, "A");
  assert.equal(firstProblem(questions, [first])?.at, 1);
  assert.match(firstProblem([item(false)], [writeOther(item(false), nothingGiven, " ")])?.text ?? "", /^Write/);
  assert.equal(firstProblem(questions, [first, first]), undefined);
});
