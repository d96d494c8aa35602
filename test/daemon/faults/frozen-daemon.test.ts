import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, isBridleError } from "../../../src/exports/client.ts";
import { launcher } from "../../cli/run-bridle.ts";
import { within } from "../../host/within.ts";
import { startDaemon } from "../support/start-daemon.ts";
import { ask, createSession } from "../support/talk.ts";
import { twinAgent } from "../support/twins.ts";

const isMute = (error: unknown): boolean =>
  isBridleError(error, "no_daemon") && /does not answer.*bridle daemon restart/.test(error.message);

test("D6 U2 a daemon that freezes: calls and commands fail with what to do, followers come back, and nobody dies of it", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() } });
  const { id } = await createSession(daemon, "one");
  const caller = connect({ socket: daemon.socket, retryForMs: 1000 });
  await caller.sessions.listSessions({});
  await using follower = connect({ socket: daemon.socket });
  const lost = Promise.withResolvers<unknown>();
  const seen = Promise.withResolvers<void>();
  const following = (async () => {
    let turns = 0;
    for await (const { kind } of follower.follow(id, 0, { onLost: lost.resolve })) {
      if (kind.case !== "turnComplete") continue;
      seen.resolve();
      if (++turns === 2) return;
    }
  })();
  await seen.promise;
  process.kill(daemon.pid, "SIGSTOP");
  const command = spawn(process.execPath, [launcher, "sessions", "--home", daemon.home], { stdio: "pipe" });
  const [said, exit] = [text(command.stderr), once(command, "exit")];
  await within(
    60_000,
    "the calls",
    Promise.all([1, 2].map(() => assert.rejects(caller.sessions.listSessions({}), isMute))),
  );
  await caller.close();
  await within(60_000, "the command", exit);
  assert.deepEqual(
    [(await exit)[0], /^bridle: the daemon at .* does not answer/.test(await said)],
    [69, true],
    await said,
  );
  await within(60_000, "the news", lost.promise);
  // Errors of connections that were left come later.
  await sleep(200);
  process.kill(daemon.pid, "SIGCONT");
  await ask(daemon, id, "after the frost");
  await within(30_000, "the follower", following);
});
