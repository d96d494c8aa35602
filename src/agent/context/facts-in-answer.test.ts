import assert from "node:assert/strict";
import { test } from "node:test";
import { factsInAnswer } from "./facts-in-answer.ts";

const fact = { topic: "a", text: "b" };

test("G7 facts are read from whatever a model puts around its JSON", () => {
  const json = JSON.stringify({ entries: [fact] });
  const answers = [
    json,
    JSON.stringify([fact]),
    JSON.stringify(fact),
    `Sure! Here:\n\`\`\`json\n${json}\n\`\`\`\nAnything else?`,
    `\`\`\`\n${json}\n\`\`\``,
    `The entries are ${json} as asked.`,
    `Entries: ${JSON.stringify([fact])}.`,
  ];
  for (const answer of answers) assert.deepEqual(factsInAnswer(answer), [fact], answer);
});

test("G7 what is no fact is left out, what is too long is cut", () => {
  const nothing = [
    "",
    "no",
    "{",
    "[1, null]",
    '{"entries":"x"}',
    '{"entries":[{"topic":"a"},{"topic":" ","text":"b"}]}',
  ];
  for (const answer of nothing) assert.deepEqual(factsInAnswer(answer), [], answer);
  const [long] = factsInAnswer(JSON.stringify([{ topic: "t".repeat(1_000), text: "x".repeat(10_000) }]));
  assert.deepEqual([long?.topic.length, long?.text.length], [120, 2_000]);
  assert.equal(factsInAnswer(JSON.stringify(Array.from({ length: 100 }, () => fact))).length, 30);
});
