import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { Fields } from "../../../src/wire/fields.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import type { AskContext, CanUseTool } from "../agent-sdk.ts";
import { lastRequest, ofType, resultIn, toolResultsIn } from "../heard.ts";
import type { SdkStage } from "../sdk-stage.ts";

const writing = { name: "Bash", input: { command: "echo original | tee made.txt", description: "write it" } };
const prompt = scripted({ tools: [writing] }, { text: "Done." });

const touching = { name: "Bash", input: { command: "touch twice.txt", description: "touch it" } };
const touchingOnce = scripted({ tools: [touching] }, { text: "Done." });

type Asked = { toolName: string; input: unknown; context: AskContext };

/** Keeps what was asked, and answers as told. */
function remembering(canUseTool: CanUseTool): { asked: Asked[]; canUseTool: CanUseTool } {
  const asked: Asked[] = [];
  return {
    asked,
    canUseTool: (toolName, input, context) => {
      asked.push({ toolName, input, context });
      return canUseTool(toolName, input, context);
    },
  };
}

const isMade = (stage: SdkStage): boolean => existsSync(join(stage.place.cwd, "made.txt"));

export const permissions: readonly SdkScenario[] = [
  {
    title: "G2 an allowed tool runs with the input it asked with",
    async play(stage) {
      const { asked, canUseTool } = remembering(async (_tool, updatedInput) => ({ behavior: "allow", updatedInput }));
      const messages = await stage.say(prompt, { canUseTool });
      assert.deepEqual(
        asked.map(({ toolName, input }) => [toolName, input]),
        [["Bash", writing.input]],
      );
      const [outcome] = toolResultsIn(messages);
      assert.deepEqual([outcome?.text, outcome?.isError, isMade(stage)], ["original", false, true]);
      assert.equal(outcome?.toolUseId, asked[0]?.context.toolUseID);
      assert.deepEqual([resultIn(messages).result, resultIn(messages).permission_denials], ["Done.", []]);
    },
  },
  {
    title: "G2 an allowed tool without an input in the answer runs with its own",
    async play(stage) {
      const messages = await stage.say(prompt, { canUseTool: async () => ({ behavior: "allow" }) });
      assert.equal(toolResultsIn(messages)[0]?.text, "original");
    },
  },
  {
    title: "G2 an allowed tool runs with the input the callback edited",
    async play(stage) {
      const messages = await stage.say(prompt, {
        canUseTool: async (_tool, input) => ({
          behavior: "allow",
          updatedInput: { ...input, command: "echo edited" },
        }),
      });
      assert.deepEqual([toolResultsIn(messages)[0]?.text, isMade(stage)], ["edited", false]);
    },
  },
  {
    title: "G2 a denied tool does not run, the model reads exactly the message, and the result lists the denial",
    async play(stage) {
      const { asked, canUseTool } = remembering(async () => ({ behavior: "deny", message: "Not on my watch." }));
      const messages = await stage.say(prompt, { canUseTool });
      const [outcome] = toolResultsIn(messages);
      assert.deepEqual([outcome?.text, outcome?.isError, isMade(stage)], ["Not on my watch.", true, false]);
      assert.match(lastRequest(stage), /Not on my watch\./);
      const result = resultIn(messages);
      assert.deepEqual([result.subtype, result.is_error, result.result], ["success", false, "Done."]);
      const tool_use_id = asked[0]?.context.toolUseID;
      assert.deepEqual(result.permission_denials, [{ tool_name: "Bash", tool_use_id, tool_input: writing.input }]);
    },
  },
  {
    title: "G2 a denial that interrupts ends the turn, and the next prompt is answered",
    async play(stage) {
      const talk = stage.talk({
        canUseTool: async () => ({ behavior: "deny", message: "Stop it.", interrupt: true }),
      });
      const stopped = await talk.turn(prompt);
      const result = resultIn(stopped);
      assert.deepEqual([result.subtype, result.is_error], ["error_during_execution", true]);
      assert.equal(result.terminal_reason, "aborted_tools");
      assert.deepEqual([toolResultsIn(stopped)[0]?.isError, isMade(stage)], [true, false]);
      assert.equal(resultIn(await talk.turn(scripted({ text: "Still here." }))).result, "Still here.");
      await talk.end();
    },
  },
  {
    title: "G2 a callback that throws denies with its words, and the turn goes on",
    async play(stage) {
      const messages = await stage.say(prompt, {
        canUseTool: async () => {
          throw new Error("the person fell asleep");
        },
      });
      const [outcome] = toolResultsIn(messages);
      assert.match(outcome?.text ?? "", /the person fell asleep/);
      assert.deepEqual([outcome?.isError, resultIn(messages).result, isMade(stage)], [true, "Done.", false]);
    },
  },
  {
    title: "G2 without a callback the tool is denied, the denial is told, and the turn goes on",
    async play(stage) {
      const messages = await stage.say(prompt);
      assert.deepEqual([toolResultsIn(messages)[0]?.isError, isMade(stage)], [true, false]);
      assert.equal(ofType(messages, "system", "permission_denied")[0]?.tool_name, "Bash");
      const { result, permission_denials } = resultIn(messages);
      assert.deepEqual([result, (permission_denials as unknown[]).length], ["Done.", 1]);
    },
  },
  {
    title: "G2 the signal of an ask fires when the turn is interrupted",
    async play(stage) {
      const asked = Promise.withResolvers<void>();
      const withdrawn = Promise.withResolvers<void>();
      const talk = stage.talk({
        canUseTool: (_tool, _input, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => {
              withdrawn.resolve();
              reject(new Error("too late"));
            });
            asked.resolve();
          }),
      });
      talk.send(prompt);
      await asked.promise;
      await talk.query.interrupt();
      await withdrawn.promise;
      assert.equal((await talk.result()).subtype, "error_during_execution");
      assert.equal(resultIn(await talk.turn(scripted({ text: "Next." }))).result, "Next.");
      await talk.end();
      assert.ok(!isMade(stage));
    },
  },
  {
    title: "G2 suggestions that come back as updated permissions are kept: the same call is not asked again",
    async play(stage) {
      const { asked, canUseTool } = remembering(async (_tool, updatedInput, { suggestions = [] }) => ({
        behavior: "allow",
        updatedInput,
        updatedPermissions: suggestions,
      }));
      const twice = scripted({ tools: [touching] }, { tools: [touching] }, { text: "Done." });
      const messages = await stage.say(twice, { canUseTool });
      assert.equal(asked.length, 1);
      assert.ok((asked[0]?.context.suggestions?.length ?? 0) > 0);
      assert.deepEqual(
        toolResultsIn(messages).map(({ isError }) => isError),
        [false, false],
      );
    },
  },
  {
    title: "G2 a rule that is kept in the local settings of the folder holds in the next session",
    async play(stage) {
      const isRule = ({ type, destination }: Fields) => type === "addRules" && destination === "localSettings";
      const { asked, canUseTool } = remembering(async (_tool, updatedInput, { suggestions = [] }) => ({
        behavior: "allow",
        updatedInput,
        updatedPermissions: suggestions.filter(isRule),
      }));
      for (const _session of ["first", "second"]) {
        const messages = await stage.say(touchingOnce, { canUseTool, settingSources: ["local"] });
        assert.equal(toolResultsIn(messages)[0]?.isError, false);
      }
      assert.equal(asked.length, 1);
    },
  },
  {
    title: "G2 three Reads outside the folder are asked at once, answered in reverse, and each gets its own verdict",
    async play(stage) {
      const files = ["one", "two", "three"].map((name) => join(stage.place.home, `${name}.txt`));
      for (const file of files) writeFileSync(file, `inside ${file}`);
      const waiting: (() => void)[] = [];
      const { asked, canUseTool } = remembering(async (_tool, updatedInput) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push(resolve);
        // One after the other, so that the answers are written in this order.
        if (waiting.length === files.length) for (const answer of waiting.toReversed()) setImmediate(answer);
        await promise;
        if (updatedInput.file_path === files[1]) return { behavior: "deny", message: "not that one" };
        return { behavior: "allow", updatedInput };
      });
      const tools = files.map((file_path) => ({ name: "Read", input: { file_path } }));
      const messages = await stage.say(scripted({ tools }, { text: "Read." }), { canUseTool });
      assert.equal(asked.length, 3);
      const results = new Map(toolResultsIn(messages).map((outcome) => [outcome.toolUseId, outcome]));
      for (const { input, context } of asked) {
        const { file_path } = input as { file_path: string };
        const { text = "", isError } = results.get(context.toolUseID) ?? {};
        assert.equal(isError, file_path === files[1]);
        assert.ok(text.includes(isError ? "not that one" : `inside ${file_path}`), text);
      }
      assert.equal(resultIn(messages).result, "Read.");
    },
  },
];
