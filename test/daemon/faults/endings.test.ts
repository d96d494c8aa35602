import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { isBridleError, SessionState } from "../../../src/exports/client.ts";
import { twinPrompt } from "../../../src/twin/twin-script.ts";
import { eventually } from "../support/eventually.ts";
import { plainAgent } from "../support/plain-agent.ts";
import { agentsOf } from "../support/processes-of.ts";
import { all, eventsUntil, isTurnEnd } from "../support/session-events.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { ask, createSession, outcomeOf, reaches, sessionOf, turnOf } from "../support/talk.ts";
import { twinAgent } from "../support/twins.ts";

/** Changes what a killed daemon left. */
function change(daemon: TestDaemon, sql: string): void {
  const database = new DatabaseSync(daemon.database);
  database.exec(sql);
  database.close();
}

test("D5 an agent that the database does not know, or knows an older state of, is ended; the daemon starts and the sessions go on", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() } });
  const forgotten = await createSession(daemon, "one");
  const older = await createSession(daemon, "two");
  for (const { id } of [forgotten, older]) await eventsUntil(daemon.client, id, isTurnEnd);
  await daemon.kill();
  const before = agentsOf(daemon.home);
  assert.equal(before.length, 2);
  const of = (id: string): string => `session = (SELECT number FROM sessions WHERE id = '${id}')`;
  // The exit of one was stored, and the holder not told; a backup has less of the other than the holder gave away.
  change(daemon, `DELETE FROM agents WHERE ${of(forgotten.id)}`);
  change(daemon, `UPDATE agents SET output_offset = 0, input_offset = 0 WHERE ${of(older.id)}`);
  await daemon.restart();
  for (const { id } of [forgotten, older]) assert.equal(outcomeOf(await ask(daemon, id, "again")), "SUCCESS");
  await eventually("the old agents to be gone", () => !daemon.processes().some((pid) => before.includes(pid)));
});

test("D1 D5 a session that was being closed when the daemon was killed stays closed, and its agent ends", async () => {
  const stubborn = twinAgent({
    faults: [
      { at: "start", ignore: "SIGTERM" },
      { at: "start", ignore: "end_of_input" },
    ],
  });
  await using daemon = await startDaemon({ agents: { stubborn } });
  const { id } = await createSession(daemon, "one");
  await eventsUntil(daemon.client, id, isTurnEnd);
  const closing = daemon.client.sessions.closeSession({ sessionId: id }).catch(() => undefined);
  await reaches(daemon, id, SessionState.CLOSED, { live: true });
  await daemon.kill();
  await daemon.restart();
  await closing;
  await eventually("the agent to be gone", () => agentsOf(daemon.home).length === 0, 15_000);
  // The process is gone before the holder tells of it.
  await reaches(daemon, id, SessionState.CLOSED, { live: false });
});

test("D4 D1 a prompt that comes while a session is being closed is answered by the next agent", async () => {
  await using daemon = await startDaemon({
    agents: { twin: twinAgent({ faults: [{ at: "start", ignore: "end_of_input" }] }) },
  });
  const { id } = await createSession(daemon, "one");
  await eventsUntil(daemon.client, id, isTurnEnd);
  const closed = daemon.client.sessions.closeSession({ sessionId: id });
  await reaches(daemon, id, SessionState.CLOSED, { live: true });
  const { promptId } = await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "wait!" } });
  assert.equal(outcomeOf(await turnOf(daemon, id, promptId)), "SUCCESS");
  await closed;
});

test("D5 D4 a session that waits for its turn to start, is closed and then prompted, starts when it can", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() }, set: ["limits.live_agents=1"] });
  const busy = await createSession(daemon, undefined);
  const { conversation, sessions } = daemon.client;
  // It has the only place until it is interrupted.
  const long = twinPrompt({ steps: [{ text: "a b", chunks: 2, chunkDelayMs: 60_000 }] });
  await conversation.sendPrompt({ sessionId: busy.id, prompt: { text: long } });
  await reaches(daemon, busy.id, SessionState.RUNNING);
  const { id } = await createSession(daemon, "never mind");
  await sessions.closeSession({ sessionId: id });
  const { promptId } = await conversation.sendPrompt({ sessionId: id, prompt: { text: "but this" } });
  assert.equal((await sessionOf(daemon, id)).state, SessionState.STARTING);
  await conversation.interrupt({ sessionId: busy.id });
  assert.equal(outcomeOf(await turnOf(daemon, id, promptId)), "SUCCESS");
});

