import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { Fields } from "../../../src/wire/fields.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import type { SdkMessage, SdkOptions } from "../agent-sdk.ts";
import { blocksIn, lastRequest, modelRequests, ofType, resultIn, toolResultsIn } from "../heard.ts";
import type { SdkStage } from "../sdk-stage.ts";

const touching = { name: "Bash", input: { command: "touch made.txt; echo touched", description: "touch it" } };

/** A turn that would ask about its tool, under these hooks. Asks are denied. */
async function touch(stage: SdkStage, hooks: NonNullable<SdkOptions["hooks"]>, ...after: readonly { text: string }[]) {
  let asks = 0;
  const messages: SdkMessage[] = await stage.say(scripted({ tools: [touching] }, { text: "Done." }, ...after), {
    hooks,
    canUseTool: async () => {
      asks++;
      return { behavior: "deny", message: "nobody allowed it" };
    },
  });
  return { messages, asks, made: existsSync(join(stage.place.cwd, "made.txt")) };
}

const decision = (permissionDecision: string, more: Fields = {}) => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision,
    permissionDecisionReason: "the hook's reason",
    ...more,
  },
});

export const hooks: readonly SdkScenario[] = [
  {
    title: "G2 a PreToolUse hook that allows spares the ask, and one for another tool is not called",
    async play(stage) {
      const seen: unknown[] = [];
      const { messages, asks, made } = await touch(stage, {
        PreToolUse: [
          {
            matcher: "Bash",
            hooks: [
              async (input, toolUseId) => {
                seen.push([input.hook_event_name, input.tool_name, input.tool_input, input.tool_use_id === toolUseId]);
                seen.push([input.session_id === undefined, input.cwd]);
                return decision("allow");
              },
            ],
          },
          { matcher: "Write", hooks: [async () => decision("deny")] },
        ],
      });
      assert.deepEqual([asks, made, toolResultsIn(messages)[0]?.text], [0, true, "touched"]);
      assert.deepEqual(seen, [
        ["PreToolUse", "Bash", touching.input, true],
        [false, stage.place.cwd],
      ]);
    },
  },
  {
    title: "G2 a PreToolUse hook that denies keeps the tool from running, and the model reads its reason",
    async play(stage) {
      const { messages, asks, made } = await touch(stage, {
        PreToolUse: [{ hooks: [async () => decision("deny")] }],
      });
      assert.deepEqual([asks, made], [0, false]);
      const [outcome] = toolResultsIn(messages);
      assert.match(outcome?.text ?? "", /the hook's reason/);
      assert.deepEqual([outcome?.isError, resultIn(messages).result], [true, "Done."]);
    },
  },
  {
    title: "G2 a PreToolUse hook replaces the input of a tool",
    async play(stage) {
      const updatedInput = { command: "echo by the hook", description: "say it" };
      const { messages, asks, made } = await touch(stage, {
        PreToolUse: [{ hooks: [async () => decision("allow", { updatedInput })] }],
      });
      assert.deepEqual([asks, made, toolResultsIn(messages)[0]?.text], [0, false, "by the hook"]);
    },
  },
  {
    title: "G2 a PreToolUse hook that wants an ask gets one",
    async play(stage) {
      const { messages, asks, made } = await touch(stage, {
        PreToolUse: [{ hooks: [async () => decision("ask")] }],
      });
      assert.deepEqual([asks, made, toolResultsIn(messages)[0]?.text], [1, false, "nobody allowed it"]);
    },
  },
  {
    title: "G2 a PostToolUse hook sees what the tool answered, and adds to what the model reads",
    async play(stage) {
      const seen: Fields[] = [];
      const { messages } = await touch(stage, {
        PreToolUse: [{ hooks: [async () => decision("allow")] }],
        PostToolUse: [
          {
            matcher: "Bash",
            hooks: [
              async (input) => {
                seen.push(input);
                return { hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "seen by the hook" } };
              },
            ],
          },
        ],
      });
      assert.deepEqual(
        seen.map(({ hook_event_name, tool_name, tool_input }) => [hook_event_name, tool_name, tool_input]),
        [["PostToolUse", "Bash", touching.input]],
      );
      assert.match(JSON.stringify(seen[0]?.tool_response), /touched/);
      assert.match(lastRequest(stage), /seen by the hook/);
      assert.equal(resultIn(messages).result, "Done.");
    },
  },
  {
    title: "G2 what a UserPromptSubmit hook adds reaches the model",
    async play(stage) {
      const prompts: unknown[] = [];
      const prompt = scripted({ text: "Heard." });
      const messages = await stage.say(prompt, {
        hooks: {
          UserPromptSubmit: [
            {
              hooks: [
                async (input) => {
                  prompts.push(input.prompt);
                  return {
                    hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "it is raining" },
                  };
                },
              ],
            },
          ],
        },
      });
      assert.deepEqual(prompts, [prompt]);
      assert.match(lastRequest(stage), /it is raining/);
      assert.equal(resultIn(messages).result, "Heard.");
    },
  },
  {
    title: "G2 a UserPromptSubmit hook that blocks keeps the prompt from the model, and the query ends well",
    async play(stage) {
      const messages = await stage.say(scripted({ text: "Never said." }), {
        hooks: { UserPromptSubmit: [{ hooks: [async () => ({ decision: "block", reason: "no such talk" })] }] },
      });
      const { subtype, is_error, num_turns, result } = resultIn(messages);
      assert.deepEqual([subtype, is_error, num_turns], ["success", false, 0]);
      assert.match(String(result), /no such talk/);
      assert.equal(modelRequests(stage).length, 0);
    },
  },
  {
    title: "G2 a Stop hook that blocks once makes the model go on, and knows at the second time that it did",
    async play(stage) {
      const active: unknown[] = [];
      const Stop = [
        {
          hooks: [
            async (input: Fields) => {
              active.push(input.stop_hook_active);
              return active.length === 1 ? { decision: "block", reason: "one more thing" } : {};
            },
          ],
        },
      ];
      const { messages } = await touch(stage, { Stop }, { text: "Really done." });
      assert.deepEqual([resultIn(messages).result, active], ["Really done.", [false, true]]);
      assert.match(JSON.stringify(blocksIn(messages, "user")), /one more thing/);
      assert.match(lastRequest(stage), /one more thing/);
    },
  },
  {
    title: "G2 a hook that fails has no say: the tool is asked about as without it",
    async play(stage) {
      const { messages, asks } = await touch(stage, {
        PreToolUse: [
          {
            hooks: [
              async () => {
                throw new Error("the hook broke");
              },
            ],
          },
        ],
      });
      assert.deepEqual([asks, resultIn(messages).result], [1, "Done."]);
      assert.equal(ofType(messages, "result").length, 1);
    },
  },
];
