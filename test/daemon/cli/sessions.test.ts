import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { exitCodes } from "../../../src/cli/exit-codes.ts";
import { connect } from "../../../src/exports/client.ts";
import { CliHome, script } from "./cli-home.ts";

const home = new CliHome();
after(() => home.close());

interface SeenSession {
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly archived: boolean;
}

const begun = await home.good(["run", "--detach", "--title", "the first", script({ text: "a flaky test" })]);
const first = begun.trim();
await home.good(["run", "--title", "the second", script({ text: "something else" })]);

const titles = async (...args: readonly string[]): Promise<string[]> =>
  (await home.json<SeenSession>(["sessions", ...args])).map(({ title }) => title);

test("U2 D1 sessions lists them, the newest first, for people and for programs", async () => {
  assert.deepEqual((await titles()).sort(), ["the first", "the second"]);
  const text = await home.good(["sessions"]);
  assert.match(text, /^id +state +agent +changed +folder +title$/m);
  assert.match(text, new RegExp(`^${first.slice(0, 8)} +idle +bridle .*the first$`, "m"));
  assert.match(await home.good(["sessions", "show", first.slice(0, 8)]), new RegExp(`^id +${first}$`, "m"));
});

test("U2 D1 sessions are searched, renamed, archived and brought back", async () => {
  assert.deepEqual(await titles("--search", "flaky"), ["the first"]);
  const [renamed] = await home.json<SeenSession>(["sessions", "rename", first, "another name"]);
  assert.equal(renamed?.title, "another name");
  await home.good(["sessions", "archive", first]);
  assert.deepEqual(await titles(), ["the second"]);
  assert.deepEqual((await titles("--archived")).sort(), ["another name", "the second"]);
  await home.good(["sessions", "archive", first, "--undo"]);
  assert.equal((await titles()).length, 2);
});

test("U2 D1 a session is forked up to an event; where nothing was answered yet it is not", async () => {
  const fork = (await home.good(["sessions", "fork", first, "--at", "100000", "up to here"])).trim();
  assert.equal(await home.good(["run", "--session", fork, script({ text: "goes on" })]), "goes on\n");
  await home.good(["sessions", "delete", fork]);
  const early = await home.run(["sessions", "fork", first, "--at", "1"]);
  assert.notEqual(early.status, 0);
  assert.match(early.stderr, /by event 1 there is no answer to fork from/);
});

test("U2 D1 sessions are forked, closed and deleted", async () => {
  const fork = (await home.good(["sessions", "fork", first, "a fork"])).trim();
  assert.equal(await home.good(["run", "--session", fork, script({ text: "goes on" })]), "goes on\n");
  const [closed] = await home.json<SeenSession>(["sessions", "close", fork]);
  assert.equal(closed?.state, "SESSION_STATE_CLOSED");
  assert.deepEqual(await home.json(["sessions", "delete", fork]), [{ id: fork, deleted: true }]);
  const gone = await home.run(["sessions", "show", fork]);
  assert.equal(gone.status, exitCodes.usage);
  assert.match(gone.stderr, /there is no session/);
});

test("U2 the beginning of an id that several have is refused with their names", async () => {
  const ids = (await home.json<SeenSession>(["sessions", "--archived"])).map(({ id }) => id);
  await using client = connect({ socket: join(home.home, "run", "daemon.sock") });
  // Sixteen further sessions have to share a first character with another.
  for (let more = 0; more < 16; more++) {
    const { session } = await client.sessions.createSession({ agent: "bridle", cwd: home.project });
    ids.push(session?.id ?? "");
  }
  const shared = ids.find((id) => ids.some((other) => other !== id && other[0] === id[0]))?.[0] ?? "";
  const { status, stderr } = await home.run(["sessions", "show", shared]);
  assert.equal(status, exitCodes.usage);
  assert.match(stderr, /is the beginning of several:\n {2}[0-9a-f-]{36}/);
});

test("D1 sessions claude lists the conversations of Claude Code", async () => {
  const folder = join(home.env.HOME ?? "", ".claude", "projects", home.project.replace(/[^a-zA-Z0-9]/g, "-"));
  const id = "11111111-2222-4333-8444-555555555555";
  const line = { type: "user", sessionId: id, cwd: home.project, message: { role: "user", content: "an old one" } };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(line)}\n`);
  const found = await home.json<{ agentSessionId: string; title: string }>(["sessions", "claude"]);
  const titleOf = new Map(found.map(({ agentSessionId, title }) => [agentSessionId, title]));
  assert.equal(titleOf.get(id), "an old one");
  const own = await home.json<{ agentSessionId: string }>(["sessions", "--archived"]);
  assert.ok(own.length > 2 && own.every(({ agentSessionId }) => !titleOf.has(agentSessionId)), "Bridle's own are not");
});
