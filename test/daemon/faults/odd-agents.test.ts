import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Delivery, isBridleError, SessionState, Verdict } from "../../../src/exports/client.ts";
import { eventually } from "../support/eventually.ts";
import { plainAgent } from "../support/plain-agent.ts";
import { all, eventsUntil, isTurnEnd, textOf } from "../support/session-events.ts";
import { type AgentSetting, startDaemon } from "../support/start-daemon.ts";
import { ask, createSession, outcomeOf, reaches, sessionOf } from "../support/talk.ts";
import { twinAgent } from "../support/twins.ts";

test("D5 D2 figures that are no whole numbers, or larger than any, are stored as the nearest, and the turn goes on", async () => {
  const odd = plainAgent((prompt, say, result) => {
    const delta = (index: string, text: string): string =>
      `{"type":"stream_event","session_id":"s","parent_tool_use_id":null,"uuid":"u","event":{"type":"content_block_delta","index":${index},"delta":{"type":"text_delta","text":"${text}"}}}`;
    say(delta("1.5", "one "));
    say(delta("1e12", "two"));
    const end = JSON.stringify({ ...result(prompt), usage: { input_tokens: 1.5, output_tokens: 2 } });
    say(end.replace('"duration_ms":1,', '"duration_ms":1e300,').replace('"output_tokens":2', '"output_tokens":1e300'));
  });
  await using daemon = await startDaemon({ agents: { odd } });
  const { id } = await createSession(daemon);
  for (const prompt of ["first", "second"]) {
    const events = await ask(daemon, id, prompt);
    assert.equal(outcomeOf(events), "SUCCESS");
    assert.equal(textOf(events), "one two");
  }
  const { inputTokens, outputTokens, turns } = await sessionOf(daemon, id);
  assert.deepEqual([inputTokens, outputTokens, turns], [2n, BigInt(Number.MAX_SAFE_INTEGER), 2]);
});

test("D5 last words that the daemon cannot deal with, without an end of line, end neither it nor the next one", async () => {
  const deep = plainAgent(() => {
    const depth = 20_000;
    process.stdout.write(`{"type":"strange","x":${"[".repeat(depth)}${"]".repeat(depth)}}`, () => process.exit(1));
  });
  await using daemon = await startDaemon({ agents: { deep }, settings: { sessions: { restart_limit: 0 } } });
  const { pid } = daemon;
  const { id } = await createSession(daemon, "say something");
  await reaches(daemon, id, SessionState.CRASHED);
  assert.equal(outcomeOf(await eventsUntil(daemon.client, id, isTurnEnd)), "LOST");
  await daemon.client.daemon.getVersion({});
  assert.equal(daemon.pid, pid);
});

test("D4 D1 a turn whose last prompt the agent drops is over: the session is idle, and the next prompt is sent", async () => {
  // The first prompt gets its result at once, the second is dropped behind it.
  const dropping = plainAgent((prompt, say, result) => {
    const seen = globalThis as { first?: typeof prompt };
    const init = { type: "system", subtype: "init", session_id: "s", cwd: "/", tools: ["Bash"], mcp_servers: [] };
    if (JSON.stringify(prompt).includes("later")) return say(result(prompt));
    if (seen.first === undefined) {
      seen.first = prompt;
      return say({ ...init, model: "m", permissionMode: "default", uuid: "u" });
    }
    say(result(seen.first));
    say({ type: "command_lifecycle", command_uuid: prompt.uuid, state: "cancelled", session_id: "s", uuid: "v" });
  });
  await using daemon = await startDaemon({ agents: { dropping } });
  const { id } = await createSession(daemon, "first");
  await reaches(daemon, id, SessionState.RUNNING);
  const { conversation } = daemon.client;
  await conversation.sendPrompt({ sessionId: id, prompt: { text: "second" }, delivery: Delivery.INJECT });
  await reaches(daemon, id, SessionState.IDLE);
  assert.equal(outcomeOf(await ask(daemon, id, "later")), "SUCCESS");
});

