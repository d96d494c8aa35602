import assert from "node:assert/strict";
import { isBridleError, open } from "../../../src/exports/host.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { eventsOf, ofType } from "../events-of.ts";
import type { Scenario } from "../scenario.ts";

const listing = { name: "Bash", input: { command: "ls", description: "look" } };

export const failures: readonly Scenario[] = [
  {
    title: "H17 a 429 is retried, told as a status where the agent tells it, and the turn succeeds",
    async play(stage) {
      await using session = await open(stage.options());
      const error = { status: 429, type: "rate_limit_error", message: "slow down", times: 1, retryAfter: 0 };
      const turn = await session.send(scripted({ text: "After the retry.", error }));
      const events = await eventsOf(turn);
      const result = await turn.result;
      assert.deepEqual([result.outcome, result.text], ["success", "After the retry."]);
      const retries = ofType(events, "status").filter(({ status }) => status === "api_retry");
      const tells = session.adapter.has("messages system/api_retry");
      assert.deepEqual(
        retries.map(({ fields }) => fields.error_status),
        tells ? [429] : [],
      );
    },
  },
  {
    title: "H17 an error of the API is an api_error although the agent calls it a success",
    async play(stage) {
      await using session = await open(stage.options());
      const error = { status: 403, type: "permission_error", message: "not for you" };
      const turn = await session.send(scripted({ text: "Never.", error }));
      const events = await eventsOf(turn);
      const result = await turn.result;
      assert.deepEqual([result.outcome, result.subtype], ["api_error", "success"]);
      assert.match(result.text ?? "", /not for you/);
      if (session.adapter.has("messages result.api_error_status")) assert.equal(result.apiErrorStatus, 403);
      assert.ok(ofType(events, "message").some(({ content }) => JSON.stringify(content).includes("not for you")));
      assert.equal((await (await session.send(scripted({ text: "Again." }))).result).text, "Again.");
    },
  },
  {
    title: "H17 a turn that needs more steps than allowed ends as max_turns",
    async play(stage) {
      await using session = await open(stage.options({ maxTurns: 1, allowedTools: ["Bash"] }));
      const result = await (await session.send(scripted({ tools: [listing] }, { text: "Never." }))).result;
      assert.equal(result.outcome, "max_turns");
      assert.equal((await (await session.send(scripted({ text: "Next." }))).result).text, "Next.");
    },
  },
  {
    title: "H17 C4 a turn over budget ends as budget; a version without budgets says so before anything starts",
    async play(stage) {
      const options = stage.options({ maxBudgetUsd: 0.000_001, allowedTools: ["Bash"] });
      const session = await open(options).catch((error: unknown) => error);
      if (isBridleError(session, "unsupported")) return assert.equal(session.data.word, "flags --max-budget-usd");
      assert.ok(!(session instanceof Error) && typeof session === "object", String(session));
      await using opened = session as Awaited<ReturnType<typeof open>>;
      const turn = await opened.send(scripted({ tools: [listing] }, { tools: [listing] }, { text: "Never." }));
      assert.equal((await turn.result).outcome, "budget");
    },
  },
];
