import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { IdleReaders } from "../../../bench/neighbours/idle-readers.ts";
import { SqliteLog } from "../../../src/daemon/log/sqlite-log.ts";
import { Store } from "../../../src/daemon/store/store.ts";
import { AskState, type Event } from "../../../src/exports/client.ts";
import { eventually } from "../support/eventually.ts";
import { all, eventsUntil } from "../support/session-events.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { createSession, outcomeOf, turnOf } from "../support/talk.ts";
import { programAgent } from "../support/twins.ts";

/** An agent that says something at its first prompt, then ends the turn. */
const saying = (say: string) =>
  programAgent(`
  const line = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
  const result = { type: "result", subtype: "success", is_error: false, result: "done", num_turns: 1, usage: {} };
  require("node:readline").createInterface({ input: process.stdin }).on("line", (text) => {
    const { type, request_id, uuid } = JSON.parse(text);
    if (type === "control_request") line({ type: "control_response", response: { subtype: "success", request_id, response: {} } });
    if (type !== "user") return;
    ${say}
    line({ ...result, session_id: "s", user_message_uuids: [uuid] });
  }).on("close", () => process.exit(0));`);

test("D5 200 KB of bad lines are five events and five lines in the log, and the turn ends", async () => {
  await using daemon = await startDaemon({
    agents: { bad: saying('process.stdout.write("x\\n".repeat(100_000));') },
  });
  const { id } = await createSession(daemon);
  const { promptId } = await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "go" } });
  const events = await turnOf(daemon, id, promptId);
  assert.equal(outcomeOf(events), "SUCCESS");
  const messages = all(events, "error").map(({ message }) => message);
  assert.deepEqual(
    messages.slice(1).map((message) => /^\d+/.exec(message)?.[0]),
    ["100", "1000", "10000", "99999"],
  );
  const logged = readFileSync(daemon.log, "utf8").split("\n");
  assert.equal(logged.filter((line) => line.includes("unreadable_line")).length, 5);
});

test("D5 a line of 40 MB nested 20 million deep is told, and a daemon with little memory lives on", async () => {
  const say = `process.stdout.write('{"type":"user","message":' + "[".repeat(2e7) + "]".repeat(2e7) + "}\\n");`;
  const nodeArgs = ["--max-old-space-size=256"];
  await using daemon = await startDaemon({ agents: { deep: saying(say) }, nodeArgs });
  const { pid } = daemon;
  const { id } = await createSession(daemon);
  const { promptId } = await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "go" } });
  const events = await turnOf(daemon, id, promptId);
  assert.equal(outcomeOf(events), "SUCCESS");
  assert.deepEqual(
    all(events, "error").map(({ code }) => code),
    ["too_complex"],
  );
  assert.equal(daemon.pid, pid);
  process.kill(pid, 0);
});

test("D5 one message with 20 000 tool uses is told part by part, and kill -9 in its middle neither loses nor repeats one", async () => {
  const count = 20_000;
  const say = `const content = Array.from({ length: ${count} }, (_, n) => ({ type: "tool_use", id: "t" + n, name: "Bash", input: {} }));
    line({ type: "assistant", session_id: "s", message: { role: "assistant", id: "m", content } });`;
  await using daemon = await startDaemon({ agents: { wide: saying(say) } });
  const { id } = await createSession(daemon);
  const { promptId } = await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "go" } });
  const isTool = ({ kind }: Event) => kind.case === "toolStart";
  await eventsUntil(daemon.client, id, isTool, { what: "the first tool", daemon });
  await daemon.kill();
  const stored = await lastSeqOf(daemon, id);
  assert.ok(stored < count / 2, `${stored} events were stored when the first was told`);
  await daemon.restart();
  const events = await turnOf(daemon, id, promptId);
  assert.deepEqual(
    all(events, "toolStart").map(({ toolUseId }) => toolUseId),
    Array.from({ length: count }, (_, n) => `t${n}`),
  );
  assert.equal(all(events, "message").length, 1);
  assert.equal(outcomeOf(events), "SUCCESS");
});

async function lastSeqOf({ database }: TestDaemon, session: string): Promise<number> {
  await using store = new Store(database);
  return (await new SqliteLog(store).bounds(session))?.last ?? 0;
}

test("P6 of 1 200 asks at once a thousand wait for a person, and the others are denied for the limit", async () => {
  const say = `for (let n = 0; n < 1200; n++) line({ type: "control_request", request_id: "r" + n,
    request: { subtype: "can_use_tool", tool_name: "Bash", input: { command: "echo " + n }, tool_use_id: "t" + n } });`;
  await using daemon = await startDaemon({ agents: { asking: saying(say) } });
  const { id } = await createSession(daemon);
  await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "go" } });
  let denied = 0;
  const events = await eventsUntil(
    daemon.client,
    id,
    ({ kind }) => kind.case === "permissionResolved" && ++denied === 200,
    { after: 0, what: "the last denial", daemon },
  );
  const resolved = all(events, "permissionResolved");
  assert.ok(resolved.every(({ state, decidedBy }) => state === AskState.DENIED && /^limit: 1000 asks/.test(decidedBy)));
  assert.equal(all(events, "permissionRequest").length, 1000);
  await eventually("a thousand open asks", async () => {
    const { session } = await daemon.client.sessions.getSession({ sessionId: id });
    return Number(session?.openAsks) === 1000;
  });
});

test("D3 a hundred clients that do not read one event of 9 MB share its memory", async () => {
  const say = `line({ type: "assistant", message: { role: "assistant", content: [{ type: "text", text: "x".repeat(9e6) }] } });`;
  await using daemon = await startDaemon({ agents: { long: saying(say) } });
  const { id } = await createSession(daemon);
  const { promptId } = await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "go" } });
  await turnOf(daemon, id, promptId);
  // One after the other, so that no two read the same page at once.
  await using first = IdleReaders.open(daemon.socket, id, 1);
  await eventually("the first to be served", () => first.served === 1, 60_000);
  await using others = IdleReaders.open(daemon.socket, id, 99);
  await eventually("the others to be served", () => others.served === 99, 60_000);
  const rssMb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${daemon.pid}/status`, "utf8"))?.[1]) / 1024;
  // Apart they would take 900 MB, and twice that while they are made.
  assert.ok(rssMb < 450, `${rssMb} MB`);
});

test("D3 a hundred clients that do not read 9 MB of open asks share their memory", async () => {
  const say = `line({ type: "control_request", request_id: "r",
    request: { subtype: "can_use_tool", tool_name: "Write", input: { content: "x".repeat(9e6) }, tool_use_id: "t" } }); return;`;
  await using daemon = await startDaemon({ agents: { asking: saying(say) } });
  const { id } = await createSession(daemon);
  await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "go" } });
  await eventually("an open ask", async () => {
    const { session } = await daemon.client.sessions.getSession({ sessionId: id });
    return Number(session?.openAsks) === 1;
  });
  await using readers = IdleReaders.open(daemon.socket, id, 100);
  await eventually("all of them to be served", () => readers.served === 100, 60_000);
  const rssMb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${daemon.pid}/status`, "utf8"))?.[1]) / 1024;
  assert.ok(rssMb < 450, `${rssMb} MB`);
});
