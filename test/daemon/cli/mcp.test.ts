import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { after, test } from "node:test";
import { daemonFiles, daemonFolders } from "../../../src/api/daemon-folders.ts";
import { exitCodes } from "../../../src/cli/exit-codes.ts";
import { loginAgent, loginAgentCallback } from "../support/login-agent.ts";
import { CliHome } from "./cli-home.ts";

const home = new CliHome();
after(() => home.close());
const { settings } = daemonFiles(daemonFolders({}, home.home));
mkdirSync(dirname(settings), { recursive: true, mode: 0o700 });
const agents = { far: loginAgent("https://login.example.org/authorize") };
writeFileSync(settings, JSON.stringify({ agents }));
const id = (await home.good(["run", "--agent", "far", "--detach", "hello"])).trim();

test("U2 mcp lists the servers, logs in with a pasted address, out again, and switches one", async () => {
  await home.good(["send", id, "--wait", "hello"]);
  assert.match(await home.good(["mcp", "list", id]), /^far +needs-auth +http +bridle mcp login$/m);
  const login = home.start(["mcp", "login", id, "far"]);
  const [, state] = await login.printed(/at login\.example\.org:\nhttps:\S+state=([\w-]+)/);
  login.child.stdin?.write(`${loginAgentCallback}?code=good&state=wrong\n`);
  await login.printed(/is of another login/);
  login.child.stdin?.write(`${loginAgentCallback}?code=good&state=${state}\n`);
  const { status, stdout } = await login.ended;
  assert.deepEqual([status, stdout], [0, "far  connected  http  1 tool\n"]);
  const [out] = await home.json<{ status: string }>(["mcp", "logout", id, "far"]);
  assert.equal(out?.status, "needs-auth");
  const wrong = await home.run(["mcp", "login", id, "nobody"]);
  assert.equal(wrong.status, exitCodes.refused);
  assert.match(wrong.stderr, /Server not found: nobody/);
});
