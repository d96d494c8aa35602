import assert from "node:assert/strict";
import { test } from "node:test";
import { AskState, isBridleError, Verdict } from "../../../src/exports/client.ts";
import { plainAgent } from "../support/plain-agent.ts";
import { all, eventsUntil, isTurnEnd } from "../support/session-events.ts";
import { startDaemon } from "../support/start-daemon.ts";
import { createSession } from "../support/talk.ts";

const settings = { permissions: { deny: ["Bash(rm:*)"] } };

/** Asks once per prompt, and ends the turn with the answer. */
const asking = plainAgent((line, say, result) => {
  const seen = globalThis as { prompt?: typeof line };
  if (line.type === "control_response") return say(result(seen.prompt ?? {}));
  seen.prompt = line;
  const input = { command: "make all" };
  say({ type: "control_request", request_id: "1", request: { subtype: "can_use_tool", tool_name: "Bash", input } });
});

test("P2 D4 a person's changed input that a rule denies is refused, and the ask stays open", async () => {
  await using daemon = await startDaemon({ agents: { asking }, settings });
  const { id } = await createSession(daemon, "go");
  const asked = await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "permissionRequest");
  const askId = all(asked, "permissionRequest")[0]?.ask?.id ?? "";
  const { conversation } = daemon.client;
  const answer = (command: string) =>
    conversation.answerAsk({ askId, verdict: Verdict.ALLOW, updatedInputJson: JSON.stringify({ command }) });
  await assert.rejects(
    answer("make clean; rm -rf /"),
    (error) => isBridleError(error, "invalid_option") && /Bash\(rm:\*\)/.test(error.message),
  );
  assert.equal((await conversation.listAsks({})).asks.length, 1);
  // Of two at once the later one is told who decided, and how.
  const [first, second] = await Promise.all([answer("make some"), answer("make less")]);
  assert.deepEqual([first.won, second.won].sort(), [false, true]);
  assert.deepEqual([first.ask?.state, second.ask?.state], [AskState.ALLOWED, AskState.ALLOWED]);
  await eventsUntil(daemon.client, id, isTurnEnd);
});

test("P6 an answer that no line can hold is refused, the ask stays open, and nothing says that it was allowed", async () => {
  await using daemon = await startDaemon({ agents: { asking } });
  const { id } = await createSession(daemon, "go");
  const asked = await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "permissionRequest");
  const askId = all(asked, "permissionRequest")[0]?.ask?.id ?? "";
  const { conversation } = daemon.client;
  const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
  for (const told of [{ updatedInputJson: deep }, { updatesJson: [deep] }])
    await assert.rejects(
      conversation.answerAsk({ askId, verdict: Verdict.ALLOW, ...told }),
      (error) => isBridleError(error, "unencodable") && error.data.reason === "too_deep",
    );
  assert.deepEqual(
    (await conversation.listAsks({})).asks.map((ask) => ask.id),
    [askId],
  );
  assert.equal((await conversation.answerAsk({ askId, verdict: Verdict.DENY })).won, true);
  const events = await eventsUntil(daemon.client, id, isTurnEnd);
  assert.deepEqual(
    all(events, "permissionResolved").map(({ state }) => state),
    [AskState.DENIED],
  );
});

test("P2 a hook's request that is not quite as it should be is judged all the same", async () => {
  // After an error answer a CLI uses the tool.
  const hooked = plainAgent((line, say, result) => {
    const seen = globalThis as { prompt?: typeof line };
    if (line.type === "control_response") {
      say({ type: "strange", answer: line });
      return say(result(seen.prompt ?? {}));
    }
    seen.prompt = line;
    const input = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "rm -rf x" } };
    const request = { subtype: "hook_callback", callback_id: "bridle_pre_tool_use", input, tool_use_id: 7 };
    say({ type: "control_request", request_id: "1", request });
  });
  await using daemon = await startDaemon({ agents: { hooked }, settings });
  const { id } = await createSession(daemon, "go");
  const events = await eventsUntil(daemon.client, id, isTurnEnd);
  assert.match(all(events, "unknown")[0]?.payloadJson ?? "", /"permissionDecision":"deny"/);
  assert.deepEqual(
    all(events, "permissionResolved").map(({ state, toolName }) => [state, toolName]),
    [[AskState.DENIED, "Bash"]],
  );
});
