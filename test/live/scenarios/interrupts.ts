import assert from "node:assert/strict";
import { open } from "../../../src/exports/host.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { eventsOf, ofType } from "../events-of.ts";
import type { Scenario } from "../scenario.ts";

export const interrupts: readonly Scenario[] = [
  {
    title: "H13 H17 an interrupt while the model writes ends the turn and its API request, and the session goes on",
    async play(stage) {
      await using session = await open(stage.options({ partialMessages: true }));
      const turn = await session.send(scripted({ text: "I would go on for ever", stall: true }));
      let stopped = false;
      // Awaited inside the loop: its answer lies behind events that nobody else reads.
      await eventsOf(turn, async ({ type }) => {
        if (type !== "text_delta" || stopped) return;
        stopped = true;
        await session.interrupt();
      });
      const result = await turn.result;
      assert.deepEqual([result.outcome, stopped], ["interrupted", true]);
      await stage.api.waitFor("the request was given up", ({ aborted }) => aborted > 0);
      const next = await session.send(scripted({ text: "Next." }));
      assert.equal((await next.result).text, "Next.");
    },
  },
  {
    title: "H9 H10 an interrupt while a person is asked withdraws the ask",
    async play(stage) {
      const asked = Promise.withResolvers<void>();
      const withdrawn = Promise.withResolvers<unknown>();
      await using session = await open(
        stage.options({
          onAsk: (_ask, { signal }) => {
            asked.resolve();
            return new Promise((_resolve, reject) => {
              signal.addEventListener("abort", () => {
                withdrawn.resolve(signal.reason);
                reject(signal.reason);
              });
            });
          },
        }),
      );
      const tools = [{ name: "Bash", input: { command: "touch never.txt" } }];
      const turn = await session.send(scripted({ tools }, { text: "No." }));
      const events = eventsOf(turn);
      await asked.promise;
      await session.interrupt();
      assert.equal(((await withdrawn.promise) as { code?: string }).code, "cancelled");
      assert.equal((await turn.result).outcome, "interrupted");
      assert.deepEqual(
        ofType(await events, "ask_resolved").map(({ verdict }) => verdict),
        ["cancelled"],
      );
      const next = await session.send(scripted({ text: "Next." }));
      assert.equal((await next.result).text, "Next.");
    },
  },
  {
    title: "H13 an interrupt while nothing runs does no harm",
    async play(stage) {
      await using session = await open(stage.options());
      await session.interrupt();
      assert.equal((await (await session.send(scripted({ text: "Fine." }))).result).text, "Fine.");
      await session.interrupt();
      assert.equal((await (await session.send(scripted({ text: "Still." }))).result).text, "Still.");
    },
  },
];
