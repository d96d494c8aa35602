import assert from "node:assert/strict";
import { test } from "node:test";
import { SessionState } from "../../../src/exports/client.ts";
import { plainAgent } from "../support/plain-agent.ts";
import { all } from "../support/session-events.ts";
import { startDaemon } from "../support/start-daemon.ts";
import { ask, createSession, outcomeOf, reaches } from "../support/talk.ts";

test("D5 H17 a result that cannot be read ends its turn in the daemon: the session is idle and takes the next prompt", async () => {
  const odd = plainAgent((prompt, say, result) => {
    const { subtype: _, user_message_uuids: __, ...bare } = result(prompt) as { [field: string]: unknown };
    const said = JSON.stringify(prompt);
    if (said.includes("bare")) say(bare);
    else if (said.includes("cut off")) say('{"type":"result","subtype":"error_max_turns","is_error":true,"x');
    // Over the hard cap, and its type comes last.
    else if (said.includes("long")) say(`{"result":"${"x".repeat(65 * 2 ** 20)}","is_error":true,"type":"result"}`);
    // And here in its middle.
    else if (said.includes("middle"))
      say(`{"result":"${"x".repeat(33 * 2 ** 20)}","type":"result","is_error":true,"b":"${"x".repeat(33 * 2 ** 20)}"}`);
    else if (said.includes("failed")) say({ ...bare, is_error: true, subtype: "error", error: "Rate limit exceeded" });
    else say(result(prompt));
  });
  await using daemon = await startDaemon({ agents: { odd } });
  const { id } = await createSession(daemon);
  const outcomes = {
    bare: "SUCCESS",
    "cut off": "MAX_TURNS",
    long: "ERROR",
    middle: "ERROR",
    failed: "ERROR",
    whole: "SUCCESS",
  };
  for (const [prompt, outcome] of Object.entries(outcomes)) {
    const events = await ask(daemon, id, prompt);
    assert.equal(outcomeOf(events), outcome, prompt);
    await reaches(daemon, id, SessionState.IDLE);
    if (prompt !== "failed") continue;
    const [end] = all(events, "turnComplete");
    assert.deepEqual([end?.subtype, end?.errors], ["error", ["Rate limit exceeded"]]);
  }
});
