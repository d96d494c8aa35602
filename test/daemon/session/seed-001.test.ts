import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Delivery, type Event, SessionState } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { all, eventsUntil, isTurnEnd } from "../support/session-events.ts";
import { type AgentSetting, startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { ask, createSession, outcomeOf, reaches, turnOf } from "../support/talk.ts";

// Seed 001 is the document that describes this dialect, another agent's: docs/spec.md, docs/dialects.md.

const bridle = join(import.meta.dirname, "..", "..", "..", "bin", "bridle.cjs");

/** `bridle agent --stdio`, as a foreign agent of that dialect would be set. */
const seedAgent: AgentSetting = {
  command: process.execPath,
  args: [bridle, "agent", "--model=scripted", "--permission-mode=bypassPermissions"],
  env: { IS_SANDBOX: "1" },
  dialect: "seed-001",
};

/** A tool call that ends when the file is there. */
function heldTool({ cwd }: TestDaemon): { tool: { name: string; input: { command: string } }; file: string } {
  const file = join(cwd, "go");
  return { tool: { name: "bash", input: { command: `until [ -e '${file}' ]; do sleep 0.01; done; echo 1` } }, file };
}

function assertOfThatDialect(begun: readonly Event[]): void {
  const notice = all(begun, "notice").find(({ word }) => word === "bridle/degraded");
  assert.match(notice?.fieldsJson ?? "", /seed-001, which has no permissions/);
}

const isToolStart = ({ kind }: Event): boolean => kind.case === "toolStart";

test("G1 D1 the daemon drives an agent of seed 001's dialect: turns, injected prompts, interrupts", async () => {
  await using daemon = await startDaemon({ agents: { seed: seedAgent } });
  const { tool, file } = heldTool(daemon);
  const { id } = await createSession(daemon, scripted({ text: "Working.", tools: [tool] }, { text: "Done." }));
  const begun = await eventsUntil(daemon.client, id, isToolStart);
  assertOfThatDialect(begun);
  const { conversation } = daemon.client;
  const injected = await conversation.sendPrompt({ sessionId: id, prompt: { text: "two" }, delivery: Delivery.INJECT });
  const seen = ({ kind }: Event): boolean => kind.case === "notice" && kind.value.word === "system/queued";
  await eventsUntil(daemon.client, id, seen);
  writeFileSync(file, "");
  const turn = all(await turnOf(daemon, id, injected.promptId), "turnComplete").at(-1);
  assert.equal(turn?.prompts.length, 2, "one result answers both");
  await reaches(daemon, id, SessionState.IDLE);

  const other = await createSession(daemon, scripted({ tools: [{ name: "bash", input: { command: "sleep 60" } }] }));
  await eventsUntil(daemon.client, other.id, isToolStart);
  await conversation.interrupt({ sessionId: other.id, cancelQueued: true });
  assert.equal(outcomeOf(await eventsUntil(daemon.client, other.id, isTurnEnd)), "INTERRUPTED");
  assert.equal(outcomeOf(await ask(daemon, other.id, scripted({ text: "goes on" }))), "SUCCESS");
});

test("D5 a turn of that dialect goes on over kill -9 of the daemon, and its conversation over the agent's sleep", async () => {
  await using daemon = await startDaemon({ agents: { seed: seedAgent } });
  const { tool, file } = heldTool(daemon);
  const { id } = await createSession(daemon, scripted({ tools: [tool] }, { text: "Survived." }));
  assertOfThatDialect(await eventsUntil(daemon.client, id, isToolStart));
  await daemon.kill();
  await daemon.restart();
  writeFileSync(file, "");
  const rest = await eventsUntil(daemon.client, id, isTurnEnd);
  assert.equal(all(rest, "turnComplete")[0]?.text, "Survived.");
  assert.deepEqual(
    all(rest, "toolResult").map(({ isError }) => isError),
    [false],
    "the tool that ran meanwhile is part of it",
  );
  await daemon.stop();
  await daemon.restart();
  assert.equal(outcomeOf(await ask(daemon, id, scripted({ text: "awake" }))), "SUCCESS");
});

test("C4 what that dialect cannot do is told as an error of the session", async () => {
  await using daemon = await startDaemon({ agents: { seed: seedAgent } });
  const { session } = await daemon.client.sessions.createSession({
    cwd: daemon.cwd,
    model: "opus",
    prompt: { text: "hello" },
  });
  const isError = ({ kind }: Event): boolean => kind.case === "error";
  const [error] = all(await eventsUntil(daemon.client, session?.id ?? "", isError), "error");
  assert.equal(error?.code, "unsupported");
  assert.match(error?.message ?? "", /dialect of seed 001 lacks the flag --model/);
});