test("C6 D11 unknown messages and ones that cannot be read are counted, each told once, and a supported version that says them is DEGRADED", async () => {
  const drifting = plainAgent((prompt, say, result) => {
    say({ type: "assistant" });
    // Between them: a run of bad lines is one event.
    say({ type: "strange", x: 1 });
    say("no JSON");
    say(result(prompt));
  });
  await using daemon = await startDaemon({ agents: { drifting } });
  const { id } = await createSession(daemon, "go");
  const events = await eventsUntil(daemon.client, id, isTurnEnd);
  assert.deepEqual(
    all(events, "error").map(({ code, message }) => [code, message]),
    [
      ["missing_field", "The agent sent assistant without message, which no recording of a supported version shows."],
      ["not_json", "A line of 7 bytes could not be read: not_json."],
    ],
  );
  assert.deepEqual(
    all(events, "notice").filter(({ word }) => word.startsWith("bridle/")),
    [],
  );
  const log = readFileSync(daemon.log, "utf8");
  assert.deepEqual([...log.matchAll(/protocol_drift|unreadable_line/g)].flat(), ["protocol_drift", "unreadable_line"]);
  assert.equal((await sessionOf(daemon, id)).degraded, true);
  const token = readFileSync(join(daemon.home, "config", "token"), "utf8").trim();
  const figures = await fetch(`${daemon.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await figures.text();
  assert.match(text, /^bridle_unknown_words_total 1$/m);
  assert.match(text, /^bridle_parse_errors_tolerated_total 0$/m);
  assert.match(text, /^bridle_protocol_drifts_total 1$/m);
  assert.match(text, /^bridle_unreadable_lines_total 1$/m);
});

test("C7 an agent that asks in an old form is answered, and the log says once what to do", async () => {
  const old = plainAgent((line, say, result) => {
    const seen = globalThis as { prompt?: typeof line };
    if (line.type === "control_response") return say(result(seen.prompt ?? {}));
    seen.prompt = line;
    const input = { questions: [{ question: "Which?", options: ["PostgreSQL", "SQLite"], multi_select: false }] };
    const request = { subtype: "can_use_tool", tool_name: "AskUserQuestion", input };
    say({ type: "control_request", request_id: String(line.uuid), request });
  });
  await using daemon = await startDaemon({ agents: { old } });
  const { id } = await createSession(daemon);
  for (const prompt of ["first", "second"]) {
    const { seq } = await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: prompt } });
    const after = Number(seq);
    const asked = all(
      await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "question", { after }),
      "question",
    );
    assert.deepEqual(
      asked[0]?.ask?.questions[0]?.options.map(({ label }) => label),
      ["PostgreSQL", "SQLite"],
    );
    const answers = { "Which?": "SQLite" };
    await daemon.client.conversation.answerQuestion({ askId: asked[0]?.ask?.id ?? "", answers });
    await eventsUntil(daemon.client, id, isTurnEnd, { after });
  }
  const told = readFileSync(daemon.log, "utf8")
    .split("\n")
    .filter((line) => line.includes('"deprecated"'));
  assert.equal(told.length, 1);
  assert.match(told[0] ?? "", /Send options as \{label, description\}/);
});

test("C4 D1 a control that an agent calls unsupported, also without an error code, is not sent to it again", async () => {
  const error = "Unsupported control request subtype: set_model";
  const old = twinAgent({
    faults: [{ at: { line: "control_response/set_model" }, refuse: { error }, times: "every" }],
  });
  await using daemon = await startDaemon({ agents: { old } });
  const { id } = await createSession(daemon, "go");
  await eventsUntil(daemon.client, id, isTurnEnd);
  const setModel = () => daemon.client.conversation.setModel({ sessionId: id, model: "opus" });
  await assert.rejects(setModel(), (thrown) => isBridleError(thrown, "refused"));
  await assert.rejects(setModel(), (thrown) => isBridleError(thrown, "unsupported"));
});

test("C6 D11 a session that drifts shows in HealthDetails with its reason, also to the next daemon; others do not", async () => {
  const drifting = plainAgent((prompt, say, result) => {
    if (JSON.stringify(prompt).includes("drift")) say({ type: "assistant" });
    say(result(prompt));
  });
  await using daemon = await startDaemon({ agents: { drifting } });
  const { id: sound } = await createSession(daemon, "go");
  const { id } = await createSession(daemon, "drift");
  for (const session of [sound, id]) await eventsUntil(daemon.client, session, isTurnEnd);
  const degraded = async () => (await daemon.client.daemon.healthDetails({})).degradedSessions;
  const found = (await degraded()).map(({ sessionId, reason }) => [sessionId, reason]);
  const reason = "The agent sent assistant without message, which no recording of a supported version shows.";
  assert.deepEqual(found, [[id, reason]]);
  await daemon.kill();
  await daemon.restart();
  assert.deepEqual(
    (await degraded()).map((one) => [one.sessionId, one.reason]),
    [[id, reason]],
  );
});

test("C6 D11 an agent without hooks is a degraded session, and HealthDetails says what that means", async () => {
  const old = { ...twinAgent(), version: "1.0.80" };
  await using daemon = await startDaemon({ agents: { old } });
  const { id } = await createSession(daemon, "go");
  await eventsUntil(daemon.client, id, isTurnEnd);
  const [degraded] = (await daemon.client.daemon.healthDetails({})).degradedSessions;
  assert.deepEqual([degraded?.sessionId, /has no hooks/.test(degraded?.reason ?? "")], [id, true]);
});

test("C3 an agent that is too old is an error of its own for its sessions, and not one that was not found", async () => {
  const agents = { good: twinAgent(), old: { ...twinAgent(), version: "1.0.10" } };
  await using daemon = await startDaemon({ agents });
  const { id } = await createSession(daemon, "go", "old");
  await reaches(daemon, id, SessionState.CRASHED);
  const events = await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "error");
  const [error] = all(events, "error");
  assert.equal(error?.code, "incompatible_agent");
  assert.match(error?.message ?? "", /1\.0\.10 is older than 1\.0\.64, the oldest version supported; update it/);
});

test("C3 a daemon that is started on an agent that is too old says so by the same error", async () => {
  const agents = { old: { ...twinAgent(), version: "1.0.10" } };
  await assert.rejects(startDaemon({ agents }), (thrown) => {
    assert.ok(isBridleError(thrown, "incompatible_agent"), String(thrown));
    assert.deepEqual(thrown.data, { agent: "old", version: "1.0.10", minimum: "1.0.64" });
    return true;
  });
});

/** Says `init` under a session id, and a tool of a name, and asks for it; ends after its turn. Both are expressions. */
function oddWords(sessionId: string, toolName: string): AgentSetting {
  const { args = [], ...agent } = plainAgent((line, say, result) => {
    const common = { session_id: "SESSION", uuid: crypto.randomUUID(), parent_tool_use_id: null };
    const held = globalThis as { prompt?: typeof line };
    if (line.type === "control_response") {
      say({ ...result(held.prompt ?? {}), session_id: "SESSION" });
      // Not before all of it is out: what it says is long.
      process.stdout.write("", () => process.exit(0));
      return;
    }
    held.prompt = line;
    say({ ...common, type: "system", subtype: "init", cwd: "/", tools: ["Bash", "TOOL"], mcp_servers: [], model: "m" });
    const content = [{ type: "tool_use", id: "t1", name: "TOOL", input: {} }];
    say({ ...common, type: "assistant", message: { id: "m1", role: "assistant", content } });
    const request = { subtype: "can_use_tool", tool_name: "TOOL", input: {}, tool_use_id: "t1" };
    say({ type: "control_request", request_id: crypto.randomUUID(), request });
  });
  const filledIn = args.map((arg) => arg.replaceAll('"SESSION"', () => sessionId).replaceAll('"TOOL"', () => toolName));
  return { ...agent, args: filledIn };
}

const oddToolNames = ['""', "7", '"a\\0b\\n\\u2028"', '"T\\ud83d"', '"__proto__"', '"Bash(rm *"', '"x".repeat(3e5)'];
/** By some the conversation can be found again; by the others it cannot, and the next agent begins a new one. */
const usableIds = ['"mine"', "7", '"--continue"'];
const uselessIds = ['""', '"a\\0b"', '"a\\ud83d"', '"x".repeat(3e5)', "null", "{ a: 1 }"];

for (const [index, sessionId] of [...usableIds, ...uselessIds].entries()) {
  const toolName = oddToolNames[index % oddToolNames.length] ?? "";
  test(`C6 D4 a session id ${sessionId} and a tool named ${toolName} break neither the session nor its next agent, and what is lost is said`, async () => {
    await using daemon = await startDaemon({
      agents: { odd: oddWords(sessionId, toolName) },
      settings: { permissions: { allow: ["Read"], deny: ["Write"] } },
    });
    const { id } = await createSession(daemon);
    const { conversation } = daemon.client;
    for (const prompt of ["first", "second", "third"]) {
      const turn = ask(daemon, id, prompt);
      // One whose name is no text is refused at once.
      if (toolName !== "7") {
        const open = async () => (await conversation.listAsks({ sessionId: id })).asks[0];
        const { id: askId } = await eventually("the ask", open);
        await conversation.answerAsk({ askId, verdict: Verdict.ALLOW });
      }
      const events = await turn;
      assert.equal(outcomeOf(events), "SUCCESS");
      const lost = all(events, "notice").filter(({ word }) => word === "bridle/resume_failed");
      assert.equal(lost.length, prompt === "first" || usableIds.includes(sessionId) ? 0 : 1);
      const { degraded } = await eventually("the agent's end", async () => {
        const session = await sessionOf(daemon, id);
        return session.live ? undefined : session;
      });
      assert.equal(degraded, false);
    }
  });
}

test("H15 D5 a character that the agent cuts between two deltas is whole for clients, also when the daemon is killed in between", async () => {
  const cutting = plainAgent((prompt, say, result) => {
    const delta = (text: string): object => ({
      ...{ type: "stream_event", session_id: "s", parent_tool_use_id: null, uuid: crypto.randomUUID() },
      event: { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
    });
    const held = globalThis as { count?: number };
    held.count = (held.count ?? 0) + 1;
    if (held.count === 2) {
      say(delta("\ude00b"));
      return say(result(prompt));
    }
    say(delta("a\ud83d"));
  });
  await using daemon = await startDaemon({ agents: { cutting } });
  const { id } = await createSession(daemon, "first");
  await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "textDelta");
  await daemon.kill();
  await daemon.restart();
  const second = { sessionId: id, prompt: { text: "second" }, delivery: Delivery.INJECT };
  await daemon.client.conversation.sendPrompt(second);
  assert.equal(textOf(await eventsUntil(daemon.client, id, isTurnEnd)), "a😀b");
});

test("W3 D8 the advice about a message that is too long names the daemon's setting", async () => {
  const long = plainAgent((prompt, say, result) => {
    say({ type: "strange", text: "x".repeat(2 * 2 ** 20) });
    say(result(prompt));
  });
  await using daemon = await startDaemon({ agents: { long }, settings: { daemon: { max_payload_bytes: 2 ** 20 } } });
  const { id } = await createSession(daemon, "go");
  const notices = all(await eventsUntil(daemon.client, id, isTurnEnd), "notice").map(({ fieldsJson }) => fieldsJson);
  assert.equal(notices.length, 1);
  assert.match(notices[0] ?? "", /raise the setting daemon\.max_payload_bytes to keep it whole/);
});

test("C7 the daemon hears a prompt in an agent's arguments, once, with the page to read", async () => {
  const { command, args = [], version = "" } = twinAgent();
  await using daemon = await startDaemon({
    agents: { old: { command, version, args: [...args, "-p", "Run the tests."] } },
  });
  const told = readFileSync(daemon.log, "utf8").match(/docs\/deprecations\.md#argv_prompt/g);
  assert.equal(told?.length, 1);
});
