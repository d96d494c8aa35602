import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { AgentInfoSource } from "../../../src/api/gen/bridle/v1/agent_info_pb.js";
import { type Session, SessionState } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { within } from "../../host/within.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { ask, createSession, reaches, sessionOf } from "../support/talk.ts";

let daemon: TestDaemon;

before(async () => {
  daemon = await startDaemon({ set: ["daemon.default_agent=bridle"], env: { BRIDLE_PROVIDER: "scripted" } });
  mkdirSync(join(daemon.cwd, ".claude", "commands"), { recursive: true });
  const command = "---\ndescription: Look at a change\nargument-hint: <branch>\n---\nReview $ARGUMENTS";
  writeFileSync(join(daemon.cwd, ".claude", "commands", "review-it.md"), command);
});
after(() => daemon?.[Symbol.asyncDispose]());

const infoOf = async (sessionId: string) => {
  const { info } = await daemon.client.conversation.getAgentInfo({ sessionId });
  assert.ok(info);
  return info;
};

test("U3 an agent's commands, models, modes and tools are known while it runs, after kill -9 and while it sleeps", async () => {
  const { id } = await createSession(daemon);
  assert.equal((await infoOf(id)).source, AgentInfoSource.UNSPECIFIED);
  await ask(daemon, id, scripted({ text: "hello" }));
  const live = await infoOf(id);
  assert.equal(live.source, AgentInfoSource.LIVE);
  const command = live.commands.find(({ name }) => name === "review-it");
  assert.equal(command?.argumentHint, "<branch>");
  assert.match(command?.description ?? "", /Look at a change/);
  assert.ok(live.models.length > 0 && live.tools.includes("Bash"));
  assert.ok(live.contextWindow > 1000n, `${live.contextWindow}`);
  assert.deepEqual(
    live.modes.filter(({ refusedBecause }) => refusedBecause !== "").map(({ mode }) => mode),
    ["bypassPermissions"],
  );
  await daemon.kill();
  await daemon.restart();
  assert.deepEqual((await infoOf(id)).commands, live.commands);
  await daemon.client.sessions.closeSession({ sessionId: id });
  const asleep = await infoOf(id);
  assert.equal(asleep.source, AgentInfoSource.LAST);
  assert.deepEqual(asleep.commands, live.commands);
});

test("U3 a session whose agent was never started shows what the same agent said in the same folder", async () => {
  const { id } = await createSession(daemon);
  const info = await infoOf(id);
  assert.equal(info.source, AgentInfoSource.OTHER_SESSION);
  assert.ok(info.commands.some(({ name }) => name === "review-it"));
  await daemon.client.sessions.deleteSession({ sessionId: id });
  await assert.rejects(infoOf(id), { code: "not_found" });
});

test("U3 a mode that the agent changes by itself is the session's mode", async () => {
  const { id } = await createSession(daemon);
  await daemon.client.conversation.setPermissionMode({ sessionId: id, mode: "plan" });
  const plan = { name: "ExitPlanMode", input: { plan: "do it" } };
  await daemon.client.conversation.sendPrompt({
    sessionId: id,
    prompt: { text: scripted({ tools: [plan] }, { text: "planned" }) },
  });
  await reaches(daemon, id, SessionState.WAITING);
  assert.equal((await sessionOf(daemon, id)).permissionMode, "plan");
  const { asks } = await daemon.client.conversation.listAsks({ sessionId: id });
  const updatesJson = [JSON.stringify({ type: "setMode", mode: "acceptEdits", destination: "session" })];
  await daemon.client.conversation.answerAsk({ askId: asks[0]?.id ?? "", verdict: 1, updatesJson });
  await reaches(daemon, id, SessionState.IDLE);
  assert.equal((await sessionOf(daemon, id)).permissionMode, "acceptEdits");
});

test("U3 paths of the session's folder are completed, ignored ones left out", async () => {
  const { id } = await createSession(daemon);
  mkdirSync(join(daemon.cwd, ".git"), { recursive: true });
  mkdirSync(join(daemon.cwd, "lib"), { recursive: true });
  writeFileSync(join(daemon.cwd, ".gitignore"), "*.secret\n");
  writeFileSync(join(daemon.cwd, "lib", "parser.ts"), "");
  writeFileSync(join(daemon.cwd, "lib", "parser.secret"), "");
  const { paths, incomplete } = await daemon.client.conversation.completePath({ sessionId: id, query: "parser" });
  assert.deepEqual(
    paths.map(({ path }) => path),
    ["lib/parser.ts"],
  );
  assert.equal(incomplete, false);
  await assert.rejects(daemon.client.conversation.completePath({ sessionId: id, query: "x", limit: 101 }), {
    code: "invalid_option",
  });
});

test("D1 clients are told that an agent went to sleep, and the session is no newer for it", async () => {
  const { id } = await createSession(daemon);
  await ask(daemon, id, scripted({ text: "hello" }));
  const started = Promise.withResolvers<void>();
  const changes = (async () => {
    const seen: Session[] = [];
    for await (const { kind } of daemon.client.conversation.watch({ sessions: true })) {
      if (kind.case === "started") started.resolve();
      if (kind.case !== "sessionChanged" || kind.value.session?.id !== id) continue;
      seen.push(kind.value.session);
      if (!kind.value.session.live) break;
    }
    return seen;
  })();
  await started.promise;
  await daemon.client.sessions.closeSession({ sessionId: id });
  const [closing, asleep] = (await within(5000, "the changes", changes)).slice(-2);
  assert.deepEqual([closing?.live, asleep?.live], [true, false]);
  assert.equal(asleep?.updatedMs, closing?.updatedMs);
});
