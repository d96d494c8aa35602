import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Ask, AskKind, AskState, type Event, Verdict } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { all, textOf } from "../support/session-events.ts";
import { isKind, type LiveSession, liveDaemon } from "./live-daemon.ts";

const bash = (command: string) => ({ name: "Bash", input: { command, description: "a tool" } });
const touch = scripted({ tools: [bash("touch mark")] }, { text: "over" });

async function firstAsk(session: LiveSession): Promise<Ask> {
  const events = await session.until(isKind("permissionRequest"));
  return all(events, "permissionRequest")[0]?.ask as Ask;
}

const results = (events: readonly Event[]) => all(events, "toolResult").map(({ contentJson }) => contentJson);

test("D4 asks and questions, with Claude Code 2.1.325", {
  timeout: 400_000,
  concurrency: true,
}, async (t) => {
  await using live = await liveDaemon(t, "2.1.325");
  if (live === undefined) return;
  const { conversation } = live.client;
  await Promise.all([
    t.test("D4 a tool that a client allows runs; whoever answers later is told who won", async () => {
      const session = await live.create(touch);
      const ask = await firstAsk(session);
      assert.deepEqual([ask.kind, ask.state, ask.toolName], [AskKind.PERMISSION, AskState.OPEN, "Bash"]);
      const first = await conversation.answerAsk({ askId: ask.id, verdict: Verdict.ALLOW });
      const late = await conversation.answerAsk({ askId: ask.id, verdict: Verdict.DENY });
      assert.deepEqual([first.won, late.won, late.ask?.state], [true, false, AskState.ALLOWED]);
      assert.equal(textOf(await session.until()), "over");
      assert.ok(existsSync(join(session.cwd, "mark")));
    }),

    t.test("D4 a tool that a client denies does not run, and the agent is told why", async () => {
      const session = await live.create(touch);
      const { id: askId } = await firstAsk(session);
      await conversation.answerAsk({ askId, verdict: Verdict.DENY, message: "not on a Sunday" });
      const events = await session.until();
      assert.match(results(events)[0] ?? "", /not on a Sunday/);
      assert.equal(textOf(events), "over");
      assert.ok(!existsSync(join(session.cwd, "mark")));
    }),

    t.test("D4 a tool runs with the input that a client made of it", async () => {
      const session = await live.create(touch);
      const { id: askId } = await firstAsk(session);
      const updatedInputJson = JSON.stringify(bash("touch another").input);
      await conversation.answerAsk({ askId, verdict: Verdict.ALLOW, updatedInputJson });
      await session.until();
      assert.deepEqual(
        [existsSync(join(session.cwd, "mark")), existsSync(join(session.cwd, "another"))],
        [false, true],
      );
    }),

    t.test("D4 the agent's question is answered by a client", async () => {
      const options = ["SQLite", "Postgres"].map((label) => ({ label, description: `take ${label}` }));
      const questions = [{ question: "Which database?", header: "Database", multiSelect: false, options }];
      const ask = { name: "AskUserQuestion", input: { questions } };
      const session = await live.create(scripted({ tools: [ask] }, { text: "Thanks." }));
      const [asked] = all(await session.until(isKind("question")), "question");
      assert.deepEqual(
        asked?.ask?.questions[0]?.options.map(({ label }) => label),
        ["SQLite", "Postgres"],
      );
      const askId = asked?.ask?.id ?? "";
      const { won } = await conversation.answerQuestion({ askId, answers: { "Which database?": "SQLite" } });
      assert.equal(won, true);
      const events = await session.until();
      assert.match(results(events)[0] ?? "", /Which database\?.*SQLite/);
      assert.equal(textOf(events), "Thanks.");
    }),
  ]);
});
