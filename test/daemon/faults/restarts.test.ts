import assert from "node:assert/strict";
import { mkdirSync, rmSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { AskState, Verdict } from "../../../src/exports/client.ts";
import { twinPrompt } from "../../../src/twin/twin-script.ts";
import { eventually } from "../support/eventually.ts";
import { agentsOf, holderOf, readProc } from "../support/processes-of.ts";
import { all, eventsUntil, isTurnEnd, textOf } from "../support/session-events.ts";
import { startDaemon } from "../support/start-daemon.ts";
import { ask, createSession, outcomeOf, sessionOf, turnOf } from "../support/talk.ts";
import { twinAgent } from "../support/twins.ts";

test("D5 D2 an ask that was open when the daemon was killed is answered after the restart, its tool runs, and the turn goes on", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() } });
  const tools = [{ name: "Bash", input: { command: "touch here" } }];
  const { id } = await createSession(daemon, twinPrompt({ steps: [{ text: "may I? ", tools }, { text: "I did." }] }));
  const asked = all(
    await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "permissionRequest"),
    "permissionRequest",
  );
  await daemon.kill();
  await daemon.restart();
  const { asks } = await daemon.client.conversation.listAsks({});
  assert.deepEqual(asks, [asked[0]?.ask]);
  assert.equal((await sessionOf(daemon, id)).openAsks, 1);
  const { won } = await daemon.client.conversation.answerAsk({ askId: asks[0]?.id ?? "", verdict: Verdict.ALLOW });
  assert.equal(won, true);
  const events = await eventsUntil(daemon.client, id, isTurnEnd);
  assert.equal(textOf(events), "may I? I did.");
  assert.match(all(events, "toolResult")[0]?.contentJson ?? "", /touch here/);
  const late = await daemon.client.conversation.answerAsk({ askId: asks[0]?.id ?? "", verdict: Verdict.DENY });
  assert.deepEqual([late.won, late.ask?.state], [false, AskState.ALLOWED], "who comes later is told how it ended");
});

test("D5 a line of five megabytes, half written when the daemon was killed, comes whole", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() } });
  const long = { text: "0123456789", repeat: 500_000, chunks: 1 };
  const faults = [{ at: { line: "stream_event/content_block_delta" }, split: { at: [3_000_000], pauseMs: 800 } }];
  const { id } = await createSession(daemon, twinPrompt({ steps: [long], faults }));
  await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "sessionInfo");
  await sleep(300);
  await daemon.kill();
  await sleep(700);
  await daemon.restart();
  const events = await eventsUntil(daemon.client, id, isTurnEnd, { ms: 20_000 });
  assert.equal(textOf(events), "0123456789".repeat(500_000));
});

test("D5 agents end when no daemon comes back in time; the turn is lost, the prompt that waited goes out, the session goes on", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() }, set: ["holder.linger_ms=1000"] });
  const forever = twinPrompt({
    steps: [{ text: "begun ", chunks: 1 }, {}],
    faults: [{ at: { line: "result" }, stall: "forever" }],
  });
  const { id } = await createSession(daemon, forever);
  await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "textDelta");
  const waiting = await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "I wait" } });
  await daemon.kill();
  await eventually("holder and agents to be gone", () => daemon.processes().length === 0, 15_000);
  await daemon.restart();
  const events = await turnOf(daemon, id, waiting.promptId);
  assert.deepEqual(
    all(events, "turnComplete").map(({ outcome }) => outcome),
    [8, 1],
    "lost, then answered",
  );
});

