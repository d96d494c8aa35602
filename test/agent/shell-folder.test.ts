import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { answer, asking, Driven, user } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("shell-folder");

test("G5 P4 cd lasts from call to call within the folders, else it is reset with a note; rules judge from where the shell is", async () => {
  const [cwd, other] = [folder(), folder()];
  mkdirSync(join(cwd, "sub", "deep"), { recursive: true });
  writeFileSync(join(cwd, "note.txt"), "a note\n");
  const argv = [...asking, "--model", "scripted", "--no-session-persistence", "--add-dir", other];
  await using agent = new Driven(codingAgent, { argv, env: environment(), cwd });
  const run = async (command: string): Promise<string> => {
    agent.send(user(scripted({ tools: [{ name: "Bash", input: { command } }] }, { text: "done" })));
    const result = await agent.saw("tool_result");
    await agent.saw("result success done");
    return String(((result.message as Fields).content as Fields[])[0]?.content);
  };
  assert.equal(await run("cd sub && pwd"), join(cwd, "sub"));
  assert.equal(await run("pwd"), join(cwd, "sub"));
  assert.equal(await run("cd deep"), "(Bash completed with no output)");
  assert.equal(await run(`echo "it's here" # and no more`), "it's here");
  assert.equal(await run("cat ../../note.txt"), "a note", "allowed: from here it is in the working folder");
  agent.send(
    user(scripted({ tools: [{ name: "Bash", input: { command: "cat ../../../note.txt" } }] }, { text: "done" })),
  );
  const init = await agent.saw("init");
  assert.deepEqual([init.cwd, init.original_cwd], [join(cwd, "sub", "deep"), cwd]);
  const ask = await agent.saw("asks can_use_tool Bash");
  assert.equal((ask.request as Fields).blocked_path, join(cwd, "..", "note.txt"));
  agent.send(answer(ask, { behavior: "deny", message: "no" }));
  await agent.saw("result success done");
  await run("cd ..; false");
  assert.equal(await run("pwd"), join(cwd, "sub", "deep"), "what fails leaves the shell where it was");
  assert.equal(await run(`cd ${other}; pwd`), other, "a further folder is fine");
  agent.send(user(scripted({ tools: [{ name: "Bash", input: { command: "cd /usr; pwd" } }] }, { text: "done" })));
  agent.send(answer(await agent.saw("asks can_use_tool Bash"), { behavior: "allow" }));
  const reset = await agent.saw("tool_result");
  assert.ok(JSON.stringify(reset.message).includes(`/usr\\nShell cwd was reset to ${cwd}"`));
  await agent.saw("result success done");
  assert.equal(await run("pwd"), cwd);
});
