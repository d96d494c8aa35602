import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { AskState, SessionState, TurnOutcome, Verdict } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { all, eventsUntil, isTurnEnd, textOf } from "../support/session-events.ts";
import { isKind, lastSeq, liveDaemon } from "./live-daemon.ts";

const bash = (command: string) => ({ name: "Bash", input: { command, description: "a tool" } });
const isIdle = SessionState.IDLE;

for (const version of ["2.1.325", "2.0.76", "1.0.128"]) {
  test(`D1 D2 D6 the daemon actions of seeds 000 and 003, with Claude Code ${version}`, {
    timeout: 400_000,
  }, async (t) => {
    const settings = { permissions: { allow: ["Bash(touch ruled)"] } };
    await using live = await liveDaemon(t, version, { settings });
    if (live === undefined) return;
    const { client, daemon } = live;
    const prompt = scripted(
      { text: "Looking around quietly.", chunks: 6, chunkDelayMs: 30, tools: [bash("touch ruled")] },
      { tools: [bash("touch asked")] },
      { text: "All done, captain.", chunks: 6, chunkDelayMs: 30 },
    );
    const session = await live.create(prompt);
    const { id: sessionId, cwd } = session;
    const asked = await session.until(isKind("permissionRequest"));
    const [request] = all(asked, "permissionRequest");
    assert.deepEqual(JSON.parse(request?.ask?.inputJson ?? "").command, "touch asked");
    const answer = { askId: request?.ask?.id ?? "", digest: request?.ask?.digest ?? "", verdict: Verdict.ALLOW };
    const { won, ask } = await client.conversation.answerAsk(answer);
    assert.deepEqual([won, ask?.state], [true, AskState.ALLOWED]);
    const events = await session.until(({ kind }) => kind.case === "statusChange" && kind.value.state === isIdle);

    await t.test("D2 the agent's session id is stored", async () => {
      const { session: stored } = await client.sessions.getSession({ sessionId });
      assert.match(stored?.agentSessionId ?? "", /^[0-9a-f-]{36}$/);
      assert.equal(stored?.agentSessionId, all(events, "sessionInfo")[0]?.agentSessionId);
      assert.deepEqual([stored?.agentVersion || version, stored?.cwd], [version, cwd]);
    });

    await t.test("D6 deltas are translated to text-delta events, numbered without a gap", () => {
      assert.equal(textOf(events), "Looking around quietly.All done, captain.");
      assert.ok(all(events, "textDelta").length > 4, "they come one by one");
      assert.deepEqual(
        events.map(({ seq }) => Number(seq)),
        events.map((_, at) => at + 1),
      );
    });

    await t.test("D6 the permission engine is evaluated: a rule decides one tool, a client the other", () => {
      const decided = all(events, "permissionResolved").filter(({ askId }) => askId !== "");
      assert.deepEqual(
        decided.map(({ state, toolName }) => [AskState[state], toolName]),
        [
          ["ALLOWED", "Bash"],
          ["ALLOWED", "Bash"],
        ],
      );
      assert.match(decided[0]?.decidedBy ?? "", /^rule: .*Bash\(touch ruled\)/);
      assert.equal(decided[1]?.decidedBy, ask?.decidedBy);
      assert.ok(existsSync(join(cwd, "ruled")) && existsSync(join(cwd, "asked")), "both tools ran");
      assert.deepEqual(
        all(events, "toolResult").map(({ isError }) => isError),
        [false, false],
      );
    });

    await t.test("D6 a usage report comes with the end of the turn, then the idle status", () => {
      const [usage] = all(events, "usageReport");
      assert.ok((usage?.costUsd ?? 0) > 0 && (usage?.usage?.inputTokens ?? 0n) > 0n, "it cost something");
      const [turn] = all(events, "turnComplete");
      assert.deepEqual([turn?.outcome, turn?.text], [TurnOutcome.SUCCESS, "All done, captain."]);
      assert.deepEqual(turn?.prompts, [all(events, "prompt")[0]?.promptId]);
      const order = events.map(({ kind }) => kind.case).filter((kind) => /usage|turnC|status/.test(kind ?? ""));
      assert.deepEqual(order.slice(-3), ["usageReport", "turnComplete", "statusChange"]);
    });

    await t.test(
      "D1 D2 the summary is persisted: turns, cost, tokens, searchable text; so is every event",
      async () => {
        await daemon.stop();
        await daemon.restart();
        const { sessions: ofAgent } = await client.sessions.listAgentSessions({ cwd });
        assert.deepEqual(
          ofAgent.map((one) => one.sessionId),
          [sessionId],
          "the agent's conversation is known as this session's",
        );
        const { session: stored } = await client.sessions.getSession({ sessionId });
        const [usage] = all(events, "usageReport");
        assert.equal(stored?.turns, 1);
        assert.equal(stored?.costUsd, usage?.costUsd);
        assert.equal(stored?.inputTokens, usage?.usage?.inputTokens);
        assert.equal(stored?.outputTokens, usage?.usage?.outputTokens);
        assert.deepEqual([stored?.state, stored?.live], [isIdle, false]);
        const { hits } = await client.sessions.searchSessions({ query: "captain" });
        assert.deepEqual(
          hits.map((hit) => hit.session?.id),
          [sessionId],
        );
        const again = await eventsUntil(client, sessionId, ({ seq }) => Number(seq) === lastSeq(events));
        assert.deepEqual(again, events);
      },
    );

    await t.test("D4 D5 the next prompt starts the agent again, with the conversation it had", async () => {
      const seq = await session.send(scripted({ text: "Back again." }));
      const more = await session.until(isTurnEnd, seq);
      assert.equal(textOf(more), "Back again.");
      assert.equal(all(more, "sessionInfo")[0]?.agentSessionId, all(events, "sessionInfo")[0]?.agentSessionId);
      const last = JSON.stringify(live.api.requests.findLast(({ path }) => path === "/v1/messages")?.body);
      assert.match(last, /All done, captain/, "the model sees what was said before");
      assert.equal((await client.sessions.getSession({ sessionId })).session?.turns, 2);
    });
  });
}
