import assert from "node:assert/strict";
import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { daemonFiles, daemonFolders } from "../../../src/api/daemon-folders.ts";
import type { Role } from "../../../src/daemon/access/caller.ts";
import { TokenStore } from "../../../src/daemon/server/token-store.ts";
import { isBridleError } from "../../../src/errors.ts";
import { type BridleClient, connect, SessionState, Verdict } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { reaches } from "../support/talk.ts";

interface Place {
  readonly folder: string;
  readonly sessionId: string;
  readonly askId: string;
}

let daemon: TestDaemon;
let tokens: TokenStore;
let here: Place;
let there: Place;

before(async () => {
  daemon = await startDaemon({ set: ["daemon.default_agent=bridle"], env: { BRIDLE_PROVIDER: "scripted" } });
  tokens = new TokenStore(daemonFiles(daemonFolders({}, daemon.home)).tokens);
  [here, there] = [await place("here"), await place("there")];
});
after(() => daemon?.[Symbol.asyncDispose]());

/** A folder with a session that asks to write a file of the other one. */
async function place(name: string): Promise<Place> {
  const folder = join(realpathSync(daemon.cwd), name);
  mkdirSync(folder, { recursive: true });
  const input = { file_path: join(daemon.cwd, "elsewhere.txt"), content: "x" };
  const text = scripted({ tools: [{ name: "Write", input }] }, { text: "done" });
  const { session } = await daemon.client.sessions.createSession({
    cwd: folder,
    title: `kiwi ${name}`,
    prompt: { text },
  });
  const sessionId = session?.id ?? "";
  await reaches(daemon, sessionId, SessionState.WAITING);
  const { asks } = await daemon.client.conversation.listAsks({ sessionId });
  return { folder, sessionId, askId: asks[0]?.id ?? "" };
}

function limited(name: string, ...roles: readonly Role[]): BridleClient {
  return connect({ address: daemon.url, token: tokens.add(name, { roles, folders: [here.folder] }) });
}

const notFound = (error: unknown): boolean => isBridleError(error, "not_found");
const forbidden = (error: unknown): boolean => isBridleError(error, "forbidden");

test("P11 lists, search, asks, usage and worktrees hold only what is in the folders of a token", async () => {
  await using client = limited("lists", "admin");
  const { sessions } = await client.sessions.listSessions({});
  assert.deepEqual(
    sessions.map(({ id }) => id),
    [here.sessionId],
  );
  assert.deepEqual((await client.sessions.listSessions({ cwd: there.folder })).sessions, []);
  const { hits } = await client.sessions.searchSessions({ query: "kiwi" });
  assert.deepEqual(
    hits.map(({ session }) => session?.id),
    [here.sessionId],
  );
  assert.equal((await daemon.client.sessions.searchSessions({ query: "kiwi" })).hits.length, 2);
  const { asks } = await client.conversation.listAsks({});
  assert.deepEqual(
    asks.map(({ id }) => id),
    [here.askId],
  );
  assert.equal((await client.daemon.healthDetails({})).openAsks, 1);
  const since = { sinceMs: BigInt(Date.now() - 86_400_000) };
  const used = (await client.daemon.getUsage(since)).sessions.map(({ sessionId }) => sessionId);
  assert.ok(!used.includes(there.sessionId));
  assert.deepEqual((await client.workspace.listWorktrees({})).worktrees, []);
  const { folders } = await client.sessions.completeFolder({ path: `${daemon.cwd}/` });
  assert.deepEqual(
    folders.map(({ path }) => path),
    [here.folder],
  );
});

