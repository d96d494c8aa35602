import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Ask, open } from "../../../src/exports/host.ts";
import type { ScriptedTool, Step } from "../../../src/script/script.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { isFields } from "../../../src/wire/fields.ts";
import { eventsOf, ofType } from "../events-of.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

const since = { version: "2.1.325", because: "earlier versions call the tool and its inputs differently" };
const touching = { name: "Bash", input: { command: "touch made.txt", description: "touch it" } };

function task(steps: readonly Step[]): ScriptedTool {
  const input = { description: "a task", prompt: scripted(...steps), subagent_type: "general-purpose" };
  // Newer agents do not wait for it unless told.
  return { name: "Agent", input: { ...input, run_in_background: false } };
}

const forEver = task([{ text: "For ever", stall: true }]);

/** Settles when the one that works for ever has asked its model. In the request of the one that gave the task its script lies deeper. */
function isAtWork({ api }: Stage): Promise<void> {
  const script = JSON.stringify(JSON.stringify([{ text: "For ever", stall: true }])).slice(1, -1);
  return api.waitFor("the sub-agent is at work", ({ requests }) =>
    requests.some(({ body }) => isFields(body) && JSON.stringify(body.messages ?? []).includes(script)),
  );
}

export const subAgents: readonly Scenario[] = [
  {
    title: "H7 G5 what a sub-agent does has the tool use it works on, and asks for permission in its own name",
    since,
    async play(stage) {
      const asks: Ask[] = [];
      await using session = await open(
        stage.options({
          onAsk: (ask) => {
            asks.push(ask);
            return "allow";
          },
        }),
      );
      const steps = [{ text: "Working.", tools: [touching] }, { text: "Reporting." }];
      const turn = await session.send(scripted({ tools: [task(steps)] }, { text: "Done." }));
      const events = await eventsOf(turn);
      const { text, outcome } = await turn.result;
      assert.deepEqual([outcome, text, existsSync(join(stage.place.cwd, "made.txt"))], ["success", "Done.", true]);
      const starts = ofType(events, "tool_start");
      const [agent] = starts;
      assert.deepEqual(
        starts.map(({ name, parentToolUseId }) => [name, parentToolUseId]),
        [
          ["Agent", undefined],
          ["Bash", agent?.toolUseId],
        ],
      );
      const results = ofType(events, "tool_result");
      assert.deepEqual(
        results.map(({ toolUseId, parentToolUseId, isError }) => [toolUseId, parentToolUseId, isError]),
        [
          [starts[1]?.toolUseId, agent?.toolUseId, false],
          [agent?.toolUseId, undefined, false],
        ],
      );
      assert.match(JSON.stringify(results[1]?.content), /Reporting\./);
      assert.match(String(asks[0]?.agentId), /^a[0-9a-f]+$/);
    },
  },
  {
    title: "H17 G5 an interrupt ends a turn whose sub-agent is at work, and the session goes on",
    since,
    async play(stage) {
      await using session = await open(stage.options());
      const turn = await session.send(scripted({ tools: [forEver] }, { text: "No." }));
      const events = eventsOf(turn);
      await isAtWork(stage);
      await session.interrupt();
      assert.equal((await turn.result).outcome, "interrupted");
      await events;
      const next = await session.send(scripted({ text: "Still here." }));
      assert.equal((await next.result).text, "Still here.");
    },
  },
];
