import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { AskState, type Event, Verdict } from "../../../src/exports/client.ts";
import { eventually } from "../support/eventually.ts";
import { plainAgent } from "../support/plain-agent.ts";
import { all, eventsUntil } from "../support/session-events.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { createSession, turnOf } from "../support/talk.ts";

/**
 * Passes over `interrupt` in a deny and cannot be interrupted, as Claude Code 1.0.64. In each turn it asks for two tools
 * at once, and for two more when `go-on` is in its folder; then it tells what it was answered, and ends the turn.
 */
const unstoppable = plainAgent((line, say, result) => {
  const { existsSync } = process.getBuiltinModule("node:fs");
  const held = globalThis as { prompt?: typeof line; answers?: unknown[]; count?: number };
  const ask = (): void => {
    held.count = (held.count ?? 0) + 1;
    const request = { subtype: "can_use_tool", tool_name: "Bash", input: { command: `make ${held.count}` } };
    say({ type: "control_request", request_id: String(held.count), request });
  };
  if (line.type !== "control_response") {
    held.prompt = line;
    held.answers = [];
    const init = { type: "system", subtype: "init", session_id: "s", cwd: "/", tools: ["Bash"], mcp_servers: [] };
    say({ ...init, model: "m", permissionMode: "default", uuid: crypto.randomUUID() });
    ask();
    return ask();
  }
  held.answers?.push(line);
  if (held.answers?.length === 4) {
    say({ type: "strange", answers: held.answers });
    return say(result(held.prompt ?? {}));
  }
  if (held.answers?.length !== 2) return;
  const timer = setInterval(() => {
    if (!existsSync("go-on")) return;
    clearInterval(timer);
    ask();
    ask();
  }, 10);
});
const agents = { old: { ...unstoppable, version: "1.0.64" } };

const openAsks = async (daemon: TestDaemon) => (await daemon.client.conversation.listAsks({})).asks;

async function asked(daemon: TestDaemon, count: number) {
  return eventually(`${count} asks`, async () => {
    const asks = await openAsks(daemon);
    return asks.length === count ? asks : undefined;
  });
}

const isDenial = ({ kind }: Event): boolean => kind.case === "permissionResolved";

for (const restart of [false, true]) {
  const when = restart ? ", also of the next daemon" : "";
  test(`H10 P6 where a turn cannot be interrupted, a client's deny with interrupt denies all it asks, before and after${when}`, async () => {
    await using daemon = await startDaemon({ agents });
    const { conversation } = daemon.client;
    const { id } = await createSession(daemon);
    const { promptId, seq } = await conversation.sendPrompt({ sessionId: id, prompt: { text: "first" } });
    const [one] = await asked(daemon, 2);
    await conversation.answerAsk({ askId: one?.id ?? "", verdict: Verdict.DENY, interrupt: true });
    await eventsUntil(daemon.client, id, isDenial);
    assert.deepEqual(await openAsks(daemon), [], "the one beside it");
    if (restart) {
      await daemon.kill();
      await daemon.restart();
    }
    writeFileSync(join(daemon.cwd, "go-on"), "");
    const events = await turnOf(daemon, id, promptId, Number(seq));
    assert.deepEqual(
      all(events, "permissionResolved").map(({ state }) => state),
      Array(4).fill(AskState.DENIED),
    );
    const told = all(events, "unknown")[0]?.payloadJson ?? "";
    assert.equal(told.match(/"behavior":"deny"/g)?.length, 4);
    assert.equal(told.match(/The user stopped this turn/g)?.length, 3);
    assert.ok(all(events, "notice").some(({ word }) => word === "bridle/interrupt_unsupported"));
    await conversation.sendPrompt({ sessionId: id, prompt: { text: "second" } });
    await asked(daemon, 2);
  });
}