test("P11 a session or an ask elsewhere is answered like one that is not there, for every kind of call", async () => {
  await using client = limited("calls", "admin");
  const words = async (id: string): Promise<string> =>
    client.sessions.getSession({ sessionId: id }).then(
      () => "found",
      (error: Error) => error.message.replaceAll(id, "ID"),
    );
  assert.equal(await words(there.sessionId), await words("no-such-session"));
  const { sessionId, askId } = there;
  const { sessions, conversation, workspace } = client;
  const calls = [
    () => conversation.sendPrompt({ sessionId, prompt: { text: "hi" } }),
    () => conversation.interrupt({ sessionId }),
    () => conversation.listAsks({ sessionId }),
    () => conversation.getAsk({ askId }),
    () => conversation.getAskFile({ askId }),
    () => conversation.answerAsk({ askId, verdict: Verdict.ALLOW }),
    () => conversation.answerQuestion({ askId, decline: true }),
    () => conversation.getAgentInfo({ sessionId }),
    () => sessions.renameSession({ sessionId, title: "mine" }),
    () => sessions.forkSession({ sessionId }),
    () => sessions.deleteSession({ sessionId }),
    () => workspace.getChanges({ sessionId }),
  ];
  for (const call of calls) await assert.rejects(call(), notFound, String(call));
  assert.equal((await daemon.client.sessions.getSession({ sessionId })).openAsks.length, 1);
});

test("P11 a subscription elsewhere finds nothing; a Watch tells of the sessions in the folders alone", async () => {
  await using client = limited("streams", "watch");
  const first = async (): Promise<void> => {
    for await (const _ of client.conversation.subscribe({ cursor: { sessionId: there.sessionId } })) return;
  };
  await assert.rejects(first(), notFound);
  const seen: string[] = [];
  const cursors = [{ sessionId: there.sessionId }, { sessionId: here.sessionId }];
  for await (const { kind } of client.conversation.watch({ sessions: true, cursors })) {
    if (kind.case === "started") {
      // The one that may be seen is changed last: then all has come.
      const rename = (sessionId: string) => daemon.client.sessions.renameSession({ sessionId, title: "kiwi again" });
      await rename(there.sessionId);
      await rename(here.sessionId);
    }
    if (kind.case === "ended")
      assert.deepEqual([kind.value.sessionId, kind.value.reason], [there.sessionId, "not_found"]);
    if (kind.case === "opened" || kind.case === "batch") assert.equal(kind.value.sessionId, here.sessionId);
    if (kind.case !== "sessionChanged") continue;
    seen.push(kind.value.session?.id ?? "");
    break;
  }
  assert.deepEqual(seen, [here.sessionId]);
});

test("P11 sessions begin in the folders alone, and no link leads out of them", async () => {
  await using client = limited("starts", "prompt");
  const begin = (cwd: string) => client.sessions.createSession({ cwd });
  symlinkSync(there.folder, join(here.folder, "way-out"));
  for (const cwd of [
    there.folder,
    daemon.cwd,
    join(here.folder, ".."),
    join(here.folder, "way-out"),
    `${here.folder}-x`,
  ])
    await assert.rejects(begin(cwd), forbidden, cwd);
  mkdirSync(join(here.folder, "below"));
  await begin(join(here.folder, "below"));
  await assert.rejects(client.daemon.listRules({ cwd: there.folder }), forbidden);
});

test("P11 an approver of a folder is shown no file elsewhere, makes no rule for all folders, and stops no daemon", async () => {
  await using client = limited("approves", "admin");
  const { askId } = here;
  await assert.rejects(client.conversation.getAskFile({ askId }), forbidden);
  const rule = { type: "addRules", behavior: "allow", destination: "userSettings", rules: [{ toolName: "Write" }] };
  const answer = { askId, verdict: Verdict.ALLOW, updatesJson: [JSON.stringify(rule)] };
  await assert.rejects(client.conversation.answerAsk(answer), forbidden);
  for (const call of [() => client.daemon.shutdown({}), () => client.daemon.getConfig({})])
    await assert.rejects(call(), (error: Error) => forbidden(error) && /limited to/.test(error.message));
  const { won } = await client.conversation.answerAsk({ askId, verdict: Verdict.DENY });
  assert.equal(won, true);
});
