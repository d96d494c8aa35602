import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { transcriptPath } from "../../src/agent/memory/transcript-path.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { asking, Driven, user } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("shared-transcript-folder");
const id = "11111111-1111-4111-8111-111111111111";

/** `a/b` and `a-b` have their transcripts in one folder. */
for (const [title, argv] of [
  ["--continue", ["--continue"]],
  ["--resume", ["--resume", id]],
] as const)
  test(`G7 ${title} takes up no conversation of a folder whose transcripts lie in the same place`, async (t) => {
    const [parent, config] = [folder(), folder()];
    const [cwd, other] = [join(parent, "a", "b"), join(parent, "a-b")];
    mkdirSync(cwd, { recursive: true });
    const path = transcriptPath(config, cwd, id);
    assert.equal(path, transcriptPath(config, other, id));
    mkdirSync(dirname(path), { recursive: true });
    const common = { sessionId: id, timestamp: "2026-01-01T00:00:00.000Z" };
    const message = { role: "user", content: "said elsewhere" };
    const play = async (saidIn: string) => {
      const line = { ...common, type: "user", uuid: id, parentUuid: null, cwd: saidIn, message };
      writeFileSync(path, `${JSON.stringify(line)}\n`);
      const api = await ScriptedModelApi.start({ answer: () => ({ text: "done" }) });
      t.after(() => api.close());
      const env = environment({ ANTHROPIC_API_KEY: "x", ANTHROPIC_BASE_URL: api.url, CLAUDE_CONFIG_DIR: config });
      await using agent = new Driven(codingAgent, { argv: [...asking, ...argv], env, cwd });
      agent.send(user("go"));
      await agent.saw("result");
      return JSON.stringify(api.requests.map(({ body }) => body));
    };
    assert.doesNotMatch(await play(other), /said elsewhere/);
    assert.match(await play(cwd), /said elsewhere/);
  });
