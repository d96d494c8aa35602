import assert from "node:assert/strict";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Event, SessionState } from "../../../src/exports/client.ts";
import { twinPrompt } from "../../../src/twin/twin-script.ts";
import { eventually } from "../support/eventually.ts";
import { agentsOf, memoryMb } from "../support/processes-of.ts";
import { all, eventsUntil, isTurnEnd, textOf } from "../support/session-events.ts";
import { startDaemon } from "../support/start-daemon.ts";
import { ask, createSession, outcomeOf, reaches, sessionOf, turnOf } from "../support/talk.ts";
import { programAgent, twinAgent } from "../support/twins.ts";

test("D5 D3 an agent that floods is stored whole within bounded memory, and the turns of another session go on beside it", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() } });
  const other = await createSession(daemon, "warm up");
  await eventsUntil(daemon.client, other.id, isTurnEnd);
  const flood = { text: "0123456789".repeat(10), repeat: 60_000, chunks: 60_000 };
  const { id } = await createSession(daemon, twinPrompt({ steps: [flood], heedless: true }));
  await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "textDelta");
  const began = performance.now();
  assert.equal(outcomeOf(await ask(daemon, other.id, "quick")), "SUCCESS");
  const quickMs = performance.now() - began;
  const events = await eventsUntil(daemon.client, id, isTurnEnd, { ms: 40_000 });
  assert.equal(textOf(events).length, 6_000_000);
  assert.ok(quickMs < 5000, `the other turn took ${quickMs} ms`);
  assert.ok(memoryMb(daemon.pid) < 300, `${memoryMb(daemon.pid)} MB`);
});

test("D5 an agent that never answers initialize is ended, tried again, then counts as crashed; the others do not notice", async () => {
  const mute = twinAgent({ faults: [{ at: { line: "control_response/initialize" }, drop: true, times: "every" }] });
  await using daemon = await startDaemon({
    agents: { twin: twinAgent(), mute },
    // The good one has to be ready within it, too, on however busy a machine.
    settings: { sessions: { initialize_timeout_ms: 4000, restart_first_ms: 10, restart_limit: 1 } },
  });
  const { id } = await createSession(daemon, "hello?", "mute");
  const good = await createSession(daemon, "hello");
  assert.equal(outcomeOf(await eventsUntil(daemon.client, good.id, isTurnEnd)), "SUCCESS");
  // The second one waits for an answer to what the first daemon asked.
  await daemon.kill();
  await daemon.restart();
  const session = await reaches(daemon, id, SessionState.CRASHED, { live: false, ms: 40_000 });
  assert.equal(session.queuedPrompts, 1, "the prompt was never sent, so it still waits");
  const events = await eventsUntil(daemon.client, id, ({ seq }) => seq === session.lastSeq);
  const codes = all(events, "error").map(({ code }) => code);
  assert.equal(codes.filter((code) => code === "initialize_failed").length, 2);
});

test("D5 an agent that ignores everything at the end is ended by force, at close and at the daemon's stop", async () => {
  const stubborn = twinAgent({
    faults: [
      { at: "start", ignore: "SIGTERM" },
      { at: "start", ignore: "end_of_input" },
    ],
  });
  await using daemon = await startDaemon({ agents: { stubborn } });
  const closed = await createSession(daemon, "one");
  const kept = await createSession(daemon, "two");
  for (const { id } of [closed, kept]) await eventsUntil(daemon.client, id, isTurnEnd);
  assert.equal(agentsOf(daemon.home).length, 2);
  await daemon.client.sessions.closeSession({ sessionId: closed.id });
  assert.equal((await sessionOf(daemon, closed.id)).state, SessionState.CLOSED);
  assert.equal(agentsOf(daemon.home).length, 1);
  assert.equal(await daemon.stop(), 0);
  await eventually("nobody to be left", () => daemon.processes().length === 0, 3000);
});

