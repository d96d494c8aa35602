import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { isBridleError } from "../../../src/errors.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { guardedServer } from "../../mcp-servers/guarded-server.ts";
import { loginAgent, loginAgentCallback } from "../support/login-agent.ts";
import { httpAgent } from "../support/mcp-agent.ts";
import { startDaemon } from "../support/start-daemon.ts";
import { ask, createSession } from "../support/talk.ts";

const far = await guardedServer();
const open = await guardedServer({ wantsLogin: false });
const daemon = await startDaemon({
  agents: {
    withLogin: loginAgent("https://login.example.org/authorize"),
    own: httpAgent({ far: far.url, open: open.url }),
  },
});
after(async () => {
  await daemon[Symbol.asyncDispose]();
  await far[Symbol.asyncDispose]();
  await open[Symbol.asyncDispose]();
});
const { conversation } = daemon.client;

/** A session whose agent runs. */
async function running(agent: string) {
  const { id: sessionId } = await createSession(daemon, undefined, agent);
  await ask(daemon, sessionId, scripted({ text: "hello" }));
  const server = async (name = "far") =>
    (await conversation.listMcpServers({ sessionId })).servers.find((one) => one.name === name);
  return { named: { sessionId, server: "far" }, server };
}

const code = "a-code-that-nobody-may-see";

test("U3 a login waits for everyone to see, is cancelled, and refused without its code in any error or log line", async () => {
  const { named, server } = await running("withLogin");
  assert.deepEqual([(await server())?.canLogIn, (await server())?.login], [true, undefined]);
  const { login } = await conversation.logInMcpServer(named);
  assert.equal((await server())?.login?.address, login?.address);
  await conversation.cancelMcpLogin(named);
  assert.equal((await server())?.login, undefined);
  const address = new URL((await conversation.logInMcpServer(named)).login?.address ?? "");
  const state = address.searchParams.get("state");
  await assert.rejects(
    () => conversation.finishMcpLogin({ ...named, callbackUrl: `${loginAgentCallback}?code=${code}&state=another` }),
    (error) => isBridleError(error, "invalid_option") && !JSON.stringify([error.message, error.data]).includes(code),
  );
  assert.ok((await server())?.login, "a slip of the hand ends nothing");
  await assert.rejects(
    () => conversation.finishMcpLogin({ ...named, callbackUrl: `${loginAgentCallback}?code=${code}&state=${state}` }),
    (error) =>
      isBridleError(error, "refused") &&
      error.data.reason === "the code … is not good" &&
      !JSON.stringify([error.message, error.data]).includes(code),
  );
  assert.equal((await server())?.login, undefined, "it is to be begun again");
  assert.ok(!readFileSync(daemon.log, "utf8").includes(code));
});

test("U3 a server with a key in its configuration has no login to forget; a finished login has", async () => {
  const { named, server } = await running("withLogin");
  const { login } = await conversation.logInMcpServer(named);
  const state = new URL(login?.address ?? "").searchParams.get("state");
  const finish = {
    ...named,
    callId: "finish-once",
    callbackUrl: `${loginAgentCallback}?code=good&state=${state}`,
  };
  await conversation.finishMcpLogin(finish);
  // The same call again has the effect of once.
  await conversation.finishMcpLogin(finish);
  assert.deepEqual([(await server())?.status, (await server())?.canLogOut], ["connected", true]);
  assert.equal((await server("keyed"))?.canLogOut, false);
  await conversation.logOutMcpServer(named);
  assert.equal((await server())?.status, "needs-auth");
});

test("U3 our own agent has no login to MCP servers: none is offered, and whoever asks is told so", async () => {
  const { named, server } = await running("own");
  for (const name of ["far", "open"])
    assert.deepEqual([(await server(name))?.canLogIn, (await server(name))?.canLogOut], [false, false], name);
  assert.equal((await server("open"))?.status, "connected");
  await assert.rejects(
    () => conversation.logInMcpServer(named),
    (error) => isBridleError(error, "unsupported"),
  );
});
