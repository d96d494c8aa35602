import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Hooks, open } from "../../../src/exports/host.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { eventsOf, ofType, toolResults } from "../events-of.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

const touching = { name: "Bash", input: { command: "touch made.txt; echo touched", description: "touch it" } };

/** A turn that would ask about its tool, under these hooks. Asks are denied. */
async function touch(stage: Stage, hooks: Hooks, ...after: readonly { text: string }[]) {
  let asks = 0;
  const onAsk = () => {
    asks++;
    return "deny" as const;
  };
  await using session = await open(stage.options({ hooks, onAsk }));
  const turn = await session.send(scripted({ tools: [touching] }, { text: "Done." }, ...after));
  const events = await eventsOf(turn);
  return { asks, events, result: await turn.result, made: existsSync(join(stage.place.cwd, "made.txt")) };
}

const decision = (permissionDecision: string) => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision,
    permissionDecisionReason: "the hook's reason",
  },
});

export const hooks: readonly Scenario[] = [
  {
    title: "H12 a hook allows a tool, which is then not asked about, and a later one sees what it did",
    async play(stage) {
      const seen: unknown[] = [];
      const { asks, result, made } = await touch(stage, {
        PreToolUse: [
          {
            matcher: "Bash",
            hooks: [
              (input, { toolUseId }) => {
                seen.push([input.hook_event_name, input.tool_name, typeof toolUseId]);
                return decision("allow");
              },
            ],
          },
          { matcher: "Write", hooks: [() => decision("deny")] },
        ],
        PostToolUse: [
          {
            hooks: [
              (input) => {
                seen.push([input.hook_event_name, /touched/.test(JSON.stringify(input.tool_response))]);
                return {};
              },
            ],
          },
        ],
      });
      assert.deepEqual([asks, made, result.outcome], [0, true, "success"]);
      assert.deepEqual(seen, [
        ["PreToolUse", "Bash", "string"],
        ["PostToolUse", true],
      ]);
    },
  },
  {
    title: "H12 a hook denies a tool, and the model reads its reason",
    async play(stage) {
      const { asks, events, made } = await touch(stage, { PreToolUse: [{ hooks: [() => decision("deny")] }] });
      assert.deepEqual([asks, made], [0, false]);
      assert.match(toolResults(events)[0] ?? "", /the hook's reason/);
    },
  },
  {
    title: "H12 a hook that fails has no say: the tool is asked about as without it",
    async play(stage) {
      const { asks, result } = await touch(stage, {
        PreToolUse: [
          {
            hooks: [
              () => {
                throw new Error("the hook broke");
              },
            ],
          },
        ],
      });
      assert.deepEqual([asks, result.outcome, result.text], [1, "success", "Done."]);
    },
  },
  {
    title: "H12 a Stop hook that blocks makes the model go on",
    async play(stage) {
      const active: unknown[] = [];
      const Stop: Hooks[string] = [
        {
          hooks: [
            (input) => {
              active.push(input.stop_hook_active);
              return active.length === 1 ? { decision: "block", reason: "one more thing" } : {};
            },
          ],
        },
      ];
      const { events, result } = await touch(stage, { Stop }, { text: "Really done." });
      assert.deepEqual([result.text, active], ["Really done.", [false, true]]);
      const fed = ofType(events, "message").filter(({ role }) => role === "user");
      assert.match(JSON.stringify(fed.map(({ content }) => content)), /one more thing/);
    },
  },
  {
    title: "H12 H14 a UserPromptSubmit hook that blocks keeps the prompt from the model, and the turn settles",
    async play(stage) {
      let blocks = true;
      const UserPromptSubmit: Hooks[string] = [
        { hooks: [() => (blocks ? { decision: "block", reason: "no such talk" } : {})] },
      ];
      await using session = await open(stage.options({ hooks: { UserPromptSubmit } }));
      const result = await (await session.send(scripted({ text: "Never said." }))).result;
      assert.notEqual(result.text, "Never said.");
      assert.ok(!JSON.stringify(stage.api.requests).includes("Never said."));
      blocks = false;
      assert.equal((await (await session.send(scripted({ text: "Now." }))).result).text, "Now.");
    },
  },
];
