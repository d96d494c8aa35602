import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { isAlive } from "../../../src/cli/running-daemon.ts";
import { SessionState } from "../../../src/exports/client.ts";
import { eventually } from "../support/eventually.ts";
import { plainAgent } from "../support/plain-agent.ts";
import { all } from "../support/session-events.ts";
import { startDaemon } from "../support/start-daemon.ts";
import { ask, createSession, outcomeOf, reaches, turnOf } from "../support/talk.ts";

const nodeArgs = ["--import", join(import.meta.dirname, "../support/dies-of-long-lines.ts")];

const long = plainAgent((prompt, say, result) => {
  const said = JSON.stringify(prompt);
  const bulk = "x".repeat(3 * 2 ** 20);
  if (said.includes("kill twice")) {
    say({ type: "user", message: { role: "user", content: bulk } });
    // Its type is neither in its first block nor in its last.
    say(`{"a":"${bulk}","type":"result","is_error":true,"b":"${bulk}"}`);
  } else say(result(prompt));
});

test("D5 H17 a line that kills the daemon as it is read is skipped and told by the next one, and the session goes on", async () => {
  await using daemon = await startDaemon({ agents: { long }, nodeArgs });
  const { id } = await createSession(daemon);
  assert.equal(outcomeOf(await ask(daemon, id, "nothing")), "SUCCESS");
  const { promptId } = await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "kill twice" } });
  // Once of each line. The agent lives on in the holder, which keeps the line.
  for (let deaths = 0; deaths < 2; deaths++) {
    await eventually(`death ${deaths + 1}`, () => !isAlive(daemon.pid));
    await daemon.kill();
    await daemon.restart().catch((error: Error) => {
      // The other line may come before it is ready.
      assert.match(error.message, /ended without a word/);
    });
  }
  const events = await turnOf(daemon, id, promptId);
  assert.deepEqual(
    all(events, "error").map(({ code }) => code),
    ["too_costly", "unreadable_line"],
    "a run of two bad lines",
  );
  assert.equal(outcomeOf(events), "ERROR");
  await reaches(daemon, id, SessionState.IDLE);
  const { pid } = daemon;
  assert.equal(outcomeOf(await ask(daemon, id, "and on")), "SUCCESS");
  assert.equal(daemon.pid, pid);
  assert.ok(isAlive(pid));
});
