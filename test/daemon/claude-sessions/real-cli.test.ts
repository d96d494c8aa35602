import assert from "node:assert/strict";
import { test } from "node:test";
import { ClaudeSessions } from "../../../src/daemon/claude-sessions/claude-sessions.ts";
import { run } from "../../../src/exports/host.ts";
import { cliOrSkip } from "../../lab/cli-or-skip.ts";
import { hermetic } from "../../lab/hermetic.ts";
import { ScriptedModelApi } from "../../lab/scripted-model-api.ts";

for (const version of ["1.0.128", "2.0.76", "2.1.325"]) {
  test(`D1 a session that Claude Code ${version} wrote is found and can be continued`, async (t) => {
    const cli = await cliOrSkip(t, version);
    if (cli === undefined) return;
    await using api = await ScriptedModelApi.start();
    await using place = await hermetic(api.url);
    const { command: executable, args: executableArgs } = cli;
    const options = {
      executable,
      executableArgs,
      agentVersion: version,
      cwd: place.cwd,
      env: place.env,
      timeoutMs: 45_000,
    };
    const { sessionId } = await run("Say hello to the lab", options);
    const sessions = new ClaudeSessions(place.env);
    const [found, ...others] = await sessions.list();
    assert.deepEqual(others, [], "sub-agents are left out");
    assert.deepEqual([found?.id, found?.cwd, found?.title], [sessionId, place.cwd, "Say hello to the lab"]);
    assert.deepEqual(await sessions.newestOf(place.cwd), found);
    const resumed = await run("And again", { ...options, cwd: found?.cwd ?? "", resume: found?.id ?? "" });
    assert.equal(resumed.outcome, "success");
    const remembers = api.requests.some(
      (request) => /"And again/.test(json(request)) && /"Say hello/.test(json(request)),
    );
    assert.ok(remembers, "the model sees what was said before");
  });
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
