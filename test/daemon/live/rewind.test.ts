import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { liveDaemon } from "./live-daemon.ts";

test("U3 RewindFiles takes back what Claude Code 2.1.325 wrote, also after it was asleep", {
  timeout: 300_000,
}, async (t) => {
  await using live = await liveDaemon(t, "2.1.325", { settings: { permissions: { allow: ["Write", "Edit"] } } });
  if (live === undefined) return;
  const session = await live.create();
  const file = join(session.cwd, "a.txt");
  const write = async (content: string): Promise<string> => {
    const prompt = {
      text: scripted({ tools: [{ name: "Write", input: { file_path: file, content } }] }, { text: "done" }),
    };
    const { promptId, seq } = await live.client.conversation.sendPrompt({ sessionId: session.id, prompt });
    await session.until(undefined, Number(seq));
    return promptId;
  };
  const first = await write("one\n");
  const { workspace } = live.client;
  assert.equal((await workspace.getChanges({ sessionId: session.id })).rewind?.supported, true);
  const planned = await workspace.rewindFiles({ sessionId: session.id, promptId: first, dryRun: true });
  assert.deepEqual([planned.files, planned.deletions], [[file], 1]);
  assert.equal(readFileSync(file, "utf8"), "one\n");

  await live.daemon.stop();
  await live.daemon.restart();
  const done = await workspace.rewindFiles({ sessionId: session.id, promptId: first, planDigest: planned.digest });
  assert.deepEqual([done.files, done.leftFiles], [[file], []]);
  assert.equal(existsSync(file), false);
});
