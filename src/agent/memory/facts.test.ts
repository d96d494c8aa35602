import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "./memory.ts";

const cwd = "/work";

function texts(memory: Memory, query: string, folder = cwd): string[] {
  return memory.facts.search(query, { cwd: folder }).map(({ text }) => text);
}

test("G7 a fact takes the place of the one with its topic; what is known already counts as neither", () => {
  using memory = Memory.open(":memory:");
  const keep = (topic: string, text: string) => memory.facts.keep([{ topic, text }], { cwd, sessionId: "s" });
  assert.deepEqual(keep("Test command", "npm test"), { created: 1, updated: 0 });
  assert.deepEqual(keep(" test   COMMAND ", "npm run check"), { created: 0, updated: 1 });
  assert.deepEqual(keep("Test command", "npm run check"), { created: 0, updated: 0 });
  assert.deepEqual(memory.facts.keep([{ topic: "Test command", text: "make" }], { cwd: "/other" }), {
    created: 1,
    updated: 0,
  });
  assert.deepEqual([texts(memory, "which command"), texts(memory, "command", "/other")], [["npm run check"], ["make"]]);
  assert.deepEqual(texts(memory, "test npm"), ["npm run check"], "the old words are forgotten");
  assert.deepEqual(
    memory.facts.newest({ cwd }).map(({ topic }) => topic),
    ["Test command"],
  );
});

test("G7 facts are found by any of their words, the best first, whatever the query looks like", () => {
  using memory = Memory.open(":memory:");
  const facts = [
    { topic: "Deployment", text: "Deployed by the release script, never by hand." },
    { topic: "Release day", text: "Releases are cut on Thursdays." },
    { topic: "Café", text: "Das Café heißt Müller." },
    { topic: "合言葉", text: "プロジェクトの合言葉は青鷺です" },
  ];
  assert.equal(memory.facts.keep(facts, { cwd }).created, 4);
  assert.deepEqual(texts(memory, "when is the release day?"), [facts[1]?.text, facts[0]?.text]);
  assert.deepEqual(texts(memory, "deploying"), [facts[0]?.text], "other forms of a word are found");
  assert.deepEqual(texts(memory, "CAFE muller"), [facts[2]?.text]);
  assert.deepEqual(texts(memory, "合言葉は何ですか"), [facts[3]?.text]);
  for (const query of ['"', "*", "a AND", "NOT release", "words:release", "(", "\0", "\ud800", "x".repeat(100_000)])
    assert.doesNotThrow(() => texts(memory, query), query.slice(0, 20));
  assert.equal(memory.facts.search("release", { cwd, limit: 1 }).length, 1);
});

test("G7 facts and the place up to which was looked for them are kept together", () => {
  using memory = Memory.open(":memory:");
  const last = memory.begin({ id: "s", cwd }, [{ uuid: "1", role: "user", content: "hi" }]);
  assert.equal(memory.find("s")?.consolidated, 0);
  memory.facts.keep([], { cwd, sessionId: "s", consolidated: last });
  assert.equal(memory.find("s")?.consolidated, last);
  memory.fork("s", "t");
  assert.equal(memory.find("t")?.consolidated, last + 1, "what a fork begins with was looked through");
});
