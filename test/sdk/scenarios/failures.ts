import assert from "node:assert/strict";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import { blocksIn, hearFailure, modelRequests, ofType, resultIn } from "../heard.ts";

const failing = (status: number, type: string, message: string, times?: number) => ({
  text: "After the failure.",
  error: { status, type, message, retryAfter: 0, ...(times !== undefined && { times }) },
});

export const failures: readonly SdkScenario[] = [
  {
    title: "G2 an error of the API is said as a message and a result that is an error, and then the query throws it",
    async play(stage) {
      const script = scripted(failing(403, "permission_error", "not for you"));
      const { messages, error } = await hearFailure(stage.query(script));
      const said = ofType(messages, "assistant").map(({ message }) => (message as { model: string }).model);
      assert.deepEqual(said, ["<synthetic>"]);
      assert.match(String(blocksIn(messages, "assistant")[0]?.text), /403.*not for you/);
      const result = resultIn(messages);
      assert.deepEqual([result.subtype, result.is_error, result.api_error_status], ["success", true, 403]);
      assert.equal(result.terminal_reason, "api_error");
      assert.match(String(result.result), /not for you/);
      assert.match(error.message, /not for you/);
      assert.equal(modelRequests(stage).length, 1);
    },
  },
  {
    title: "G2 while prompts stream in, an error of the API ends its turn only",
    async play(stage) {
      const talk = stage.talk();
      const failed = resultIn(await talk.turn(scripted(failing(403, "permission_error", "not for you"))));
      assert.deepEqual([failed.subtype, failed.is_error], ["success", true]);
      assert.equal(resultIn(await talk.turn(scripted({ text: "Again." }))).result, "Again.");
      await talk.end();
    },
  },
  {
    title: "G2 a 429 is told as a retry, and the turn succeeds",
    async play(stage) {
      const messages = await stage.say(scripted(failing(429, "rate_limit_error", "slow down", 1)));
      const retries = ofType(messages, "system", "api_retry");
      assert.deepEqual(
        retries.map(({ attempt, error_status }) => [attempt, error_status]),
        [[1, 429]],
      );
      assert.ok(Number(retries[0]?.max_retries) >= 1 && typeof retries[0]?.retry_delay_ms === "number");
      const { result, is_error } = resultIn(messages);
      assert.deepEqual([result, is_error], ["After the failure.", false]);
    },
  },
  {
    title: "G2 a 529 that stays ends as an error after CLAUDE_CODE_MAX_RETRIES",
    async play(stage) {
      const script = scripted(failing(529, "overloaded_error", "too busy"));
      const { messages, error } = await hearFailure(stage.query(script, { env: { CLAUDE_CODE_MAX_RETRIES: "1" } }));
      const retries = ofType(messages, "system", "api_retry");
      assert.deepEqual(
        retries.map(({ attempt, max_retries, error_status }) => [attempt, max_retries, error_status]),
        [[1, 1, 529]],
      );
      const result = resultIn(messages);
      assert.deepEqual([result.is_error, result.api_error_status, result.terminal_reason], [true, 529, "api_error"]);
      assert.match(error.message, /529/);
      assert.equal(modelRequests(stage).length, 2);
    },
  },
];
