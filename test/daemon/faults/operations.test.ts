import assert from "node:assert/strict";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { transcriptPath } from "../../../src/agent/memory/transcript-path.ts";
import { isBridleError, SessionState } from "../../../src/exports/client.ts";
import { twinPrompt } from "../../../src/twin/twin-script.ts";
import { agentsOf, readProc } from "../support/processes-of.ts";
import { all, eventsUntil, isTurnEnd, textOf } from "../support/session-events.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { ask, createSession, outcomeOf, reaches, sessionOf, turnOf } from "../support/talk.ts";
import { twinAgent } from "../support/twins.ts";

const agents = { twin: twinAgent() };
const slowly = twinPrompt({ steps: [{ text: "slowly ".repeat(100), chunks: 100, chunkDelayMs: 50 }] });

test("D1 create, list, search, rename, archive and delete, through the client", async () => {
  await using daemon = await startDaemon({ agents });
  const { sessions } = daemon.client;
  const first = await createSession(daemon, "find the zebra");
  const second = await createSession(daemon, "something else");
  for (const { id } of [first, second]) await eventsUntil(daemon.client, id, isTurnEnd);
  const listed = async (includeArchived = false) =>
    (await sessions.listSessions({ includeArchived })).sessions.map(({ id }) => id).sort();
  assert.deepEqual(await listed(), [first.id, second.id].sort());
  const [hit, ...others] = (await sessions.searchSessions({ query: "zebra" })).hits;
  assert.deepEqual([hit?.session?.id, others.length], [first.id, 0]);
  assert.match(hit?.snippet ?? "", /zebra/);
  await sessions.renameSession({ sessionId: first.id, title: "Stripes" });
  assert.equal((await sessionOf(daemon, first.id)).title, "Stripes");
  await sessions.archiveSession({ sessionId: first.id, archived: true });
  assert.deepEqual(await listed(), [second.id]);
  assert.deepEqual(await listed(true), [first.id, second.id].sort());
  await sessions.deleteSession({ sessionId: first.id });
  assert.deepEqual(await listed(true), [second.id]);
  await assert.rejects(sessions.getSession({ sessionId: first.id }), (error) => isBridleError(error, "not_found"));
});

test("D1 a turn is cancelled, the queue with it; a session is closed and goes on with the next prompt", async () => {
  await using daemon = await startDaemon({ agents });
  const { conversation, sessions } = daemon.client;
  const { id: sessionId } = await createSession(daemon, slowly);
  await eventsUntil(daemon.client, sessionId, ({ kind }) => kind.case === "textDelta");
  await conversation.sendPrompt({ sessionId, prompt: { text: "waits" } });
  assert.equal((await conversation.interrupt({ sessionId, cancelQueued: true })).interrupted, true);
  const events = await eventsUntil(daemon.client, sessionId, isTurnEnd);
  assert.equal(outcomeOf(events), "INTERRUPTED");
  assert.equal((await reaches(daemon, sessionId, SessionState.IDLE)).queuedPrompts, 0);
  assert.equal((await conversation.interrupt({ sessionId })).interrupted, false);
  const { session } = await sessions.closeSession({ sessionId });
  assert.deepEqual([session?.state, agentsOf(daemon.home)], [SessionState.CLOSED, []]);
  assert.equal(outcomeOf(await ask(daemon, sessionId, "hello again")), "SUCCESS");
});

test("D1 the built-in agent's conversation is forked, compacted and remembered", async () => {
  await using daemon = await startDaemon({ set: ["daemon.default_agent=bridle"] });
  const { sessions } = daemon.client;
  const source = await createSession(daemon, `SCRIPT:${JSON.stringify({ steps: [{ text: "the answer is 4711" }] })}`);
  await eventsUntil(daemon.client, source.id, isTurnEnd);
  const conversation = (await sessionOf(daemon, source.id)).agentSessionId;
  const { session: fork } = await sessions.forkSession({ sessionId: source.id, title: "a fork" });
  const forked = await ask(daemon, fork?.id ?? "", "go on");
  assert.equal(outcomeOf(forked), "SUCCESS");
  const own = (await sessionOf(daemon, fork?.id ?? "")).agentSessionId;
  assert.ok(own !== "" && own !== conversation, "a fork is a conversation of its own");
  const { promptId } = await sessions.compactSession({ sessionId: source.id });
  assert.equal(outcomeOf(await turnOf(daemon, source.id, promptId)), "SUCCESS");
});

test("D1 conversations of Claude Code are listed, resumed and continued", async () => {
  await using daemon = await startDaemon({ agents });
  const { sessions } = daemon.client;
  const older = "00000000-0000-4000-8000-000000000001";
  const newer = "00000000-0000-4000-8000-000000000002";
  for (const id of [older, newer]) writeTranscript(daemon, id);
  const listed = (await sessions.listAgentSessions({ cwd: daemon.cwd })).sessions;
  assert.deepEqual(listed.map(({ agentSessionId }) => agentSessionId).sort(), [older, newer]);
  const resumed = await sessions.createSession({
    cwd: daemon.cwd,
    resumeAgentSessionId: older,
    prompt: { text: "on" },
  });
  const events = await eventsUntil(daemon.client, resumed.session?.id ?? "", isTurnEnd);
  assert.equal(all(events, "sessionInfo")[0]?.agentSessionId, older);
  const continued = await sessions.createSession({ cwd: daemon.cwd, continueNewest: true, prompt: { text: "on" } });
  const more = await eventsUntil(daemon.client, continued.session?.id ?? "", isTurnEnd);
  assert.equal(all(more, "sessionInfo")[0]?.agentSessionId, newer);
  const lines = agentsOf(daemon.home).map((pid) => readProc(String(pid), "cmdline"));
  assert.ok(
    lines.some((line) => line.includes(newer)),
    "told by its arguments",
  );
  assert.equal(textOf(more), "ok");
});

let minutes = 0;

/** As Claude Code writes them, in the test's own home folder; each newer than the one before. */
function writeTranscript({ cwd }: TestDaemon, id: string): void {
  const path = transcriptPath(join(cwd, ".claude"), cwd, id);
  mkdirSync(dirname(path), { recursive: true });
  const said = new Date(1_700_000_000_000 + 60_000 * minutes++);
  const timestamp = said.toISOString();
  const message = { role: "user", content: `talk ${id}` };
  const line = { parentUuid: null, isSidechain: false, type: "user", message, cwd, timestamp, sessionId: id };
  writeFileSync(path, `${JSON.stringify(line)}\n`);
  // Two files that are written one after the other often have the same time.
  utimesSync(path, said, said);
}
