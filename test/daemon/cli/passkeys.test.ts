import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { exitCodes } from "../../../src/cli/exit-codes.ts";
import { AskState, type BridleClient, connect } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { PasskeyUser } from "../passkeys/passkey-user.ts";
import { eventually } from "../support/eventually.ts";
import { CliHome } from "./cli-home.ts";

const home = new CliHome();
let client: BridleClient;

before(async () => {
  await home.good(["config", "set", "approvals.confirm", "passkey"]);
  await home.good(["config", "set", "daemon.default_agent", "bridle"]);
  await home.good(["daemon", "start"], { env: { BRIDLE_PROVIDER: "scripted" } });
  client = connect({ socket: `${home.home}/run/daemon.sock` });
});
after(async () => {
  await client?.close();
  await home.close();
});

test("P11 U2 the first passkey is registered by a link; approve and answer then print where it is used, and exit with 77", async () => {
  assert.match((await home.run(["passkeys"])).stderr, /none is registered, so nothing can be allowed/);
  const link = new URL((await home.good(["passkeys", "add"])).trim());
  assert.deepEqual([link.hostname, link.pathname], ["localhost", "/settings"]);
  const owner = new PasskeyUser(client, link.origin);
  await owner.register("Phone", link.hash.replace("#passkey=", ""));
  assert.match(await home.good(["passkeys"]), /^\S{8} +Phone +registered now by local +never used$/m);
  const another = await home.run(["passkeys", "add"]);
  assert.deepEqual([another.status, another.stdout], [exitCodes.refused, `${link.origin}/settings\n`]);

  const use = { name: "Bash", input: { command: "touch from-terminal" } };
  const text = scripted({ tools: [use] }, { text: "done" });
  await client.sessions.createSession({ cwd: home.project, prompt: { text } });
  const ask = await eventually("the ask", async () => (await client.conversation.listAsks({})).asks[0]);
  const approved = await home.run(["approve", ask.id]);
  assert.deepEqual([approved.status, approved.stdout], [exitCodes.refused, `${link.origin}/asks/${ask.id}\n`]);
  assert.match(approved.stderr, /needs a passkey \(approvals\.confirm\)/);
  const json = await home.run(["approve", ask.id, "--json"]);
  const said = JSON.parse(json.stdout);
  assert.deepEqual([said.error.code, said.url], ["needs_passkey", `${link.origin}/asks/${ask.id}`]);
  assert.equal((await client.conversation.getAsk({ askId: ask.id })).ask?.state, AskState.OPEN);
  assert.equal(await home.good(["approve", ask.id, "--deny"]), "denied\n");
  const bypass = await home.run(["set", ask.sessionId, "--permission-mode", "bypassPermissions"]);
  assert.deepEqual(
    [bypass.status, bypass.stderr.includes(`${link.origin}/s/${ask.sessionId}`)],
    [exitCodes.refused, true],
  );
  assert.equal((await home.run(["passkeys", "remove", owner.id.slice(0, 8)])).status, exitCodes.refused);
});
