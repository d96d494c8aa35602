import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { AskState } from "../../../src/exports/client.ts";
import { PasskeyUser } from "../passkeys/passkey-user.ts";
import { eventually } from "../support/eventually.ts";
import { plainAgent } from "../support/plain-agent.ts";
import { selfApprovingAgent } from "../support/self-approving-agent.ts";
import { startDaemon } from "../support/start-daemon.ts";
import { ask, createSession, sessionOf } from "../support/talk.ts";

/** Writes its environment, and what of it is open, into its folder. */
const tellingAgent = plainAgent((line, say, result) => {
  if (line.type !== "user") return;
  const { readdirSync, readlinkSync, writeFileSync } = process.getBuiltinModule("node:fs");
  const open = readdirSync("/proc/self/fd").map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return "";
    }
  });
  writeFileSync("told.json", JSON.stringify({ env: process.env, open }));
  say(result(line));
});

test("P11 D7 the environment of an agent holds nothing that leads to its daemon, and nothing of the daemon is open in it", async () => {
  const secret = "brd_of-somebody-else";
  const own = { command: tellingAgent.command, args: tellingAgent.args ?? [], env: { BRIDLE_OWN: "mine" } };
  await using daemon = await startDaemon({
    agents: { telling: { ...tellingAgent, ...own } },
    env: {
      ...{ BRIDLE_TOKEN: secret, BRIDLE_ADDRESS: "http://127.0.0.1:9", BRIDLE_HOME: "/elsewhere" },
      ...{ BRIDLE_DAEMON_LOG_LEVEL: "debug", BRIDLE_LIMITS_LIVE_AGENTS: "7", BRIDLE_PROVIDER: "scripted" },
    },
  });
  const { id } = await createSession(daemon);
  await ask(daemon, id, "tell");
  const told = JSON.parse(readFileSync(join(daemon.cwd, "told.json"), "utf8"));
  const env: { [name: string]: string } = told.env;
  // Its marks, by which it is found when everybody else is gone; what the settings give it; and what is the agent's own.
  const names = Object.keys(env).filter((name) => name.startsWith("BRIDLE_"));
  const kept = ["BRIDLE_AGENT", "BRIDLE_OWN", "BRIDLE_PROVIDER", "BRIDLE_SESSION_AGENT", "BRIDLE_TEST_HOME"];
  assert.deepEqual(names.sort(), kept);
  const token = readFileSync(join(daemon.home, "config", "token"), "utf8").trim();
  const { port } = new URL(daemon.url);
  const ofDaemon = [
    daemon.socket,
    daemon.database,
    join(daemon.home, "config"),
    join(daemon.home, "run"),
    token,
    secret,
  ];
  for (const [name, value] of Object.entries(env))
    for (const one of [...ofDaemon, `:${port}`]) assert.ok(!value.includes(one), `${name} holds ${one}`);
  for (const path of told.open as string[])
    for (const one of ofDaemon) assert.ok(!path.includes(one), `${path} is open`);
});

test("P11 an agent that looks for the socket by itself is let in: it runs as the same person, and only a passkey stops it", async () => {
  await using daemon = await startDaemon({ agents: { self: selfApprovingAgent } });
  const { id } = await createSession(daemon, "approve yourself");
  const told = await eventually("its answer", async () => {
    const { session } = await daemon.client.sessions.getSession({ sessionId: id });
    return session?.turns === 1 ? JSON.parse(readFileSync(join(daemon.cwd, "self.json"), "utf8")) : undefined;
  });
  const { ask: found } = await daemon.client.conversation.getAsk({ askId: told.askId });
  assert.deepEqual([found?.state, found?.decidedBy], [AskState.ALLOWED, "local"]);
});

test("P11 D7 with approvals.confirm passkey the same agent is refused: nobody has allowed its ask", async () => {
  await using daemon = await startDaemon({ agents: { self: selfApprovingAgent }, set: ["approvals.confirm=passkey"] });
  const owner = new PasskeyUser(daemon.client, daemon.url);
  await owner.register("Phone", (await daemon.client.passkeys.invitePasskey({})).code);
  const { id } = await createSession(daemon, "approve yourself");
  await eventually("the end of its turn", async () => (await sessionOf(daemon, id)).turns === 1);
  const told = JSON.parse(readFileSync(join(daemon.cwd, "self.json"), "utf8"));
  assert.equal(told.answer.code, "permission_denied");
  const { ask: found } = await daemon.client.conversation.getAsk({ askId: told.askId });
  assert.notEqual(found?.state, AskState.ALLOWED);
});
