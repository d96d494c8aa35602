import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isBridleError } from "../../../src/errors.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { ask, createSession, sessionOf } from "../support/talk.ts";

let daemon: TestDaemon;
const mode = "bypassPermissions";

before(async () => {
  daemon = await startDaemon({ set: ["daemon.default_agent=bridle"], env: { BRIDLE_PROVIDER: "scripted" } });
});
after(() => daemon?.[Symbol.asyncDispose]());

const set = (sessionId: string, wanted = mode) =>
  daemon.client.conversation.setPermissionMode({ sessionId, mode: wanted });
const isRefused = (error: unknown): boolean => isBridleError(error, "refused");

test("U3 a mode that asks nobody is refused to a session that sleeps as to one that runs", async () => {
  const { id } = await createSession(daemon);
  await assert.rejects(set(id), (error) => isRefused(error) && /not started for it/.test(String(error)));
  await ask(daemon, id, scripted({ text: "hello" }));
  assert.ok((await sessionOf(daemon, id)).live);
  await assert.rejects(set(id), isRefused);
  await daemon.client.sessions.closeSession({ sessionId: id });
  assert.equal((await sessionOf(daemon, id)).live, false);
  await assert.rejects(set(id), isRefused);
  await set(id, "plan");
  assert.equal((await sessionOf(daemon, id)).permissionMode, "plan");
});

test("U3 a session that was begun in it may have it again while it sleeps", async () => {
  const { session } = await daemon.client.sessions.createSession({ cwd: daemon.cwd, permissionMode: mode });
  const id = session?.id ?? "";
  await set(id);
  assert.equal((await sessionOf(daemon, id)).permissionMode, mode);
});
