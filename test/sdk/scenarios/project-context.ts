import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import type { SdkOptions } from "../agent-sdk.ts";
import { lastRequest } from "../heard.ts";
import type { SdkStage } from "../sdk-stage.ts";

const hello = scripted({ text: "Hello." });

function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Instructions wherever they may be, with a word for each. */
function instruct({ place }: SdkStage): void {
  put(join(place.configFolder, "CLAUDE.md"), "word-of-the-user");
  put(join(place.cwd, "..", "CLAUDE.md"), "word-of-the-parent");
  put(join(place.cwd, "CLAUDE.md"), "word-of-the-project, see @docs/more.md and `@docs/code.md` and @~/outside.md");
  put(join(place.cwd, "docs", "more.md"), "word-of-the-import @deep.md");
  put(join(place.cwd, "docs", "deep.md"), "word-of-the-deep-one @more.md");
  put(join(place.cwd, "docs", "code.md"), "word-of-the-code");
  put(join(place.home, "outside.md"), "word-of-the-outside");
  put(join(place.cwd, ".claude", "CLAUDE.md"), "word-of-the-folder");
  put(join(place.cwd, "CLAUDE.local.md"), "word-of-the-local");
}

/** The words the model was told, in order. */
async function words(stage: SdkStage, options: SdkOptions = {}): Promise<string[]> {
  await stage.say(hello, options);
  return Array.from(lastRequest(stage).matchAll(/word-of-the-([\w-]+)/g), ([, word]) => word as string);
}

const projects = ["parent", "project", "import", "deep-one", "folder"];

export const projectContext: readonly SdkScenario[] = [
  {
    title: "G5 CLAUDE.md of the person, of the folders above and of the project reach the model, with their imports",
    async play(stage) {
      instruct(stage);
      assert.deepEqual(await words(stage), ["user", ...projects, "local"]);
    },
  },
  {
    title: "G5 only the sources that are asked for are read",
    async play(stage) {
      instruct(stage);
      assert.deepEqual(await words(stage, { settingSources: ["user"] }), ["user"]);
      assert.deepEqual(await words(stage, { settingSources: ["project"] }), projects);
      assert.deepEqual(await words(stage, { settingSources: ["local"] }), ["local"]);
      assert.deepEqual(await words(stage, { settingSources: [] }), []);
      assert.deepEqual(await words(stage, { extraArgs: { bare: null } }), []);
    },
  },
  {
    title: "G5 a system prompt of one's own does not take the project's instructions away",
    async play(stage) {
      put(join(stage.place.cwd, "CLAUDE.md"), "word-of-the-project");
      assert.deepEqual(await words(stage, { systemPrompt: "You are a lighthouse keeper." }), ["project"]);
      assert.deepEqual(await words(stage, { systemPrompt: "" }), ["project"]);
    },
  },
  {
    title: "G5 a sub-agent knows the project's instructions, too",
    async play(stage) {
      put(join(stage.place.cwd, "CLAUDE.md"), "word-of-the-project");
      const input = { description: "a task", prompt: scripted({ text: "Reporting." }), run_in_background: false };
      await stage.say(scripted({ tools: [{ name: "Agent", input }] }, { text: "Done." }));
      const told = stage.api.requests.filter(({ body }) => JSON.stringify(body)?.includes("word-of-the-project"));
      assert.equal(told.length, 3);
    },
  },
  {
    title: "G2 a slash command that is none is what the user says to the model",
    async play(stage) {
      await stage.say("/lighthouse is lit");
      assert.ok(lastRequest(stage).includes("/lighthouse is lit"));
    },
  },
  {
    title: "G2 a command of another surface is answered without the model",
    async play(stage) {
      for (const command of ["/skills", "/help", "/login", "/plugin", "/memory"]) {
        const messages = await stage.say(command);
        const result = messages.at(-1);
        assert.deepEqual([result?.type, result?.is_error, result?.num_turns], ["result", false, 0], command);
      }
      assert.equal(stage.api.requests.filter(({ path }) => path === "/v1/messages").length, 0);
    },
  },
];
