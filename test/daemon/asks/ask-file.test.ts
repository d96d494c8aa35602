import assert from "node:assert/strict";
import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { isBridleError } from "../../../src/errors.ts";
import { type Ask, AskFileState, AskState, SessionState, Verdict } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { all, eventsUntil } from "../support/session-events.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { createSession, reaches } from "../support/talk.ts";

let daemon: TestDaemon;

before(async () => {
  daemon = await startDaemon({ set: ["daemon.default_agent=bridle"], env: { BRIDLE_PROVIDER: "scripted" } });
});
after(() => daemon?.[Symbol.asyncDispose]());

const at = (name: string): string => join(daemon.cwd, name);

/** A session that wants to use a tool, and its ask. */
async function asking(name: string, input: { readonly [field: string]: unknown }): Promise<Ask> {
  const { id } = await createSession(daemon, scripted({ tools: [{ name, input }] }, { text: "done" }));
  await reaches(daemon, id, SessionState.WAITING);
  const { asks } = await daemon.client.conversation.listAsks({ sessionId: id });
  assert.ok(asks[0]);
  return asks[0];
}

test("U3 the file that an ask would write is told as it is now, and where a link leads", async () => {
  const { conversation } = daemon.client;
  const ask = await asking("Write", { file_path: at("a.txt"), content: "new\n" });
  const missing = await conversation.getAskFile({ askId: ask.id });
  assert.deepEqual([missing.state, missing.path, missing.content], [AskFileState.MISSING, at("a.txt"), ""]);
  writeFileSync(at("real.txt"), "old\n");
  symlinkSync("real.txt", at("a.txt"));
  const now = await conversation.getAskFile({ askId: ask.id });
  assert.deepEqual([now.state, now.content, now.linkTarget], [AskFileState.TEXT, "old\n", at("real.txt")]);
  assert.equal(now.sizeBytes, 4n);
});

test("U3 no file is told for an ask that changes none, that is decided, or that is not there", async () => {
  const { conversation } = daemon.client;
  const ask = await asking("Bash", { command: "touch by-bash" });
  await assert.rejects(conversation.getAskFile({ askId: ask.id }), (error) => isBridleError(error, "invalid_option"));
  const write = await asking("Write", { file_path: at("b.txt"), content: "new\n" });
  await conversation.answerAsk({ askId: write.id, verdict: Verdict.DENY });
  for (const askId of [write.id, "none"])
    await assert.rejects(conversation.getAskFile({ askId }), (error) => isBridleError(error, "not_found"));
});

test("U3 an ask is told open, and decided with who and when; one that never was is not found", async () => {
  const { conversation } = daemon.client;
  const { id: askId } = await asking("Bash", { command: "touch told" });
  assert.equal((await conversation.getAsk({ askId })).ask?.state, AskState.OPEN);
  await conversation.answerAsk({ askId, verdict: Verdict.DENY });
  const { ask } = await conversation.getAsk({ askId });
  assert.deepEqual([ask?.state, ask?.decidedBy], [AskState.DENIED, "local"]);
  assert.ok(Number(ask?.decidedMs) > Date.now() - 60_000);
  await assert.rejects(conversation.getAsk({ askId: "none" }), (error) => isBridleError(error, "not_found"));
});

test("U3 the log says that a person changed the input, and to what; the same input sent back is no change", async () => {
  const { conversation } = daemon.client;
  for (const [given, expected] of [
    [{ command: "touch edited" }, '{"command":"touch edited"}'],
    [{ command: "touch same" }, ""],
  ] as const) {
    const ask = await asking("Bash", { command: "touch same" });
    const updatedInputJson = JSON.stringify(given);
    await conversation.answerAsk({ askId: ask.id, verdict: Verdict.ALLOW, updatedInputJson });
    const isEnd = ({ kind }: { kind: { case: string | undefined } }) => kind.case === "turnComplete";
    const events = await eventsUntil(daemon.client, ask.sessionId, isEnd, { what: "the end of the turn", daemon });
    assert.equal(all(events, "permissionResolved").at(-1)?.editedInputJson, expected);
    assert.ok(existsSync(at(given.command.slice("touch ".length))));
  }
});

test("U3 previews of a question's options are told", async () => {
  const options = [
    { label: "A", description: "one", preview: "+---+\n| A |" },
    { label: "B", description: "two" },
  ];
  const ask = await asking("AskUserQuestion", { questions: [{ question: "Which?", header: "H", options }] });
  assert.deepEqual(
    ask.questions[0]?.options.map(({ preview }) => preview),
    ["+---+\n| A |", ""],
  );
});
