import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { daemonFiles, daemonFolders } from "../../../src/api/daemon-folders.ts";
import { TokenStore } from "../../../src/daemon/server/token-store.ts";
import { connect, RuleEffect } from "../../../src/exports/client.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";

let daemon: TestDaemon;

before(async () => {
  daemon = await startDaemon({ set: ["daemon.default_agent=bridle"], env: { BRIDLE_PROVIDER: "scripted" } });
});
after(() => daemon?.[Symbol.asyncDispose]());

const allow = (text: string) => ({ effect: RuleEffect.ALLOW, text });
const written = (file: string): unknown => JSON.parse(readFileSync(file, "utf8")).permissions;

test("P7 a rule is written to the file that was shown before, and taken out again; what only shows writes nothing", async () => {
  const { client, cwd } = daemon;
  const project = join(cwd, "project");
  mkdirSync(project);
  const request = { scope: "local", cwd: project, add: [allow("Bash(npm test *)")] };
  const { file } = await client.daemon.changeRules({ ...request, dryRun: true });
  assert.equal(file, join(project, ".claude/settings.local.json"));
  assert.ok(!existsSync(file));
  assert.equal((await client.daemon.changeRules(request)).file, file);
  assert.deepEqual(written(file), { allow: ["Bash(npm test *)"] });
  const { rules } = await client.daemon.listRules({ cwd: project });
  assert.deepEqual(
    rules.map(({ text, scope }) => [text, scope]),
    [["Bash(npm test *)", "local"]],
  );
  await client.daemon.changeRules({ scope: "local", cwd: project, remove: [allow("Bash(npm test *)")] });
  assert.deepEqual((await client.daemon.listRules({ cwd: project })).rules, []);
});

test("P7 rules go to the settings of the user and of the daemon, too", async () => {
  const { client, cwd, home } = daemon;
  const user = await client.daemon.changeRules({ scope: "user", cwd, add: [allow("Bash(make *)")] });
  assert.equal(user.file, join(cwd, ".claude/settings.json"), "its home");
  const useless = [{ effect: RuleEffect.DENY, text: "Read(.env:*)" }];
  const own = await client.daemon.changeRules({ scope: "daemon", cwd, add: [...useless, allow("Bash(ls)")] });
  assert.equal(own.file, daemonFiles(daemonFolders({}, home)).settings);
  assert.deepEqual(written(own.file), { allow: ["Bash(ls)"], deny: ["Read(.env:*)"] });
});

test("P7 P11 what is no rule, no scope or not there is refused; rules that hold everywhere are not for who is limited to a folder", async () => {
  const { client, cwd } = daemon;
  const change = (request: object) => client.daemon.changeRules({ scope: "local", cwd, ...request });
  await assert.rejects(change({ add: [allow("Bash(")] }), { code: "invalid_option" });
  await assert.rejects(change({}), { code: "invalid_option" });
  await assert.rejects(change({ scope: "managed", add: [allow("Bash")] }), { code: "invalid_option" });
  await assert.rejects(change({ add: [{ text: "Bash" }] }), { code: "invalid_option" });
  await assert.rejects(change({ remove: [allow("Bash(nowhere)")] }), { code: "not_found" });
  const tokens = new TokenStore(daemonFiles(daemonFolders({}, daemon.home)).tokens);
  const token = tokens.add("limited", { roles: ["admin"], folders: [cwd] });
  await using limited = connect({ address: daemon.url, token });
  const request = { cwd, add: [allow("Bash(ls)")], dryRun: true };
  assert.ok((await limited.daemon.changeRules({ ...request, scope: "project" })).file.startsWith(cwd));
  for (const scope of ["user", "daemon"])
    await assert.rejects(limited.daemon.changeRules({ ...request, scope }), { code: "forbidden" });
});
