import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { AskState, type BridleClient, type Session, TurnOutcome, Verdict } from "../../../src/exports/client.ts";
import { run } from "../../../src/exports/host.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { all, textOf } from "../support/session-events.ts";
import { isKind, lastSeq, liveDaemon, liveSession } from "./live-daemon.ts";

const version = "2.1.325";
const words = Array.from({ length: 60 }, (_, at) => `word${at} `).join("");

async function viewOf(client: BridleClient, sessionId: string): Promise<Session> {
  return (await client.sessions.getSession({ sessionId })).session as Session;
}

async function untilView(client: BridleClient, id: string, holds: (session: Session) => boolean): Promise<Session> {
  for (const end = Date.now() + 10_000; ; ) {
    const session = await viewOf(client, id);
    if (holds(session)) return session;
    assert.ok(Date.now() < end, "it never became so");
    await sleep(50);
  }
}

test(`D2 D5 a daemon killed in mid-turn of Claude Code ${version}`, { timeout: 400_000 }, async (t) => {
  await using live = await liveDaemon(t, version);
  if (live === undefined) return;
  const { client, daemon } = live;

  await t.test("D2 D5 the turn goes on, and every chunk is in the log once, in order", async () => {
    const session = await live.create(scripted({ text: words, chunks: 60, chunkDelayMs: 50 }));
    await session.until(isKind("textDelta"));
    await daemon.kill();
    // Chunks come while no daemon is there.
    await sleep(700);
    await daemon.restart();
    const events = await session.until();
    assert.equal(textOf(events), words);
    assert.deepEqual(
      events.map(({ seq }) => Number(seq)),
      events.map((_, at) => at + 1),
    );
    assert.equal(all(events, "sessionInfo").length, 1, "it was not started again");
    const [turn] = all(events, "turnComplete");
    assert.deepEqual([turn?.outcome, turn?.text.trim()], [TurnOutcome.SUCCESS, words.trim()]);
    assert.equal((await viewOf(client, session.id)).turns, 1);
  });

  await t.test("D4 D5 an ask that was open is answered after the restart, and its tool runs", async () => {
    const tool = { name: "Bash", input: { command: "touch mark", description: "a tool" } };
    const session = await live.create(scripted({ tools: [tool] }, { text: "over" }));
    const [request] = all(await session.until(isKind("permissionRequest")), "permissionRequest");
    await daemon.kill();
    await daemon.restart();
    const { asks } = await client.conversation.listAsks({ sessionId: session.id });
    assert.deepEqual(
      asks.map(({ id, state }) => [id, state]),
      [[request?.ask?.id, AskState.OPEN]],
    );
    await client.conversation.answerAsk({ askId: request?.ask?.id ?? "", verdict: Verdict.ALLOW });
    const events = await session.until();
    assert.equal(textOf(events), "over");
    assert.deepEqual(
      all(events, "toolResult").map(({ isError }) => isError),
      [false],
    );
  });
});

test(`D1 D5 conversations of Claude Code ${version}`, { timeout: 400_000, concurrency: true }, async (t) => {
  await using live = await liveDaemon(t, version, { set: ["sessions.idle_sleep_ms=1000"] });
  if (live === undefined) return;
  const { client } = live;
  await Promise.all([
    t.test("D5 an idle agent goes to sleep and is woken by the next prompt, with its conversation", async () => {
      const session = await live.create(scripted({ text: "the first answer" }));
      const first = await session.until();
      const asleep = await untilView(client, session.id, (view) => !view.live);
      await session.send(scripted({ text: "the second answer" }));
      const second = await session.until(undefined, lastSeq(first));
      assert.equal(textOf(second), "the second answer");
      assert.equal(all(second, "sessionInfo")[0]?.agentSessionId, asleep.agentSessionId);
      assert.ok(live.api.requests.some(({ body }) => /the first answer.*the second answer/.test(JSON.stringify(body))));
    }),

    t.test("D1 a fork has the history and a conversation of its own", async () => {
      const session = await live.create(scripted({ text: "the trunk's answer" }));
      await session.until();
      const { session: made } = await client.sessions.forkSession({ sessionId: session.id });
      const fork = liveSession(client, made?.id ?? "", session.cwd);
      await fork.send(scripted({ text: "the fork's answer" }));
      assert.equal(textOf(await fork.until()), "the fork's answer");
      const [view, forked] = await Promise.all([viewOf(client, session.id), viewOf(client, fork.id)]);
      assert.notEqual(forked.agentSessionId, view.agentSessionId);
      assert.ok(live.api.requests.some(({ body }) => /trunk's answer.*fork's answer/.test(JSON.stringify(body))));
    }),

    t.test("D1 a conversation is compacted, and goes on", async () => {
      const session = await live.create(scripted({ text: "a long story ", repeat: 200 }));
      const first = await session.until();
      await client.sessions.compactSession({ sessionId: session.id });
      const compacted = await session.until(undefined, lastSeq(first));
      assert.ok(
        all(compacted, "agentStatus").some(({ status }) => status === "compact_boundary"),
        "the agent says that it compacted",
      );
      await session.send(scripted({ text: "and on" }));
      assert.equal(textOf(await session.until(undefined, lastSeq(compacted))), "and on");
    }),

    t.test("D1 a conversation that the user had with Claude Code is listed and resumed", async () => {
      const cwd = live.folder();
      const { command: executable, args: executableArgs } = live.cli;
      const options = { executable, executableArgs, agentVersion: version, cwd, env: live.place.env };
      const { sessionId = "" } = await run(scripted({ text: "said without Bridle" }), {
        ...options,
        timeoutMs: 45_000,
      });
      const { sessions: found } = await client.sessions.listAgentSessions({ cwd });
      assert.deepEqual(
        found.map((one) => [one.agentSessionId, one.cwd, one.sessionId]),
        [[sessionId, cwd, ""]],
      );
      const session = await live.create(scripted({ text: "said with Bridle" }), {
        cwd,
        resumeAgentSessionId: sessionId,
      });
      assert.equal(textOf(await session.until()), "said with Bridle");
      assert.ok(
        live.api.requests.some(({ body }) => /said without Bridle.*said with Bridle/.test(JSON.stringify(body))),
        "the model sees what was said before",
      );
      assert.equal((await viewOf(client, session.id)).agentSessionId, sessionId);
      const { sessions: again } = await client.sessions.listAgentSessions({ cwd });
      assert.deepEqual(
        again.map((one) => [one.agentSessionId, one.sessionId]),
        [[sessionId, session.id]],
      );
    }),
  ]);
});
