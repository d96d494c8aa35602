import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { AskState, Verdict } from "../../../src/exports/client.ts";
import { twinPrompt } from "../../../src/exports/testing.ts";
import { launcher } from "../../cli/run-bridle.ts";
import { all, eventsUntil, isTurnEnd } from "../support/session-events.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { ask, createSession } from "../support/talk.ts";
import { twinAgent } from "../support/twins.ts";

/** What a command says, both ways. */
function bridle({ home, cwd }: TestDaemon, ...args: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: cwd, BRIDLE_HOME: home };
  return new Promise((resolve) => {
    execFile(launcher, args, { cwd, env }, (_, stdout, stderr) => resolve(stdout + stderr));
  });
}

test("P2 P7 a running daemon decides by its settings file as it is; a broken one keeps the last good rules and says so everywhere", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() } });
  const file = join(daemon.home, "config", "settings.json");
  const written = JSON.parse(readFileSync(file, "utf8"));
  const write = (permissions: object): void => writeFileSync(file, JSON.stringify({ ...written, permissions }));
  const { client } = daemon;
  const { id } = await createSession(daemon);
  const fate = async (command: string): Promise<string | undefined> => {
    const prompt = twinPrompt({ steps: [{ tools: [{ name: "Bash", input: { command } }] }, { text: "over" }] });
    const [resolved] = all(await ask(daemon, id, prompt), "permissionResolved");
    return resolved && `${AskState[resolved.state]} ${resolved.decidedBy}`;
  };
  write({ deny: ["Bash(make:*)"] });
  assert.match((await fate("make")) ?? "", /^DENIED rule: .*Bash\(make:\*\)/);
  write({ allow: ["Bash(make:*)"], deny: ["Bash(npm publish:*)"] });
  assert.match((await fate("make")) ?? "", /^ALLOWED rule: .*Bash\(make:\*\)/);

  writeFileSync(file, '{"permissions": {');
  assert.match((await fate("npm publish")) ?? "", /^DENIED rule: .*Bash\(npm publish:\*\)/);
  const says = /settings\.json:1:\d+: the settings must be JSON.*the rules that it had before hold until it is mended/;
  assert.match((await client.daemon.healthDetails({})).warnings.join("\n"), says);
  assert.match((await client.daemon.listRules({ cwd: daemon.cwd })).problems.join("\n"), says);
  for (const args of [["doctor"], ["permissions", "list"], ["daemon", "status"]])
    assert.match(await bridle(daemon, ...args), says, args.join(" "));
  write({ deny: ["Bash(make:*)"] });
  assert.match((await fate("make")) ?? "", /^DENIED/);
  assert.deepEqual((await client.daemon.healthDetails({})).warnings, []);
  const log = readFileSync(daemon.log, "utf8");
  assert.deepEqual(
    [...log.matchAll(/settings (changed|broken|mended)/g)].map(([, now]) => now),
    [...["changed", "changed", "broken", "mended"]],
  );
});

test("P2 P6 P7 what a person allows is judged by the rules of that moment: one that denies wins and is named, one that asks leaves it to them", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() } });
  const file = join(daemon.home, "config", "settings.json");
  const written = JSON.parse(readFileSync(file, "utf8"));
  const { conversation } = daemon.client;
  const rows = [
    [{ deny: ["Bash(make:*)"] }, false, AskState.DENIED, /^rule: .*Bash\(make:\*\)/],
    [{ ask: ["Bash(make:*)"] }, true, AskState.ALLOWED, /^local$/],
  ] as const;
  for (const [permissions, won, state, by] of rows) {
    writeFileSync(file, JSON.stringify(written));
    const prompt = twinPrompt({ steps: [{ tools: [{ name: "Bash", input: { command: "make" } }] }, { text: "over" }] });
    const { id } = await createSession(daemon, prompt);
    const asked = await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "permissionRequest");
    const askId = all(asked, "permissionRequest")[0]?.ask?.id ?? "";
    writeFileSync(file, JSON.stringify({ ...written, permissions }));
    const told = await conversation.answerAsk({ askId, verdict: Verdict.ALLOW });
    assert.deepEqual([told.won, told.ask?.state], [won, state]);
    assert.match(told.ask?.decidedBy ?? "", by);
    const [resolved] = all(await eventsUntil(daemon.client, id, isTurnEnd), "permissionResolved");
    assert.deepEqual([resolved?.state, resolved?.decidedBy], [state, told.ask?.decidedBy]);
  }
});
