import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { objects } from "../../../src/wire/fields.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import { hearFailure, initIn, modelRequests, resultIn, toolResultsIn } from "../heard.ts";
import type { SdkStage } from "../sdk-stage.ts";

function systemPrompt(stage: SdkStage): string {
  return JSON.stringify(modelRequests(stage)[0]?.system);
}

function offeredTools(stage: SdkStage): unknown[] {
  return objects(modelRequests(stage)[0]?.tools).map(({ name }) => name);
}

const touching = { name: "Bash", input: { command: "touch made.txt; echo touched", description: "touch it" } };

export const options: readonly SdkScenario[] = [
  {
    title: "G2 what the allowed tools match is not asked about, and the rest is",
    async play(stage) {
      const asked: unknown[] = [];
      const bash = (command: string) => ({ tools: [{ name: "Bash", input: { command, description: "do it" } }] });
      await stage.say(scripted(bash("touch made.txt"), bash("mkdir made"), { text: "." }), {
        allowedTools: ["Bash(touch:*)"],
        canUseTool: async (_tool, { command }) => {
          asked.push(command);
          return { behavior: "deny", message: "no" };
        },
      });
      assert.deepEqual([asked, existsSync(join(stage.place.cwd, "made.txt"))], [["mkdir made"], true]);
    },
  },
  {
    title: "G2 a disallowed tool is neither listed nor offered, and its call is an error",
    async play(stage) {
      const messages = await stage.say(scripted({ tools: [touching] }, { text: "Done." }), {
        disallowedTools: ["Bash"],
        canUseTool: async (_tool, updatedInput) => ({ behavior: "allow", updatedInput }),
      });
      const tools = initIn(messages).tools as string[];
      assert.deepEqual([tools.includes("Bash"), tools.includes("Read")], [false, true]);
      assert.ok(!offeredTools(stage).includes("Bash"));
      assert.deepEqual([toolResultsIn(messages)[0]?.isError, resultIn(messages).result], [true, "Done."]);
    },
  },
  {
    title: "G2 tools narrows what there is to the named ones",
    async play(stage) {
      const messages = await stage.say(scripted({ text: "." }), { tools: ["Read", "Bash"] });
      const tools = initIn(messages).tools as string[];
      assert.deepEqual(tools.toSorted(), ["Bash", "Read"]);
    },
  },
  {
    title: "G2 a system prompt of one's own reaches the model",
    async play(stage) {
      await stage.say(scripted({ text: "." }), { systemPrompt: "You are a lighthouse keeper." });
      assert.match(systemPrompt(stage), /You are a lighthouse keeper\./);
    },
  },
  {
    title: "G2 what is appended to the system prompt reaches the model behind the agent's own",
    async play(stage) {
      const append = "Always speak of lighthouses.";
      await stage.say(scripted({ text: "." }), { systemPrompt: { type: "preset", preset: "claude_code", append } });
      const whole = systemPrompt(stage);
      assert.ok(whole.indexOf(append) > 50, "behind the agent's own");
    },
  },
  {
    title: "G2 the environment of the option is the environment of its tools",
    async play(stage) {
      const input = { command: 'echo "$LIGHT-$CLAUDE_CODE_ENTRYPOINT"', description: "say it" };
      const messages = await stage.say(scripted({ tools: [{ name: "Bash", input }] }, { text: "." }), {
        allowedTools: ["Bash"],
        env: { LIGHT: "house" },
      });
      assert.equal(toolResultsIn(messages)[0]?.text, "house-sdk-ts");
    },
  },
  {
    title: "G2 the stderr of the agent reaches the callback",
    async play(stage) {
      const told: string[] = [];
      const stderr = (text: string): void => void told.push(text);
      const resume = randomUUID();
      await hearFailure(stage.query("hello?", { resume, stderr }));
      assert.ok(told.join("").includes(`No conversation found with session ID: ${resume}`), told.join(""));
    },
  },
  {
    title: "G2 additional folders are read without an ask",
    async play(stage) {
      const file_path = `${stage.place.home}/note.txt`;
      writeFileSync(file_path, "the lamp is lit");
      const script = scripted({ tools: [{ name: "Read", input: { file_path } }] }, { text: "." });
      const messages = await stage.say(script, { additionalDirectories: [stage.place.home] });
      const [outcome] = toolResultsIn(messages);
      assert.ok(outcome?.text.includes("the lamp is lit"), outcome?.text);
    },
  },
];
