import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Ask, AskWait, connect, type Event, SessionState, Verdict } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { launcher } from "../../cli/run-bridle.ts";
import { eventually } from "../support/eventually.ts";
import { all, textOf } from "../support/session-events.ts";
import { isKind, type LiveDaemon, type LiveSession, lastSeq, liveDaemon } from "./live-daemon.ts";

const bash = (command: string) => ({ name: "Bash", input: { command, description: "a tool" } });
const touch = scripted({ tools: [bash("touch mark")] }, { text: "over" });
const options = ["A", "B"].map((label) => ({ label, description: `take ${label}` }));
const question = { question: "Which?", header: "W", multiSelect: false, options };
const asking = scripted({ tools: [{ name: "AskUserQuestion", input: { questions: [question] } }] }, { text: "over" });
const quick = ["approvals.park_after_ms=300"];

/** The ask waits without an agent. */
async function parked({ client }: LiveDaemon, { id }: LiveSession): Promise<Ask> {
  return await eventually(
    "the ask is parked, and its agent gone",
    async () => {
      const { asks } = await client.conversation.listAsks({ sessionId: id });
      const { session } = await client.sessions.getSession({ sessionId: id });
      const [ask] = asks;
      return ask?.wait === AskWait.PARKED && session?.live === false && session.state === SessionState.WAITING && ask;
    },
    30_000,
  );
}

const made = ({ cwd }: LiveSession, ...names: readonly string[]): boolean[] =>
  names.map((name) => existsSync(join(cwd, name)));

/** What the agent did and said after an event: the turn that goes on by itself. */
async function goesOn(session: LiveSession, after: number): Promise<Event[]> {
  return await session.until(undefined, after);
}

test("P6 an ask that is parked costs no process, and Claude Code 2.1.325 goes on with it", {
  timeout: 400_000,
  concurrency: true,
}, async (t) => {
  await using live = await liveDaemon(t, "2.1.325", { set: quick });
  if (live === undefined) return;
  const { conversation, sessions } = live.client;
  const seqOf = async ({ id }: LiveSession): Promise<number> =>
    Number((await sessions.getSession({ sessionId: id })).session?.lastSeq);

  await t.test("P6 over a stop of daemon and holder; another client approves", async () => {
    const session = await live.create(touch);
    const { id: askId } = await parked(live, session);
    const after = await seqOf(session);
    assert.equal(await live.daemon.stop(), 0);
    assert.deepEqual(live.daemon.processes(), []);
    await live.daemon.restart();
    const other = connect({ socket: live.daemon.socket });
    const { won } = await other.conversation.answerAsk({ askId, verdict: Verdict.ALLOW });
    await other.close();
    assert.equal(won, true);
    assert.equal(textOf(await goesOn(session, after)), "over", "the model went on");
    assert.deepEqual(made(session, "mark"), [true]);
  });

  await Promise.all([
    t.test("P6 denied with a reason, which the model reads", async () => {
      const session = await live.create(touch);
      const { id: askId } = await parked(live, session);
      const after = await seqOf(session);
      await conversation.answerAsk({ askId, verdict: Verdict.DENY, message: "not on a Sunday" });
      const events = await goesOn(session, after);
      assert.match(all(events, "toolResult")[0]?.contentJson ?? "", /not on a Sunday/);
      assert.equal(textOf(events), "over");
      assert.deepEqual(made(session, "mark"), [false]);
    }),

    t.test("P6 with an input that a person changed", async () => {
      const session = await live.create(touch);
      const { id: askId } = await parked(live, session);
      const after = await seqOf(session);
      const updatedInputJson = JSON.stringify(bash("touch another").input);
      await conversation.answerAsk({ askId, verdict: Verdict.ALLOW, updatedInputJson });
      await goesOn(session, after);
      assert.deepEqual(made(session, "mark", "another"), [false, true]);
    }),

    t.test("P6 a question is answered", async () => {
      const session = await live.create(asking);
      const { id: askId } = await parked(live, session);
      const after = await seqOf(session);
      await conversation.answerQuestion({ askId, answers: { "Which?": "B" } });
      const events = await goesOn(session, after);
      assert.match(all(events, "toolResult")[0]?.contentJson ?? "", /B/);
      assert.equal(textOf(events), "over");
    }),

    t.test("P6 a prompt that is sent meanwhile waits until the call is settled", async () => {
      const session = await live.create(touch);
      const { id: askId } = await parked(live, session);
      const after = await session.send(scripted({ text: "second" }));
      const { session: waiting } = await sessions.getSession({ sessionId: session.id });
      assert.deepEqual([waiting?.live, waiting?.queuedPrompts], [false, 1]);
      await conversation.answerAsk({ askId, verdict: Verdict.ALLOW });
      const events = await goesOn(session, after);
      assert.equal(textOf(events), "over");
      assert.equal(textOf(await goesOn(session, lastSeq(events))), "second");
      assert.deepEqual(made(session, "mark"), [true]);
    }),

    t.test("P6 U2 who follows the prompt on the command line follows it over the pause", async () => {
      const session = await live.create();
      const env = { PATH: process.env.PATH, HOME: live.daemon.home, BRIDLE_HOME: live.daemon.home };
      const sending = spawn(process.execPath, [launcher, "send", "--wait", session.id, touch], {
        env,
        stdio: ["ignore", "pipe", "inherit"],
      });
      const exited = once(sending, "exit");
      const shown = sending.stdout.setEncoding("utf8").toArray();
      const { id: askId } = await parked(live, session);
      await conversation.answerAsk({ askId, verdict: Verdict.ALLOW });
      assert.deepEqual(await exited, [0, null]);
      assert.match((await shown).join(""), /over/);
    }),
  ]);
});

