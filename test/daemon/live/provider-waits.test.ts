import assert from "node:assert/strict";
import { test } from "node:test";
import { PromptState, QueueWaitCause, TurnOutcome } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { all } from "../support/session-events.ts";
import { sessionOf } from "../support/talk.ts";
import { lastSeq, liveDaemon } from "./live-daemon.ts";

const failures = [
  {
    title:
      "D15 a login that the provider refuses is no failed turn: the prompt is kept, and goes on when a person says so",
    error: { status: 401, type: "authentication_error", message: "invalid x-api-key" },
    cause: QueueWaitCause.LOGIN,
  },
  {
    title: "D15 a limit of the provider is no failed turn: it has a time, and a person may go on before it",
    error: { status: 429, type: "rate_limit_error", message: "too many requests" },
    cause: QueueWaitCause.LIMIT,
  },
];

for (const { title, error, cause } of failures)
  test(`${title}, with Claude Code 2.1.325`, { timeout: 200_000 }, async (t) => {
    await using live = await liveDaemon(t, "2.1.325", { env: { CLAUDE_CODE_MAX_RETRIES: "0" } });
    if (live === undefined) return;
    const { client, api, daemon } = live;
    const session = await live.create(scripted({ error: { ...error, times: 1 } }));
    const events = await session.until();
    assert.equal(all(events, "turnComplete")[0]?.outcome, TurnOutcome.WAITS);
    const { waits } = await sessionOf(daemon, session.id);
    assert.equal(waits?.cause, cause);
    assert.equal(Number(waits?.untilMs) > Date.now(), cause === QueueWaitCause.LIMIT);
    const { state } = await client.conversation.sendPrompt({
      sessionId: session.id,
      prompt: { text: "and then this" },
    });
    assert.equal(state, PromptState.QUEUED, "it would fail as well");
    await daemon.kill();
    await daemon.restart();
    assert.deepEqual((await sessionOf(daemon, session.id)).waits, waits, "a restart forgets nothing");
    const asked = api.requests.length;
    const after = lastSeq(events);
    await client.sessions.retrySession({ sessionId: session.id });
    const later = await session.until(({ kind }) => kind.case === "turnComplete", after);
    assert.equal(all(later, "turnComplete").at(-1)?.outcome, TurnOutcome.SUCCESS);
    const bodies = api.requests.slice(asked).map(({ body }) => JSON.stringify(body));
    const kept = bodies.find((body) => body.includes("Please go on where you were stopped"));
    assert.ok(kept?.includes(error.message), "the agent has the prompt that it could not do");
    await assert.rejects(client.sessions.retrySession({ sessionId: session.id }), /nothing holds this session back/);
  });
