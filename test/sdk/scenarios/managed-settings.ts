import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { Fields } from "../../../src/wire/fields.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import type { SdkOptions } from "../agent-sdk.ts";
import type { SdkStage } from "../sdk-stage.ts";

const touching = { name: "Bash", input: { command: "touch made.txt", description: "touch it" } };

/** A turn that touches a file, with these settings of the person; what is asked is allowed. */
async function play(stage: SdkStage, settings: Fields, options: SdkOptions) {
  writeFileSync(join(stage.place.configFolder, "settings.json"), JSON.stringify(settings));
  let asks = 0;
  await stage.say(scripted({ tools: [touching] }, { text: "Done." }), {
    settingSources: ["user"],
    canUseTool: async (_tool, updatedInput) => {
      asks++;
      return { behavior: "allow", updatedInput };
    },
    ...options,
  });
  const is = (file: string): boolean => existsSync(join(stage.place.cwd, file));
  return { asks, made: is("made.txt"), own: is("own"), managed: is("managed") };
}

const touchingHook = (file: string): Fields => ({
  PreToolUse: [{ hooks: [{ type: "command", command: `touch ${file}` }] }],
});

export const managedSettings: readonly SdkScenario[] = [
  {
    title: "G2 what managedSettings deny is denied, whatever else allows it",
    async play(stage) {
      const played = await play(
        stage,
        { permissions: { allow: ["Bash"] } },
        { allowedTools: ["Bash"], managedSettings: { permissions: { deny: ["Bash(touch *)"] } } },
      );
      assert.deepEqual([played.asks, played.made], [0, false]);
    },
  },
  {
    title: "G2 what managedSettings allow is asked about all the same",
    leftOut: { agents: ["Claude Code"], because: "without managed settings of the machine it takes what they allow" },
    async play(stage) {
      const played = await play(stage, {}, { managedSettings: { permissions: { allow: ["Bash"] } } });
      assert.deepEqual([played.asks, played.made], [1, true]);
    },
  },
  {
    title: "G2 managedSettings bring no hooks, and leave the person's alone",
    async play(stage) {
      const played = await play(
        stage,
        { hooks: touchingHook("own") },
        { managedSettings: { hooks: touchingHook("managed") } },
      );
      assert.deepEqual(played, { asks: 1, made: true, own: true, managed: false });
    },
  },
  {
    title: "G2 allowManagedHooksOnly or disableAllHooks in managedSettings stops the hooks of settings files",
    async play(stage) {
      for (const managed of [{ allowManagedHooksOnly: true }, { disableAllHooks: true }, { disableAllHooks: "true" }]) {
        const played = await play(stage, { hooks: touchingHook("own") }, { managedSettings: managed });
        assert.deepEqual(played, { asks: 1, made: true, own: false, managed: false }, JSON.stringify(managed));
      }
    },
  },
  {
    title: "G2 allowManagedPermissionRulesOnly in managedSettings takes what settings files allow",
    async play(stage) {
      const played = await play(
        stage,
        { permissions: { allow: ["Bash"] } },
        { managedSettings: { allowManagedPermissionRulesOnly: true } },
      );
      assert.deepEqual([played.asks, played.made], [1, true]);
    },
  },
];