test("D5 when the holder is killed its agents are gone, the running turn ends as lost, and what waited goes to a new agent in the same conversation", async () => {
  await using daemon = await startDaemon({
    agents: { twin: twinAgent() },
    settings: { sessions: { restart_first_ms: 10 } },
  });
  const { id } = await createSession(daemon, "first");
  const before = all(await eventsUntil(daemon.client, id, isTurnEnd), "sessionInfo")[0]?.agentSessionId;
  const slowly = twinPrompt({ steps: [{ text: "word ".repeat(200), chunks: 200, chunkDelayMs: 50 }] });
  const running = await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: slowly } });
  const { holder, children } = holderOf(daemon.home);
  await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "textDelta", { after: Number(running.seq) });
  const waiting = await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "I wait" } });
  process.kill(holder, "SIGKILL");
  assert.equal(outcomeOf(await turnOf(daemon, id, running.promptId)), "LOST");
  const answered = await turnOf(daemon, id, waiting.promptId, Number(running.seq));
  assert.equal(outcomeOf(answered), "SUCCESS");
  assert.equal(all(answered, "sessionInfo").at(-1)?.agentSessionId, before);
  await eventually("the old agents to be gone", () => !daemon.processes().some((pid) => children.includes(pid)));
});

test("D5 an agent that has forgotten the conversation gets a new one in the same session, and a notice says so", async () => {
  await using daemon = await startDaemon({ set: ["daemon.default_agent=bridle"] });
  const { id } = await createSession(daemon, "think hard");
  await eventsUntil(daemon.client, id, isTurnEnd);
  const { agentSessionId: forgotten } = await sessionOf(daemon, id);
  await daemon.client.sessions.closeSession({ sessionId: id });
  // All that this agent ever wrote.
  rmSync(daemon.cwd, { recursive: true });
  mkdirSync(daemon.cwd);
  const events = await ask(daemon, id, "think again");
  assert.equal(outcomeOf(events), "SUCCESS");
  assert.ok(all(events, "notice").some(({ word }) => word === "bridle/resume_failed"));
  const { agentSessionId } = await sessionOf(daemon, id);
  assert.ok(agentSessionId !== "" && agentSessionId !== forgotten);
});

test("D5 what an earlier run left behind, with holder and reaper killed, is found by its mark and ended at the next start", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() } });
  const grandchild = { ownSession: true, ignoresSigterm: true };
  const { id } = await createSession(daemon, twinPrompt({ faults: [{ at: { line: "result" }, grandchild }] }));
  await eventsUntil(daemon.client, id, isTurnEnd);
  const { holder, children } = holderOf(daemon.home);
  await daemon.kill();
  // Neither it nor its reaper, the shell among its children, shall end what the agent leaves.
  process.kill(holder, "SIGSTOP");
  for (const pid of [...children, holder]) process.kill(pid, "SIGKILL");
  const orphans = await eventually("orphans", () => {
    const left = daemon.processes().filter((pid) => pid !== holder && !children.includes(pid));
    return left.length > 0 && left;
  });
  await daemon.restart();
  await eventually("the orphans to be ended", () => !daemon.processes().some((pid) => orphans.includes(pid)));
  assert.equal(outcomeOf(await ask(daemon, id, "go on")), "SUCCESS");
});

test("D5 a holder that was stopped, as by a debugger, is woken by the next daemon, with its agents", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() } });
  const { id } = await createSession(daemon, "one");
  await eventsUntil(daemon.client, id, isTurnEnd);
  const before = agentsOf(daemon.home);
  await daemon.kill();
  process.kill(holderOf(daemon.home).holder, "SIGSTOP");
  await daemon.restart();
  assert.equal(outcomeOf(await ask(daemon, id, "two")), "SUCCESS");
  assert.deepEqual(agentsOf(daemon.home), before);
});

test("D5 a daemon killed in the moment its agent starts: the next one says the first words and the prompt is answered", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() } });
  for (let round = 0; round < 5; round++) {
    const { holder, children } = holderOf(daemon.home);
    const { id } = await createSession(daemon, `round ${round}`);
    const deadline = performance.now() + 5000;
    // Busy on purpose: the moment lasts a millisecond or two.
    while (childrenOf(holder) <= children.length && performance.now() < deadline);
    await daemon.kill();
    await daemon.restart();
    assert.equal(outcomeOf(await eventsUntil(daemon.client, id, isTurnEnd)), "SUCCESS");
    await daemon.client.sessions.closeSession({ sessionId: id });
  }
});

function childrenOf(pid: number): number {
  return readProc(String(pid), `task/${pid}/children`).split(" ").length - 1;
}
