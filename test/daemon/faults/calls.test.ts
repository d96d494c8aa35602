import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { Delivery, isBridleError, PromptState } from "../../../src/exports/client.ts";
import { twinPrompt } from "../../../src/twin/twin-script.ts";
import { all, eventsUntil, isTurnEnd, textOf } from "../support/session-events.ts";
import { startDaemon } from "../support/start-daemon.ts";
import { ask, createSession, outcomeOf, turnOf } from "../support/talk.ts";
import { twinAgent } from "../support/twins.ts";

const echoing = twinAgent({ faults: [{ at: { heard: "user" }, echo: true, times: "every" }] });

test("D4 the same call id, at once, later and after a kill, has the effect of once and the same answer; with another request it is a conflict", async () => {
  await using daemon = await startDaemon({ agents: { twin: echoing } });
  const { client, cwd } = daemon;
  const creating = { callId: randomUUID(), cwd };
  const created = await Promise.all([client.sessions.createSession(creating), client.sessions.createSession(creating)]);
  const [id, same] = created.map(({ session }) => session?.id);
  assert.equal(id, same);
  const sending = { callId: randomUUID(), sessionId: id ?? "", prompt: { text: "only once" } };
  const sent = await Promise.all([client.conversation.sendPrompt(sending), client.conversation.sendPrompt(sending)]);
  assert.deepEqual(sent[0], sent[1]);
  await turnOf(daemon, id ?? "", sent[0].promptId);
  await daemon.kill();
  await daemon.restart();
  assert.equal((await client.sessions.createSession(creating)).session?.id, id);
  assert.deepEqual(await client.conversation.sendPrompt(sending), sent[0]);
  await assert.rejects(client.conversation.sendPrompt({ ...sending, prompt: { text: "another" } }), (error) =>
    isBridleError(error, "conflict"),
  );
  const { sessions } = await client.sessions.listSessions({});
  assert.equal(sessions.length, 1);
  const events = await ask(daemon, id ?? "", "last");
  const all_ = await eventsUntil(client, id ?? "", ({ seq }) => seq === events.at(-1)?.seq);
  const heard = all(all_, "unknown").filter(({ payloadJson }) => payloadJson.includes("only once"));
  assert.equal(heard.length, 1, "the agent got it once");
});

test("D4 a prompt during a turn is queued or injected, as its sender chooses, and says so", async () => {
  await using daemon = await startDaemon({ agents: { twin: echoing } });
  const { client } = daemon;
  const long = twinPrompt({ steps: [{ text: "long ".repeat(40), chunks: 40, chunkDelayMs: 25 }] });
  const { id: sessionId } = await createSession(daemon, long);
  await eventsUntil(client, sessionId, ({ kind }) => kind.case === "textDelta");
  const queued = await client.conversation.sendPrompt({ sessionId, prompt: { text: "queued" } });
  const injected = await client.conversation.sendPrompt({
    sessionId,
    prompt: { text: "injected" },
    delivery: Delivery.INJECT,
  });
  const cancelled = await client.conversation.sendPrompt({ sessionId, prompt: { text: "never" } });
  await client.conversation.cancelPrompt({ sessionId, promptId: cancelled.promptId });
  assert.deepEqual([queued.state, queued.position], [PromptState.QUEUED, 0]);
  assert.deepEqual(
    [injected.state, cancelled.state, cancelled.position],
    [PromptState.INJECTED, PromptState.QUEUED, 1],
  );
  const events = await turnOf(daemon, sessionId, queued.promptId);
  const states = (id: string) => all(events, "prompt").flatMap((one) => (one.promptId === id ? [one.state] : []));
  assert.deepEqual(states(queued.promptId), [PromptState.QUEUED, PromptState.SENT]);
  assert.deepEqual(states(injected.promptId), [PromptState.INJECTED]);
  assert.deepEqual(states(cancelled.promptId), [PromptState.QUEUED, PromptState.CANCELLED]);
  const heard = all(events, "unknown").map(({ payloadJson }) => payloadJson);
  const placeOf = (text: string) => heard.findIndex((one) => one.includes(`"${text}"`));
  assert.ok(
    placeOf("injected") !== -1 && placeOf("injected") < placeOf("queued"),
    "injected at once, queued behind it",
  );
  assert.equal(placeOf("never"), -1);
});

test("D4 a prompt with an image and a file of several megabytes reaches the agent whole", async () => {
  await using daemon = await startDaemon({ agents: { twin: echoing } });
  const data = Buffer.alloc(2_000_000, "picture").toString("base64");
  const blocks = [
    { type: "text", text: "what is this?" },
    { type: "image", source: { type: "base64", media_type: "image/png", data } },
    { type: "document", source: { type: "text", media_type: "text/plain", data: "Zoë\u2028 reads\n".repeat(20_000) } },
  ];
  const { id: sessionId } = await createSession(daemon);
  const { promptId } = await daemon.client.conversation.sendPrompt({
    sessionId,
    prompt: { contentJson: JSON.stringify(blocks) },
  });
  const events = await turnOf(daemon, sessionId, promptId);
  assert.equal(outcomeOf(events), "SUCCESS");
  const [heard] = all(events, "unknown");
  assert.ok(heard);
  const said = JSON.parse(heard.payloadJson) as { heard: { message: { content: unknown } } };
  assert.deepEqual(said.heard.message.content, blocks);
});

test("D9 deleting a session erases it: nobody finds it, its stream ends, and no file holds its words", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() } });
  const { client } = daemon;
  const secret = "Rumpelstiltskin-4711";
  const session = await createSession(daemon, twinPrompt({ steps: [{ text: `I say ${secret}` }] }));
  const kept = await createSession(daemon, "ordinary");
  await eventsUntil(client, kept.id, isTurnEnd);
  assert.match(textOf(await eventsUntil(client, session.id, isTurnEnd)), new RegExp(secret));
  const following = client.follow(session.id, 0);
  await following.next();
  const ended = (async () => {
    for await (const _ of following);
    return true;
  })();
  await client.sessions.deleteSession({ sessionId: session.id });
  assert.equal(await ended, true);
  await assert.rejects(client.sessions.getSession({ sessionId: session.id }), (error) =>
    isBridleError(error, "not_found"),
  );
  assert.deepEqual((await client.sessions.searchSessions({ query: "Rumpelstiltskin" })).hits, []);
  assert.deepEqual(
    (await client.sessions.listSessions({})).sessions.map(({ id }) => id),
    [kept.id],
  );
  await daemon.stop();
  const folder = dirname(daemon.database);
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })) {
    if (!name.isFile()) continue;
    const bytes = readFileSync(join(name.parentPath, name.name));
    assert.ok(!bytes.includes(secret), `${name.name} still holds it`);
  }
});
