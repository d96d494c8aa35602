import assert from "node:assert/strict";
import { test } from "node:test";
import { isBridleError } from "../../../src/errors.ts";
import type { BridleClient, Event } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { ScriptedModelApi } from "../../lab/scripted-model-api.ts";
import { ownAgent } from "../support/own-agent.ts";
import { all } from "../support/session-events.ts";
import { startDaemon } from "../support/start-daemon.ts";
import { createSession } from "../support/talk.ts";
import { type LiveSession, liveDaemon, liveSession } from "./live-daemon.ts";

/** A prompt with a word of its own and the answer to it. */
const saying = (word: string): string => `${word} ${scripted({ text: `answer to ${word}` })}`;

const words = ["apple", "pear", "plum", "cherry"];

/** Of these words, those in the conversation that the model was given last. */
function known(api: ScriptedModelApi): string[] {
  const { messages } = (api.requests.at(-1)?.body ?? {}) as { readonly messages?: unknown };
  return words.filter((word) => JSON.stringify(messages).includes(`answer to ${word}`));
}

async function turn(session: LiveSession, word: string): Promise<Event[]> {
  return session.until(undefined, await session.send(saying(word)));
}

const pointIn = (events: readonly Event[]): string =>
  all(events, "message")
    .map(({ forkPoint }) => forkPoint)
    .findLast((point) => point !== "") ?? "";

async function forksAt(client: BridleClient, session: LiveSession, api: ScriptedModelApi): Promise<void> {
  const first = await turn(session, "apple");
  const second = await turn(session, "pear");
  await turn(session, "plum");
  assert.deepEqual(known(api), ["apple", "pear", "plum"]);
  for (const [at, kept] of [
    [pointIn(second), ["apple", "pear"]],
    [pointIn(first), ["apple"]],
  ] as const) {
    const { session: made } = await client.sessions.forkSession({ sessionId: session.id, at });
    const fork = liveSession(client, made?.id ?? "", session.cwd);
    await turn(fork, "cherry");
    assert.deepEqual(known(api), [...kept, "cherry"]);
    // It goes on with itself, and so does a fork of it.
    await client.sessions.closeSession({ sessionId: fork.id });
    await turn(fork, "cherry");
    assert.deepEqual(known(api), [...kept, "cherry"]);
    const { session: grandchild } = await client.sessions.forkSession({ sessionId: fork.id });
    await turn(liveSession(client, grandchild?.id ?? "", session.cwd), "cherry");
    assert.deepEqual(known(api), [...kept, "cherry"]);
  }
  // The one that was forked has all of it.
  await turn(session, "cherry");
  assert.deepEqual(known(api), ["apple", "pear", "plum", "cherry"]);
}

for (const version of ["2.1.325", "2.0.76"])
  test(`U3 D1 a fork of Claude Code ${version} from an answer knows what was said up to it, and nothing after`, {
    timeout: 300_000,
  }, async (t) => {
    await using live = await liveDaemon(t, version);
    if (live === undefined) return;
    await forksAt(live.client, await live.create(), live.api);
  });

test("U3 D1 Claude Code 1.0.128 names no answers to fork from, and such a fork is refused", {
  timeout: 300_000,
}, async (t) => {
  await using live = await liveDaemon(t, "1.0.128");
  if (live === undefined) return;
  const session = await live.create();
  assert.equal(pointIn(await turn(session, "apple")), "");
  await assert.rejects(
    () => live.client.sessions.forkSession({ sessionId: session.id, at: crypto.randomUUID() }),
    (error) => isBridleError(error, "unsupported"),
  );
});

test("U3 D1 a fork of our own agent from an answer knows what was said up to it, and nothing after", async () => {
  await using api = await ScriptedModelApi.start();
  await using daemon = await startDaemon({ agents: { own: ownAgent(api.url) } });
  const { id } = await createSession(daemon);
  await forksAt(daemon.client, liveSession(daemon.client, id, daemon.cwd), api);
  await assert.rejects(
    () => daemon.client.sessions.forkSession({ sessionId: id, at: "--dangerously-skip-permissions" }),
    (error) => isBridleError(error, "invalid_option"),
  );
});