test("D5 an agent that exits at once is started again with growing pauses, at most five times, then is crashed; the next prompt tries again", async () => {
  await using daemon = await startDaemon({
    agents: { dying: programAgent("process.exit(3)") },
    settings: { sessions: { restart_first_ms: 40, restart_max_ms: 400 } },
  });
  const { id } = await createSession(daemon, "live!");
  const crashed = await reaches(daemon, id, SessionState.CRASHED);
  const events = await eventsUntil(daemon.client, id, ({ seq }) => seq === crashed.lastSeq);
  const exits = events.filter(({ kind }) => kind.case === "error" && kind.value.code === "agent_exited");
  assert.equal(exits.length, 6, "the first start and five more");
  const pauses = exits.slice(1).map(({ timeMs }, n) => Number(timeMs - (exits[n] as Event).timeMs));
  [40, 80, 160, 320, 400].forEach((least, n) => {
    assert.ok((pauses[n] ?? 0) >= least, `pauses ${pauses}`);
  });
  await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "again" } });
  const isSecondCrash = (event: Event) =>
    event.seq > crashed.lastSeq &&
    event.kind.case === "statusChange" &&
    event.kind.value.state === SessionState.CRASHED;
  const later = await eventsUntil(daemon.client, id, isSecondCrash, { after: Number(crashed.lastSeq) });
  assert.equal(all(later, "error").length, 6, "a person's prompt gives it another chance");
});

test("D5 with two agents at once at most, five sessions are all answered: idle agents go to sleep for those that wait, also after a kill", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() }, set: ["limits.live_agents=2"] });
  let most = 0;
  const counting = setInterval(() => {
    most = Math.max(most, agentsOf(daemon.home).length);
  }, 50);
  try {
    const sessions = await Promise.all(Array.from({ length: 5 }, (_, n) => createSession(daemon, `number ${n}`)));
    for (const { id } of sessions) {
      const events = await eventsUntil(daemon.client, id, isTurnEnd, { ms: 30_000 });
      assert.equal(outcomeOf(events), "SUCCESS");
    }
    await daemon.kill();
    await daemon.restart();
    for (const { id } of sessions) assert.equal(outcomeOf(await ask(daemon, id, "once more")), "SUCCESS");
  } finally {
    clearInterval(counting);
  }
  assert.equal(most, 2);
});

test("D5 an idle agent is put to sleep and the next prompt wakes it in the same conversation; 0 lets it live", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() }, set: ["sessions.idle_sleep_ms=300"] });
  const { id } = await createSession(daemon, "first");
  const before = all(await eventsUntil(daemon.client, id, isTurnEnd), "sessionInfo")[0]?.agentSessionId;
  await reaches(daemon, id, SessionState.IDLE, { live: false });
  assert.deepEqual(agentsOf(daemon.home), []);
  const woken = await ask(daemon, id, "second");
  assert.equal(outcomeOf(woken), "SUCCESS");
  assert.equal(all(woken, "sessionInfo")[0]?.agentSessionId, before);
  await daemon.stop();
  await daemon.restart({ set: ["sessions.idle_sleep_ms=0"] });
  await ask(daemon, id, "third");
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal((await sessionOf(daemon, id)).live, true);
});

test("D5 a session whose folder is gone says so, and not that its agent is missing; it goes on when the folder is back", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() } });
  const cwd = join(daemon.home, "project");
  mkdirSync(cwd);
  const { session } = await daemon.client.sessions.createSession({ cwd, prompt: { text: "one" } });
  const id = session?.id ?? "";
  await eventsUntil(daemon.client, id, isTurnEnd);
  await daemon.client.sessions.closeSession({ sessionId: id });
  rmSync(cwd, { recursive: true });
  const { promptId } = await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "two" } });
  const events = await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "error");
  const [error] = all(events, "error");
  assert.equal(error?.code, "folder_not_found");
  assert.match(error?.message ?? "", /the folder to work in is gone: .*project; put it back/);
  mkdirSync(cwd);
  await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "three" } });
  assert.equal(outcomeOf(await turnOf(daemon, id, promptId)), "SUCCESS");
});
