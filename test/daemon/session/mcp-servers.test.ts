import assert from "node:assert/strict";
import { after, test } from "node:test";
import { isBridleError } from "../../../src/errors.ts";
import { SessionState } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { mcpAgent } from "../support/mcp-agent.ts";
import { startDaemon } from "../support/start-daemon.ts";
import { ask, createSession, reaches } from "../support/talk.ts";

const daemon = await startDaemon({ agents: { withServers: mcpAgent() } });
after(() => daemon[Symbol.asyncDispose]());
const { conversation, sessions } = daemon.client;

test("U3 the MCP servers of an agent are told with their state, switched off and on, and connected again", async () => {
  const { id: sessionId } = await createSession(daemon);
  await ask(daemon, sessionId, scripted({ text: "hello" }));
  const servers = async () => (await conversation.listMcpServers({ sessionId })).servers;
  const statuses = async () => (await servers()).map(({ name, status }) => `${name} ${status}`);
  assert.deepEqual(await statuses(), ["tiny connected", "gone failed"]);
  const [tiny, gone] = await servers();
  assert.ok(tiny?.tools.includes("arguments"));
  assert.equal(tiny?.transport, "stdio");
  assert.match(gone?.error ?? "", /ENOENT/);
  await conversation.setMcpServerEnabled({ sessionId, server: "tiny", enabled: false });
  assert.deepEqual(await statuses(), ["tiny disabled", "gone failed"]);
  await conversation.setMcpServerEnabled({ sessionId, server: "tiny", enabled: true });
  await conversation.reconnectMcpServer({ sessionId, server: "tiny" });
  assert.deepEqual(await statuses(), ["tiny connected", "gone failed"]);
});

test("U3 of an agent that sleeps the servers it told of last are known, and nothing can be done with them", async () => {
  const { id: sessionId } = await createSession(daemon);
  await ask(daemon, sessionId, scripted({ text: "hello" }));
  await sessions.closeSession({ sessionId });
  await reaches(daemon, sessionId, SessionState.CLOSED, { live: false });
  const { live, servers } = await conversation.listMcpServers({ sessionId });
  assert.deepEqual(
    [live, servers.map(({ name, status }) => `${name} ${status}`)],
    [false, ["tiny connected", "gone failed"]],
  );
  await assert.rejects(
    () => conversation.reconnectMcpServer({ sessionId, server: "tiny" }),
    (error) => isBridleError(error, "conflict") && /send it a prompt first/.test(error.message),
  );
});

test("U3 a server that is not there is refused by the agent, in its words", async () => {
  const { id: sessionId } = await createSession(daemon);
  await ask(daemon, sessionId, scripted({ text: "hello" }));
  await assert.rejects(
    () => conversation.reconnectMcpServer({ sessionId, server: "nobody" }),
    /Server not found: nobody/,
  );
});
