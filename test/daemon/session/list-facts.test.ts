import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { releases } from "../../../src/adapters/matrix.ts";
import { CompatibilityLevel } from "../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { SessionState } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { eventually } from "../support/eventually.ts";
import { eventsUntil } from "../support/session-events.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { createSession, reaches, sessionOf } from "../support/talk.ts";

const version = releases[0].verified.at(-1)?.version ?? "";
let bin: string;
let daemon: TestDaemon;

before(async () => {
  bin = mkdtempSync(join(tmpdir(), "bridle-bin-"));
  writeFileSync(join(bin, "claude"), `#!/bin/sh\necho "${version} (Claude Code)"\n`, { mode: 0o755 });
  const env = { BRIDLE_PROVIDER: "scripted", PATH: `${bin}:${process.env.PATH}` };
  daemon = await startDaemon({ set: ["daemon.default_agent=bridle"], env });
});
after(async () => {
  await daemon?.[Symbol.asyncDispose]();
  rmSync(bin, { recursive: true, force: true });
});

test("U3 a session tells in a line what it does, and then what it said last; a restart forgets neither", async () => {
  const command = "touch seen";
  const { id } = await createSession(
    daemon,
    scripted({ text: "I look.", tools: [{ name: "Bash", input: { command } }] }, { text: "**All** is well." }),
  );
  const asks = await eventually("an ask", async () => {
    const { openAsks } = await daemon.client.sessions.getSession({ sessionId: id });
    return openAsks.length > 0 && openAsks;
  });
  assert.equal((await sessionOf(daemon, id)).preview, "Bash touch seen");
  const [ask] = asks;
  await daemon.client.conversation.answerAsk({ askId: ask?.id ?? "", digest: ask?.digest ?? "", verdict: 1 });
  await reaches(daemon, id, SessionState.IDLE);
  assert.equal((await sessionOf(daemon, id)).preview, "All is well.");
  await daemon.kill();
  await daemon.restart();
  const { sessions } = await daemon.client.sessions.listSessions({});
  assert.equal(sessions.find((session) => session.id === id)?.preview, "All is well.");
});

test("U3 D1 a folder may be told from the daemon's home", async () => {
  const { session } = await daemon.client.sessions.createSession({ cwd: "~" });
  assert.ok(session?.cwd.startsWith("/"));
  await assert.rejects(async () => daemon.client.sessions.createSession({ cwd: "~/no such folder" }), /cwd/);
});

test("U3 D1 what a search finds names the event that has it: the prompt, or the end of the turn", async () => {
  const { id } = await createSession(daemon, `kumquat ${scripted({ text: "The answer is a pomelo." })}`);
  const events = await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "turnComplete", {
    what: "the end of the turn",
    daemon,
  });
  const seqOf = async (query: string): Promise<number> => {
    const { hits } = await daemon.client.sessions.searchSessions({ query });
    assert.equal(hits.length, 1, query);
    assert.match(hits[0]?.snippet ?? "", new RegExp(query));
    return Number(hits[0]?.seq);
  };
  const kindAt = (seq: number) => events.find((event) => Number(event.seq) === seq)?.kind.case;
  assert.equal(kindAt(await seqOf("kumquat")), "prompt");
  assert.equal(kindAt(await seqOf("pomelo")), "turnComplete");
  await daemon.client.sessions.renameSession({ sessionId: id, title: "Citrus fruits" });
  const { hits } = await daemon.client.sessions.searchSessions({ query: "citrus" });
  assert.deepEqual(
    hits.map(({ session, seq }) => [session?.id, seq]),
    [[id, 0n]],
  );
});

test("U3 a folder is completed: those of sessions first, nothing but folders", async () => {
  const cwd = realpathSync(daemon.cwd);
  mkdirSync(join(cwd, "web", ".git"), { recursive: true });
  mkdirSync(join(cwd, "wiki"));
  mkdirSync(join(cwd, ".cache"), { recursive: true });
  writeFileSync(join(cwd, "words.txt"), "");
  await daemon.client.sessions.createSession({ cwd: join(cwd, "wiki") });
  const complete = async (path: string) => (await daemon.client.sessions.completeFolder({ path })).folders;
  assert.deepEqual(
    (await complete(join(cwd, "w"))).map(({ path, isWorkTree, isRecent }) => [path, isWorkTree, isRecent]),
    [
      [join(cwd, "wiki"), false, true],
      [join(cwd, "web"), true, false],
    ],
  );
  assert.equal((await complete(""))[0]?.path, join(cwd, "wiki"));
  await assert.rejects(complete("/\0"), { code: "invalid_option" });
});

test("U1 D1 the agents that can be chosen come with version and compatibility level", async () => {
  const claude = await eventually("the version of claude", async () => {
    const { agents } = await daemon.client.daemon.healthDetails({});
    const found = agents.find(({ name }) => name === "claude");
    return found !== undefined && found.version !== "" && found;
  });
  assert.equal(claude.version, version);
  assert.equal(claude.level, CompatibilityLevel.FULLY_COMPATIBLE);
  assert.match(claude.message, /was tested/);
  assert.equal(claude.problem, "");
});

test("D1 U3 whoever watches is told of a new session at once, also of one without a prompt and of a fork", async () => {
  const ending = new AbortController();
  const told: string[] = [];
  const watching = (async () => {
    const stream = daemon.client.conversation.watch({ sessions: true }, { signal: ending.signal });
    for await (const { kind } of stream) {
      if (kind.case === "started") told.push("started");
      if (kind.case === "sessionChanged") told.push(kind.value.session?.title ?? "");
    }
  })().catch(() => undefined);
  await eventually("the watch", () => told.includes("started"));
  const { session } = await daemon.client.sessions.createSession({ cwd: daemon.cwd, title: "Without a word" });
  await eventually("the new session", () => told.includes("Without a word"));
  await daemon.client.conversation.sendPrompt({
    sessionId: session?.id ?? "",
    prompt: { text: scripted({ text: "x" }) },
  });
  await eventually("its turn", async () => (await sessionOf(daemon, session?.id ?? "")).turns === 1);
  await daemon.client.sessions.forkSession({ sessionId: session?.id ?? "", title: "Forked" });
  await eventually("the fork", () => told.includes("Forked"));
  ending.abort();
  await watching;
});
