import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Delivery, PromptState, TurnOutcome } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { all, textOf } from "../support/session-events.ts";
import { isKind, type LiveSession, lastSeq, liveDaemon } from "./live-daemon.ts";

const slow = scripted({ text: "0123456789", chunks: 10, chunkDelayMs: 150 });

test("D4 prompts at any time, with Claude Code 2.1.325", { timeout: 400_000, concurrency: true }, async (t) => {
  const settings = { permissions: { allow: ["Bash(cat gate)"] } };
  await using live = await liveDaemon(t, "2.1.325", { settings });
  if (live === undefined) return;
  const { conversation } = live.client;
  const send = (session: LiveSession, text: string, delivery: Delivery) =>
    conversation.sendPrompt({ sessionId: session.id, prompt: { text }, delivery });

  await Promise.all([
    t.test("D4 an interrupt ends the turn, and the session takes the next prompt", async () => {
      const session = await live.create(scripted({ text: "0123456789", stall: true }));
      await session.until(isKind("textDelta"));
      assert.equal((await conversation.interrupt({ sessionId: session.id })).interrupted, true);
      const events = await session.until();
      assert.equal(all(events, "turnComplete")[0]?.outcome, TurnOutcome.INTERRUPTED);
      const seq = await session.send(scripted({ text: "and on" }));
      assert.equal(textOf(await session.until(undefined, seq)), "and on");
      assert.equal((await conversation.interrupt({ sessionId: session.id })).interrupted, false, "no turn runs");
    }),

    t.test("D4 a queued prompt waits for the end of the turn and gets one of its own", async () => {
      const session = await live.create(slow);
      await session.until(isKind("textDelta"));
      const queued = await send(session, scripted({ text: "second" }), Delivery.QUEUE);
      assert.deepEqual([queued.state, queued.position], [PromptState.QUEUED, 0]);
      const cancelled = await send(session, scripted({ text: "third" }), Delivery.QUEUE);
      assert.equal(cancelled.position, 1);
      await conversation.cancelPrompt({ sessionId: session.id, promptId: cancelled.promptId });
      const first = await session.until();
      assert.equal(textOf(first), "0123456789");
      const second = await session.until(undefined, lastSeq(first));
      assert.equal(textOf(second), "second");
      assert.deepEqual(all(second, "turnComplete")[0]?.prompts, [queued.promptId]);
    }),

    t.test("D4 a prompt injected while a tool runs is folded into the turn and answered by its result", async () => {
      const cwd = live.folder();
      execFileSync("mkfifo", [join(cwd, "gate")]);
      const wait = { name: "Bash", input: { command: "cat gate", description: "wait" } };
      const session = await live.create(scripted({ tools: [wait] }, { text: "Both heard." }), { cwd });
      await session.until(isKind("toolStart"));
      const injected = await send(session, "and this, too", Delivery.INJECT);
      assert.equal(injected.state, PromptState.INJECTED);
      // Opens when the tool has opened its end.
      await writeFile(join(cwd, "gate"), "open");
      const events = await session.until();
      assert.equal(textOf(events), "Both heard.");
      const [turn] = all(events, "turnComplete");
      assert.deepEqual(turn?.prompts, [all(events, "prompt")[0]?.promptId, injected.promptId]);
      assert.match(JSON.stringify(live.api.requests.map(({ body }) => body)), /and this, too/);
    }),
  ]);
});
