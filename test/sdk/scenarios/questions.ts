import assert from "node:assert/strict";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import { resultIn, toolResultsIn } from "../heard.ts";

const option = (label: string) => ({ label, description: `take ${label}` });
const asked = [
  { question: "Which database?", header: "Database", multiSelect: false, options: ["SQLite", "Postgres"].map(option) },
  { question: "Which checks?", header: "Checks", multiSelect: true, options: ["Lint", "Types", "Tests"].map(option) },
];
const asking = scripted({ tools: [{ name: "AskUserQuestion", input: { questions: asked } }] }, { text: "Thanks." });

export const questions: readonly SdkScenario[] = [
  {
    title: "G2 questions are asked through the callback, and its answers reach the model",
    async play(stage) {
      const seen: unknown[] = [];
      const answers = { "Which database?": "SQLite", "Which checks?": "Lint, Tests" };
      const messages = await stage.say(asking, {
        canUseTool: async (toolName, input) => {
          seen.push([toolName, input]);
          return { behavior: "allow", updatedInput: { ...input, answers } };
        },
      });
      assert.deepEqual(seen, [["AskUserQuestion", { questions: asked }]]);
      const [outcome] = toolResultsIn(messages);
      assert.match(outcome?.text ?? "", /"Which database\?"="SQLite"/);
      assert.match(outcome?.text ?? "", /"Which checks\?"="Lint, Tests"/);
      assert.deepEqual([outcome?.isError, resultIn(messages).result], [false, "Thanks."]);
    },
  },
  {
    title: "G2 questions that are denied are declined with the message, and the turn goes on",
    async play(stage) {
      const messages = await stage.say(asking, {
        canUseTool: async () => ({ behavior: "deny", message: "ask me tomorrow" }),
      });
      assert.deepEqual([toolResultsIn(messages)[0]?.text, resultIn(messages).result], ["ask me tomorrow", "Thanks."]);
    },
  },
];
