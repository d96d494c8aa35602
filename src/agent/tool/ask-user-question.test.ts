import assert from "node:assert/strict";
import { test } from "node:test";
import { temporaryContext } from "../../../test/agent/temporary-context.ts";
import { askUserQuestion } from "./ask-user-question.ts";

const options = [
  { label: "PostgreSQL", description: "big" },
  { label: "SQLite", description: "small" },
];
const database = { question: "Which database?", header: "DB", options, multiSelect: false };
const features = { question: "Which features?", header: "Feat", options, multiSelect: true };

test("G2 the host's answers are told to the model in Claude Code's words", async (t) => {
  const context = temporaryContext(t);
  const answers = { "Which database?": "SQLite", "Which features?": "A, B" };
  const questions = [database, features];
  assert.deepEqual(await askUserQuestion.run(askUserQuestion.read({ questions, answers }), context), {
    content:
      'Your questions have been answered: "Which database?"="SQLite", "Which features?"="A, B". ' +
      "You can now continue with these answers in mind.",
    details: { questions, answers },
  });
});

test("G2 several choices may come as a list", async (t) => {
  const input = askUserQuestion.read({ questions: [features], answers: { "Which features?": ["A", "B"] } });
  const { details } = await askUserQuestion.run(input, temporaryContext(t));
  assert.deepEqual(details, { questions: [features], answers: { "Which features?": "A, B" } });
});

test("G2 an allow without answers says that there are none", async (t) => {
  assert.deepEqual(await askUserQuestion.run(askUserQuestion.read({ questions: [database] }), temporaryContext(t)), {
    content: "The user did not answer the questions.",
    details: { questions: [database], answers: {} },
  });
});

test("G5 only a person can answer, and the model is not offered to", (t) => {
  const input = askUserQuestion.read({ questions: [database] });
  const asked = { behavior: "ask", requiresUserInteraction: true };
  assert.deepEqual(askUserQuestion.permission(input, temporaryContext(t)), asked);
  assert.deepEqual(Object.keys(askUserQuestion.inputSchema().properties ?? {}), ["questions"]);
});

test("G2 another shape is refused as Claude Code refuses it", () => {
  const question = { question: "Which database?", options: ["PostgreSQL", "SQLite"], multi_select: false };
  assert.throws(() => askUserQuestion.read({ questions: [question] }), {
    name: "ToolInputError",
    message: [
      "InputValidationError: AskUserQuestion failed due to the following issues:",
      "The required parameter `questions[0].header` is missing",
      "The parameter `questions[0].options[0]` type is expected as `object` but provided as `string`",
      "The parameter `questions[0].options[1]` type is expected as `object` but provided as `string`",
    ].join("\n"),
  });
});

test("G5 one to four questions that differ, with two to four choices that differ", () => {
  const some = (count: number) => Array.from({ length: count }, (_, index) => ({ ...database, question: `Q${index}` }));
  const read = (questions: readonly unknown[]) => () => askUserQuestion.read({ questions });
  assert.doesNotThrow(read(some(4)));
  assert.throws(read([]), /`questions` must have a length of at least 1/);
  assert.throws(read(some(5)), /`questions` must have a length of at most 4/);
  assert.throws(read([database, database]), /`questions` must have texts that differ/);
  const choices = (all: readonly unknown[]) => read([{ ...database, options: all }]);
  assert.throws(choices(options.slice(0, 1)), /`questions\[0\]\.options` must have a length of at least 2/);
  assert.throws(choices([options[0], options[0]]), /`questions\[0\]\.options` must have labels that differ/);
});

test("G2 H10 an answer that a host sends back in the shape of seed 000 is kept", async (t) => {
  const questions = [{ question: "Which database?", options: ["PostgreSQL", "SQLite"] }];
  const input = askUserQuestion.read({ questions, answers: { "Which database?": "SQLite" } });
  const { content } = await askUserQuestion.run(input, temporaryContext(t));
  assert.match(String(content), /"Which database\?"="SQLite"/);
});
