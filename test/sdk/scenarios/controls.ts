import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { Fields } from "../../../src/wire/fields.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import { initIn, modelRequests, ofType, resultIn } from "../heard.ts";

const otherModel = "claude-3-5-haiku-20241022";

export const controls: readonly SdkScenario[] = [
  {
    title: "G2 the model changes between turns",
    async play(stage) {
      const talk = stage.talk();
      await talk.turn(scripted({ text: "Before." }));
      await talk.query.setModel(otherModel);
      const heard = await talk.turn(scripted({ text: "After." }));
      assert.equal(initIn(heard).model, otherModel);
      const said = ofType(heard, "assistant").map(({ message }) => (message as Fields).model);
      assert.deepEqual(said, [otherModel]);
      assert.equal(modelRequests(stage).at(-1)?.model, otherModel);
      await talk.end();
    },
  },
  {
    title: "G2 with acceptEdits a Write inside the folder is no longer asked about",
    async play(stage) {
      const asked: string[] = [];
      const talk = stage.talk({
        canUseTool: async (toolName) => {
          asked.push(toolName);
          return { behavior: "deny", message: "no" };
        },
      });
      const file = join(stage.place.cwd, "new.txt");
      const writing = scripted(
        { tools: [{ name: "Write", input: { file_path: file, content: "new" } }] },
        { text: "." },
      );
      await talk.turn(writing);
      assert.deepEqual([asked, existsSync(file)], [["Write"], false]);
      await talk.query.setPermissionMode("acceptEdits");
      const heard = await talk.turn(writing);
      assert.deepEqual([asked, existsSync(file)], [["Write"], true]);
      assert.equal(initIn(heard).permissionMode, "acceptEdits");
      await talk.end();
    },
  },
  {
    title: "G2 initialize tells commands, models, agents, the account and the output style, before any prompt",
    async play(stage) {
      const talk = stage.talk();
      const [commands, models, agents, account] = await Promise.all([
        talk.query.supportedCommands(),
        talk.query.supportedModels(),
        talk.query.supportedAgents(),
        talk.query.accountInfo(),
      ]);
      assert.ok(commands.length > 0 && commands.every(({ name, description }) => isText(name) && isText(description)));
      assert.ok(models.length > 0 && models.every(({ value, displayName }) => isText(value) && isText(displayName)));
      assert.ok(agents.every(({ name }) => isText(name)));
      assert.equal(account.apiKeySource, "ANTHROPIC_API_KEY");
      const whole = await talk.query.initializationResult();
      assert.deepEqual([whole.commands, whole.models, whole.account], [commands, models, account]);
      assert.ok(isText(whole.output_style) && (whole.available_output_styles as string[]).includes(whole.output_style));
      assert.equal(resultIn(await talk.turn(scripted({ text: "Fine." }))).result, "Fine.");
      await talk.end();
    },
  },
  {
    title: "G2 every control request settles, with an answer or an error, and the session goes on",
    async play(stage) {
      const talk = stage.talk();
      const { query } = talk;
      await talk.turn(scripted({ text: "Before." }));
      const settled = await Promise.allSettled([
        query.mcpServerStatus(),
        query.setMaxThinkingTokens(1_000),
        query.applyFlagSettings({ includeCoAuthoredBy: false }),
        query.setMcpServers({}),
        query.seedReadState(join(stage.place.cwd, "none.txt"), Date.now()),
        query.stopTask("none"),
        query.getContextUsage(),
        query.reloadPlugins(),
      ]);
      const done = settled.filter(({ status }) => status === "fulfilled");
      assert.ok(done.length >= 4, JSON.stringify(settled));
      assert.deepEqual((settled[0] as PromiseFulfilledResult<unknown>).value, []);
      assert.equal(resultIn(await talk.turn(scripted({ text: "After." }))).result, "After.");
      await talk.end();
    },
  },
  {
    title: "G2 what cannot be done is refused with a reason",
    async play(stage) {
      const talk = stage.talk();
      await assert.rejects(talk.query.setPermissionMode("no such mode"), Error);
      await assert.rejects(talk.query.toggleMcpServer("none", true), /none/);
      await assert.rejects(talk.query.reconnectMcpServer("none"), /none/);
      const rewound = await talk.query.rewindFiles(randomUUID()).catch((error: unknown) => error);
      assert.ok(rewound instanceof Error || (rewound as Fields).canRewind === false, JSON.stringify(rewound));
      assert.equal(resultIn(await talk.turn(scripted({ text: "Fine." }))).result, "Fine.");
      await talk.end();
    },
  },
];

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
