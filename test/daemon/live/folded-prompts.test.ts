import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Delivery, SessionState } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { all, textOf } from "../support/session-events.ts";
import { isKind, lastSeq, liveDaemon } from "./live-daemon.ts";

test("D4 H14 a prompt that Claude Code 2.1.15 folds in without a word ends with the turn, and the session is idle", {
  timeout: 400_000,
}, async (t) => {
  await using live = await liveDaemon(t, "2.1.15", { settings: { permissions: { allow: ["Bash(cat gate)"] } } });
  if (live === undefined) return;
  const cwd = live.folder();
  execFileSync("mkfifo", [join(cwd, "gate")]);
  const wait = { name: "Bash", input: { command: "cat gate", description: "wait" } };
  const session = await live.create(scripted({ tools: [wait] }, { text: "Both heard." }), { cwd });
  await session.until(isKind("toolStart"));
  const injected = await live.client.conversation.sendPrompt({
    sessionId: session.id,
    prompt: { text: "and this, too" },
    delivery: Delivery.INJECT,
  });
  await writeFile(join(cwd, "gate"), "open");
  const first = await session.until();
  const second = await session.until(undefined, lastSeq(first));
  assert.deepEqual(all(second, "turnComplete")[0]?.prompts, [injected.promptId]);
  await session.until((event) => event.kind.case === "statusChange" && event.kind.value.state === SessionState.IDLE);
  const { session: view } = await live.client.sessions.getSession({ sessionId: session.id });
  assert.deepEqual([view?.state, view?.turns], [SessionState.IDLE, 1]);
  const seq = await session.send(scripted({ text: "and on" }));
  assert.equal(textOf(await session.until(undefined, seq)), "and on");
});
