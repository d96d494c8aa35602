import assert from "node:assert/strict";
import { open, type Question } from "../../../src/exports/host.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { eventsOf, ofType, toolResults } from "../events-of.ts";
import type { Scenario } from "../scenario.ts";

const option = (label: string) => ({ label, description: `take ${label}` });
const asked = [
  { question: "Which database?", header: "Database", multiSelect: false, options: ["SQLite", "Postgres"].map(option) },
  { question: "Which checks?", header: "Checks", multiSelect: true, options: ["Lint", "Types", "Tests"].map(option) },
];
const asking = scripted({ tools: [{ name: "AskUserQuestion", input: { questions: asked } }] }, { text: "Thanks." });
/** Typed, an option has a preview or none. */
const typed = asked.map((one) => ({ ...one, options: one.options.map((own) => ({ ...own, preview: undefined })) }));
const since = { version: "2.0.76", because: "AskUserQuestion is refused with stdio prompts" };

export const questions: readonly Scenario[] = [
  {
    title: "H10 two questions, one with several choices, arrive typed and are answered together",
    since,
    async play(stage) {
      let seen: readonly Question[] = [];
      const onQuestion = (questions: readonly Question[]) => {
        seen = questions;
        return { "Which database?": "SQLite", "Which checks?": ["Lint", "Tests"] };
      };
      await using session = await open(stage.options({ onQuestion }));
      const turn = await session.send(asking);
      const events = await eventsOf(turn);
      assert.deepEqual(seen, typed);
      assert.deepEqual(ofType(events, "question")[0]?.questions, typed);
      const [answer = ""] = toolResults(events);
      assert.match(answer, /"Which database\?"="SQLite"/);
      assert.match(answer, /"Which checks\?"="Lint, Tests"/);
      assert.equal((await turn.result).text, "Thanks.");
    },
  },
  {
    title: "H10 questions that nobody answers are declined, and the turn goes on",
    since,
    async play(stage) {
      await using session = await open(stage.options({ onQuestion: () => undefined }));
      const turn = await session.send(asking);
      assert.match(toolResults(await eventsOf(turn))[0] ?? "", /did not answer/);
      assert.equal((await turn.result).outcome, "success");
    },
  },
];