test("P6 a daemon that is stopped for good parks what waits, and kill -9 of everything makes a grant of the answer", {
  timeout: 400_000,
}, async (t) => {
  await using live = await liveDaemon(t, "2.1.325");
  if (live === undefined) return;
  const { daemon, client } = live;
  await t.test("P6 what a person decides sooner is not parked: the same process goes on", async () => {
    const session = await live.create(touch);
    const events = await session.until(isKind("permissionRequest"));
    const ask = all(events, "permissionRequest")[0]?.ask;
    assert.equal(ask?.wait, AskWait.HELD);
    await client.conversation.answerAsk({ askId: ask.id, verdict: Verdict.ALLOW });
    assert.equal(textOf(await session.until()), "over");
    assert.deepEqual(made(session, "mark"), [true]);
  });
  const stopped = await live.create(touch);
  const [ask] = all(await stopped.until(isKind("permissionRequest")), "permissionRequest").map((one) => one.ask);
  assert.equal(await daemon.stop(), 0);
  await daemon.restart();
  const { id: askId } = await parked(live, stopped);
  assert.equal(askId, ask?.id);
  const after = Number((await client.sessions.getSession({ sessionId: stopped.id })).session?.lastSeq);
  await client.conversation.answerAsk({ askId, verdict: Verdict.ALLOW });
  assert.equal(textOf(await goesOn(stopped, after)), "over");
  assert.deepEqual(made(stopped, "mark"), [true]);

  // The model makes the same call again when it is told, and once more, which is asked again.
  const same = { tools: [bash("touch mark")] };
  const killed = await live.create(scripted(same, { text: "never" }));
  await killed.until(isKind("permissionRequest"));
  for (const pid of daemon.processes()) process.kill(pid, "SIGKILL");
  await daemon.kill();
  await daemon.restart();
  const lost = await killed.until();
  assert.deepEqual(all(lost, "turnComplete").length, 1, "the turn is lost");
  const { asks } = await client.conversation.listAsks({ sessionId: killed.id });
  assert.deepEqual(
    asks.map(({ wait }) => wait),
    [AskWait.AGENT_GONE],
  );
  await client.conversation.answerAsk({ askId: asks[0]?.id ?? "", verdict: Verdict.ALLOW });
  const toldEvents = await goesOn(killed, lastSeq(lost));
  const message = all(toldEvents, "prompt")[0];
  assert.match(message?.contentJson ?? "", /has allowed your earlier call of Bash/);
  const sent = await killed.send(scripted(same, same, { text: "over" }));
  const events = await killed.until(isKind("permissionRequest"), sent);
  assert.deepEqual(
    all(events, "permissionResolved").map(({ decidedBy }) => decidedBy.replace(/:.*/, "")),
    ["grant"],
    "once without asking",
  );
  assert.deepEqual(made(killed, "mark"), [true]);
});
