import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import { initIn, ofType, resultIn, toolResultsIn } from "../heard.ts";

const touching = { name: "Bash", input: { command: "touch made.txt", description: "touch it" } };

/** Permission modes from the start. */
export const modes: readonly SdkScenario[] = [
  {
    title: "G2 in the mode dontAsk what would be asked about is denied, and the denial is told",
    async play(stage) {
      const asked: string[] = [];
      const messages = await stage.say(scripted({ tools: [touching] }, { text: "Done." }), {
        permissionMode: "dontAsk",
        canUseTool: async (toolName, updatedInput) => {
          asked.push(toolName);
          return { behavior: "allow", updatedInput };
        },
      });
      assert.equal(initIn(messages).permissionMode, "dontAsk");
      assert.deepEqual([asked, existsSync(join(stage.place.cwd, "made.txt"))], [[], false]);
      assert.deepEqual([toolResultsIn(messages)[0]?.isError, resultIn(messages).result], [true, "Done."]);
      assert.equal(ofType(messages, "system", "permission_denied")[0]?.tool_name, "Bash");
    },
  },
  {
    title: "G2 in the mode bypassPermissions everything runs unasked, but for what is disallowed",
    async play(stage) {
      const options = {
        permissionMode: "bypassPermissions",
        allowDangerouslySkipPermissions: true,
        disallowedTools: ["Bash(rm:*)"],
        // Claude Code lets root do so only in a sandbox.
        env: { IS_SANDBOX: "1" },
      };
      const removing = { name: "Bash", input: { command: "rm made.txt", description: "remove it" } };
      const script = scripted({ tools: [touching] }, { tools: [removing] }, { text: "Done." });
      const messages = await stage.say(script, options);
      assert.equal(initIn(messages).permissionMode, "bypassPermissions");
      assert.deepEqual(
        toolResultsIn(messages).map(({ isError }) => isError),
        [false, true],
      );
      assert.ok(existsSync(join(stage.place.cwd, "made.txt")));
    },
  },
];
