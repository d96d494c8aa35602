import assert from "node:assert/strict";
import { test } from "node:test";
import { open, type Turn } from "../../src/exports/host.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { cliOrSkip } from "../lab/cli-or-skip.ts";
import { eventsOf } from "./events-of.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

/** Versions that fold a prompt into the running turn and do not say so, or under another uuid. */
for (const version of ["1.0.64", "1.0.95", "2.1.15"]) {
  test(`H14 a prompt sent while a tool of Claude Code ${version} runs settles, and so does the next`, {
    timeout: 400_000,
  }, async (t) => {
    const cli = await cliOrSkip(t, version);
    if (cli === undefined) return;
    const agent = { name: "Claude Code", version, executable: cli.command, executableArgs: cli.args };
    await using stage = await setStage(agent);
    await using session = await open(stage.options({ allowedTools: ["Bash"] }));
    const bash = { name: "Bash", input: { command: "sleep 1", description: "wait" } };
    const first = await session.send(scripted({ tools: [bash] }, { text: "Both heard." }));
    let second: Turn | undefined;
    await eventsOf(first, async ({ type }) => {
      if (type === "tool_start") second = await session.send("and this, too");
    });
    assert.equal((await first.result).text, "Both heard.");
    assert.equal((await second?.result)?.text, "Both heard.");
    assert.ok(JSON.stringify(stage.api.requests).includes("and this, too"));
    assert.equal(session.state, "idle");
    const third = await session.send(scripted({ text: "third answer" }));
    assert.equal((await third.result).text, "third answer");
  });

  test(`H14 prompts sent during the final answer of Claude Code ${version} get turns of their own`, {
    timeout: 400_000,
  }, async (t) => {
    const cli = await cliOrSkip(t, version);
    if (cli === undefined) return;
    const agent = { name: "Claude Code", version, executable: cli.command, executableArgs: cli.args };
    await using stage = await setStage(agent);
    await using session = await open(stage.options());
    const first = await session.send(scripted({ text: "first answer", chunks: 8, chunkDelayMs: 100 }));
    await until("the request", () => stage.api.requests.length > 0, 30_000);
    const second = await session.send(scripted({ text: "second answer" }));
    const results = await Promise.all([first.result, second.result]);
    assert.deepEqual(
      results.map(({ text, prompts }) => [text, prompts]),
      [
        ["first answer", [first.uuid]],
        ["second answer", [second.uuid]],
      ],
    );
    const third = await session.send(scripted({ text: "third answer" }));
    assert.equal((await third.result).text, "third answer");
  });
}
