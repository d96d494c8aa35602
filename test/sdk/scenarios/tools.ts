import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Step } from "../../../src/script/script.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import { resultIn, toolResultsIn } from "../heard.ts";

const call = (name: string, input: Readonly<Record<string, unknown>> = {}): Step => ({ tools: [{ name, input }] });

export const tools: readonly SdkScenario[] = [
  {
    title: "G2 files are read, edited and written in the folder",
    async play(stage) {
      const [old, fresh] = ["old.txt", "fresh.txt"].map((name) => join(stage.place.cwd, name)) as [string, string];
      writeFileSync(old, "one\ntwo\n");
      const script = scripted(
        call("Read", { file_path: old }),
        call("Edit", { file_path: old, old_string: "two", new_string: "deux" }),
        call("Write", { file_path: fresh, content: "fresh" }),
        { text: "Done." },
      );
      const messages = await stage.say(script, { permissionMode: "acceptEdits" });
      const results = toolResultsIn(messages);
      assert.ok(
        results.every(({ isError }) => !isError),
        JSON.stringify(results),
      );
      assert.match(results[0]?.text ?? "", /1\tone\n2\ttwo/);
      assert.deepEqual([readFileSync(old, "utf8"), readFileSync(fresh, "utf8")], ["one\ndeux\n", "fresh"]);
    },
  },
  {
    title: "G2 a command that fails is an error with its exit code and what it said",
    async play(stage) {
      const script = scripted(call("Bash", { command: "echo out; echo err >&2; exit 3", description: "fail" }), {
        text: "Done.",
      });
      const messages = await stage.say(script, { allowedTools: ["Bash"] });
      const [outcome] = toolResultsIn(messages);
      assert.deepEqual([outcome?.text, outcome?.isError], ["Exit code 3\nout\nerr", true]);
      assert.equal(resultIn(messages).result, "Done.");
    },
  },
  {
    title: "G2 a tool that is none, and an input that does not fit, are errors for the model and nobody is asked",
    async play(stage) {
      const asked: string[] = [];
      const file_path = join(stage.place.cwd, "never.txt");
      const script = scripted(call("NoSuchTool"), call("Write", { file_path }), { text: "Done." });
      const messages = await stage.say(script, {
        canUseTool: async (toolName, updatedInput) => {
          asked.push(toolName);
          return { behavior: "allow", updatedInput };
        },
      });
      assert.deepEqual(
        toolResultsIn(messages).map(({ isError }) => isError),
        [true, true],
      );
      assert.deepEqual([asked, existsSync(file_path), resultIn(messages).result], [[], false, "Done."]);
    },
  },
];
