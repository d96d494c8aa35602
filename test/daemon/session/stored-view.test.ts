import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { daemonFiles, daemonFolders } from "../../../src/api/daemon-folders.ts";
import { prepareFolders } from "../../../src/daemon/config/prepare-folders.ts";
import { Daemon } from "../../../src/daemon/daemon.ts";
import { connect } from "../../../src/exports/client.ts";
import { eventually } from "../support/eventually.ts";
import { plainAgent } from "../support/plain-agent.ts";

/** Ends its turn when there is a file `go` in its folder. */
const waiting = plainAgent((line, say, result) => {
  const { existsSync: isThere, writeFileSync: write } = process.getBuiltinModule("node:fs");
  write("begun", "");
  const timer = setInterval(() => {
    if (!isThere("go")) return;
    clearInterval(timer);
    say(result(line));
  }, 10);
});

test("D2 turns, state and last number of a session are told when they are stored, by GetSession, ListSessions and a new subscription alike", async () => {
  const home = mkdtempSync(join(tmpdir(), "bridle-v-"));
  const folders = daemonFolders({}, home);
  prepareFolders(folders);
  const { settings, socket } = daemonFiles(folders);
  writeFileSync(settings, JSON.stringify({ daemon: { port: 0 }, agents: { waiting } }), { mode: 0o600 });
  const daemon = await Daemon.start({ env: { PATH: process.env.PATH, HOME: home }, bridleVersion: "0.0.0", home });
  const client = connect({ socket });
  const stored = Promise.withResolvers<void>();
  try {
    const created = await client.sessions.createSession({ agent: "waiting", cwd: home, prompt: { text: "hello" } });
    const id = created.session?.id ?? "";
    const session = daemon.sessions.get(id);
    await eventually("the agent to have its prompt", () => existsSync(join(home, "begun")));
    const held = daemon.sessions.deps.store.hold(() => stored.promise);
    writeFileSync(join(home, "go"), "");
    await eventually("the end of the turn", () => session.facts.turns === 1);

    const told = async () => {
      const { session: got } = await client.sessions.getSession({ sessionId: id });
      const { sessions } = await client.sessions.listSessions({});
      const views = [got, sessions[0], daemon.sessions.opened(id)?.session];
      return views.map((view) => ({ turns: view?.turns, state: view?.state, lastSeq: view?.lastSeq }));
    };
    const before = await told();
    assert.deepEqual(
      before.map(({ turns }) => turns),
      [0, 0, 0],
    );
    stored.resolve();
    await held;
    await eventually("the turn to be stored", async () => (await told())[0]?.turns === 1);
    const stop = new AbortController();
    let last = 0n;
    for await (const { seq, kind } of client.follow(id, 0, { signal: stop.signal })) {
      last = seq;
      if (kind.case === "turnComplete") stop.abort();
    }
    for (const { turns, lastSeq = 0n } of await told()) assert.ok(turns === 1 && lastSeq >= last, `${lastSeq} ${last}`);
  } finally {
    stored.resolve();
    await client.close();
    await daemon.stop();
    rmSync(home, { recursive: true, force: true });
  }
});
