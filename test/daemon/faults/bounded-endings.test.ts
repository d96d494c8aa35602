import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SessionState } from "../../../src/exports/client.ts";
import { twinPrompt } from "../../../src/twin/twin-script.ts";
import { agentFile } from "../../host/open-agent.ts";
import { within } from "../../host/within.ts";
import { eventually } from "../support/eventually.ts";
import { agentsOf, describeProcesses, endAll, holderOf } from "../support/processes-of.ts";
import { all, eventsUntil, isTurnEnd } from "../support/session-events.ts";
import { type AgentSetting, startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { ask, createSession, outcomeOf, reaches } from "../support/talk.ts";
import { twinAgent } from "../support/twins.ts";

/** A program of `test/agents`, with words for it behind its name. */
function agent(name: string): AgentSetting {
  const [file = "", ...words] = name.split(" ");
  return { command: process.execPath, args: [agentFile(file), ...words], version: "2.1.325" };
}

const restart = { sessions: { restart_first_ms: 10 } };

async function assertNothingLeft(daemon: TestDaemon): Promise<void> {
  await eventually("everything to be gone", () => daemon.processes().length === 0).catch(() =>
    assert.deepEqual(describeProcesses(daemon.processes()), []),
  );
}

for (const how of ["fast", "slow", "slow unmarked"]) {
  test(`D5 an agent whose child goes on writing to its stdout (${how}) has ended: the session rests, goes on, and is deleted`, async () => {
    await using daemon = await startDaemon({ agents: { writer: agent(`leaves-writer ${how}`) } });
    const { id } = await createSession(daemon, "one");
    const events = await eventsUntil(daemon.client, id, isTurnEnd);
    assert.equal(outcomeOf(events), "SUCCESS");
    const words = all(events, "unknown").filter(({ word }) => word.includes("last_words"));
    assert.equal(words.length, 100, "its own last words are all there");
    await reaches(daemon, id, SessionState.IDLE, { live: false, ms: 15_000 });
    assert.equal(outcomeOf(await ask(daemon, id, "two")), "SUCCESS");
    await within(15_000, "the deletion", daemon.client.sessions.deleteSession({ sessionId: id }));
    assert.equal(await daemon.stop(), 0);
  });
}

test("D5 SIGTERM ends a daemon whose holder is stopped, and nothing is left", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent(), alone: agent("alone") } });
  const running = await createSession(daemon, undefined);
  const slow = twinPrompt({ steps: [{ text: "a b", chunks: 2, chunkDelayMs: 60_000 }] });
  await daemon.client.conversation.sendPrompt({ sessionId: running.id, prompt: { text: slow } });
  await reaches(daemon, running.id, SessionState.RUNNING);
  const idle = await createSession(daemon, "one", "alone");
  await eventsUntil(daemon.client, idle.id, isTurnEnd);
  process.kill(holderOf(daemon.home).holder, "SIGSTOP");
  assert.equal(await daemon.stop(), 0);
  await assertNothingLeft(daemon);
});

test("D5 D9 a session is closed and deleted while the holder is stopped, and others go on when it does", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() }, settings: restart });
  const first = await createSession(daemon, "one");
  const second = await createSession(daemon, "one");
  for (const { id } of [first, second]) await eventsUntil(daemon.client, id, isTurnEnd);
  const { holder } = holderOf(daemon.home);
  process.kill(holder, "SIGSTOP");
  await within(20_000, "the deletion", daemon.client.sessions.deleteSession({ sessionId: first.id }));
  assert.equal(agentsOf(daemon.home).length, 1, "its agent is gone");
  process.kill(holder, "SIGCONT");
  assert.equal(outcomeOf(await ask(daemon, second.id, "two")), "SUCCESS");
});

for (const [what, killsReaper] of [
  ["is killed", false],
  ["and its reaper are killed", true],
] as const) {
  test(`D5 when the holder ${what}, an agent that ignores SIGTERM is gone before the session's next one starts`, async () => {
    await using daemon = await startDaemon({ agents: { alone: agent("alone") }, settings: restart });
    const { id } = await createSession(daemon, "one");
    await eventsUntil(daemon.client, id, isTurnEnd);
    const { holder, children } = holderOf(daemon.home);
    const agents = agentsOf(daemon.home);
    endAll([holder, ...(killsReaper ? children.filter((pid) => !agents.includes(pid)) : [])]);
    const started = (): number => readFileSync(join(daemon.cwd, "pids"), "utf8").trim().split("\n").length;
    await eventually("the next agent", () => started() === 2);
    assert.equal(outcomeOf(await ask(daemon, id, "two")), "SUCCESS");
    assert.equal(existsSync(join(daemon.cwd, "overlap")), false, "never two at once");
    assert.equal(await daemon.stop(), 0);
    await assertNothingLeft(daemon);
  });
}

test("D5 when daemon, holder and reaper are killed, the next daemon ends the old agent before the next one starts", async () => {
  await using daemon = await startDaemon({ agents: { alone: agent("alone") }, settings: restart });
  const { id } = await createSession(daemon, "one");
  await eventsUntil(daemon.client, id, isTurnEnd);
  const { holder, children } = holderOf(daemon.home);
  const agents = agentsOf(daemon.home);
  await daemon.kill();
  endAll([holder, ...children.filter((pid) => !agents.includes(pid))]);
  await daemon.restart();
  assert.equal(outcomeOf(await ask(daemon, id, "two")), "SUCCESS");
  assert.equal(existsSync(join(daemon.cwd, "overlap")), false, "never two at once");
});
