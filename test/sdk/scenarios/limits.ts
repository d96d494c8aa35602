import assert from "node:assert/strict";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import { hearFailure, modelRequests, resultIn } from "../heard.ts";

const listing = { name: "Bash", input: { command: "ls", description: "look" } };
const allowedTools = ["Bash"];

const jsonSchema = {
  type: "object",
  properties: { answer: { type: "number" } },
  required: ["answer"],
  additionalProperties: false,
};

export const limits: readonly SdkScenario[] = [
  {
    title: "G2 a turn that needs more steps than maxTurns ends as error_max_turns, and then the query throws",
    async play(stage) {
      const script = scripted({ tools: [listing] }, { text: "Never." });
      const { messages, error } = await hearFailure(stage.query(script, { maxTurns: 1, allowedTools }));
      const { subtype, is_error, errors, terminal_reason } = resultIn(messages);
      assert.deepEqual([subtype, is_error, terminal_reason], ["error_max_turns", true, "max_turns"]);
      assert.deepEqual(errors, ["Reached maximum number of turns (1)"]);
      assert.match(error.message, /Reached maximum number of turns \(1\)/);
      assert.equal(modelRequests(stage).length, 1);
    },
  },
  {
    title: "G2 maxTurns counts in each turn anew",
    async play(stage) {
      const talk = stage.talk({ maxTurns: 1, allowedTools });
      const first = resultIn(await talk.turn(scripted({ tools: [listing] }, { text: "Never." })));
      assert.equal(first.subtype, "error_max_turns");
      assert.equal(resultIn(await talk.turn(scripted({ text: "Next." }))).result, "Next.");
      await talk.end();
    },
  },
  {
    title: "G2 a turn over maxBudgetUsd ends as error_max_budget_usd",
    async play(stage) {
      const script = scripted({ tools: [listing] }, { tools: [listing] }, { text: "Never." });
      const { messages } = await hearFailure(stage.query(script, { maxBudgetUsd: 0.000_001, allowedTools }));
      const { subtype, is_error, terminal_reason } = resultIn(messages);
      assert.deepEqual([subtype, is_error, terminal_reason], ["error_max_budget_usd", true, "budget_exhausted"]);
    },
  },
  {
    title: "G2 structured output fits its schema",
    async play(stage) {
      const tools = [{ name: "StructuredOutput", input: { answer: 42 } }];
      const messages = await stage.say(scripted({ tools }, { text: "Done." }), {
        outputFormat: { type: "json_schema", schema: jsonSchema },
      });
      const { subtype, structured_output } = resultIn(messages);
      assert.deepEqual([subtype, structured_output], ["success", { answer: 42 }]);
      assert.match(JSON.stringify(modelRequests(stage)[0]?.tools), /"name":"StructuredOutput"/);
    },
  },
  {
    title: "G2 structured output against its schema is given back to the model until it fits",
    async play(stage) {
      const output = (input: { answer: unknown }) => ({ tools: [{ name: "StructuredOutput", input }] });
      const script = scripted(output({ answer: "many" }), output({ answer: 7 }), { text: "Done." });
      const messages = await stage.say(script, { outputFormat: { type: "json_schema", schema: jsonSchema } });
      assert.deepEqual(resultIn(messages).structured_output, { answer: 7 });
    },
  },
];