test("D5 an agent that is killed while it resumes has not forgotten the conversation: it is resumed again", async () => {
  // Resumed the first time it dies before it answers, as it would for want of memory.
  const agent = plainAgent((prompt, say, result) => {
    say({
      ...{ type: "system", subtype: "init", session_id: "11111111-1111-4111-8111-111111111111", cwd: "/", uuid: "u" },
      ...{ tools: ["Bash"], mcp_servers: [], model: "m", permissionMode: "default" },
    });
    say(result(prompt));
  });
  const [flag = "", source = "", ...rest] = agent.args ?? [];
  const dying = `const fs = require("node:fs");
    if (process.argv.some((arg) => arg.startsWith("--resume")) && !fs.existsSync("died")) {
      fs.writeFileSync("died", ""); process.kill(process.pid, "SIGKILL");
    }`;
  await using daemon = await startDaemon({ agents: { a: { ...agent, args: [flag, dying + source, ...rest] } } });
  const { id } = await createSession(daemon, "one");
  await eventsUntil(daemon.client, id, isTurnEnd);
  const { agentSessionId } = await sessionOf(daemon, id);
  await daemon.client.sessions.closeSession({ sessionId: id });
  const events = await ask(daemon, id, "two");
  assert.equal(outcomeOf(events), "SUCCESS");
  assert.ok(all(events, "error").some(({ code }) => code === "agent_exited"));
  assert.deepEqual(
    all(events, "notice").filter(({ word }) => word === "bridle/resume_failed"),
    [],
  );
  assert.equal((await sessionOf(daemon, id)).agentSessionId, agentSessionId);
});

test("D5 a session that is prompted while its agent goes to sleep for another one waits its turn: the limit holds", async () => {
  await using daemon = await startDaemon({
    agents: { twin: twinAgent({ faults: [{ at: "start", ignore: "end_of_input" }] }) },
    set: ["limits.live_agents=1"],
  });
  const first = await createSession(daemon, "one");
  await eventsUntil(daemon.client, first.id, isTurnEnd);
  const slow = twinPrompt({ steps: [{ text: "a b c", chunks: 3, chunkDelayMs: 500 }] });
  const second = await createSession(daemon, slow);
  const { promptId } = await daemon.client.conversation.sendPrompt({ sessionId: first.id, prompt: { text: "two" } });
  const events = await turnOf(daemon, first.id, promptId);
  const ended = (await eventsUntil(daemon.client, second.id, isTurnEnd)).at(-1);
  const sent = events.findLast(({ kind }) => kind.case === "prompt" && kind.value.promptId === promptId);
  assert.ok(Number(sent?.timeMs) >= Number(ended?.timeMs), "the first ran beside the second");
});

test("D5 D4 a prompt that waits when the agent ends with its last word goes to the next agent", async () => {
  const last = plainAgent((prompt, _say, result) => {
    if (JSON.stringify(prompt).includes("last")) {
      // No end of line.
      setTimeout(() => process.stdout.write(JSON.stringify(result(prompt)), () => process.exit(0)), 500);
    } else process.stdout.write(`${JSON.stringify(result(prompt))}\n`);
  });
  await using daemon = await startDaemon({ agents: { last } });
  const { id } = await createSession(daemon, "the last");
  await reaches(daemon, id, SessionState.RUNNING);
  const { promptId } = await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "I wait" } });
  assert.equal(outcomeOf(await turnOf(daemon, id, promptId)), "SUCCESS");
});

test("D9 D1 a session that is being deleted takes nothing more, and the same call again has the same answer", async () => {
  await using daemon = await startDaemon({
    agents: { twin: twinAgent({ faults: [{ at: "start", ignore: "end_of_input" }] }) },
  });
  const { id } = await createSession(daemon, "one");
  await eventsUntil(daemon.client, id, isTurnEnd);
  const { sessions, conversation } = daemon.client;
  const request = { sessionId: id, callId: randomUUID() };
  const deleted = sessions.deleteSession(request);
  const isUnknown = (error: unknown): boolean => isBridleError(error, "not_found");
  await eventually("nobody to find it", () => sessions.getSession({ sessionId: id }).then(() => false, isUnknown));
  assert.equal(agentsOf(daemon.home).length, 1, "at once, not when its agent is gone");
  await assert.rejects(conversation.sendPrompt({ sessionId: id, prompt: { text: "two" } }), isUnknown);
  await deleted;
  await sessions.deleteSession(request);
  await eventually("its agent to be gone", () => agentsOf(daemon.home).length === 0);
});
