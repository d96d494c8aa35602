import assert from "node:assert/strict";
import { test } from "node:test";
import { type Event, Verdict } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { all } from "../support/session-events.ts";
import { outcomeOf } from "../support/talk.ts";
import { isKind, lastSeq, liveDaemon } from "./live-daemon.ts";

const bash = (command: string) => ({ name: "Bash", input: { command, description: "touch" } });

/** Without partial messages there are no deltas. */
const saidIn = (events: readonly Event[]) => all(events, "turnComplete")[0]?.text;

/** These pass over `interrupt` in a deny: the model would be asked again. */
for (const version of ["1.0.77", "1.0.95"]) {
  test(`H10 a client's deny with interrupt ends the turn of a daemon's Claude Code ${version}`, {
    timeout: 400_000,
  }, async (t) => {
    await using live = await liveDaemon(t, version);
    if (live === undefined) return;
    const session = await live.create(scripted({ tools: [bash("touch a")] }, { text: "Never said." }));
    const asked = await session.until(isKind("permissionRequest"));
    const askId = all(asked, "permissionRequest")[0]?.ask?.id ?? "";
    await live.client.conversation.answerAsk({ askId, verdict: Verdict.DENY, interrupt: true });
    const rest = await session.until(undefined, lastSeq(asked));
    assert.deepEqual([outcomeOf(rest), saidIn(rest)], ["INTERRUPTED", ""]);
    const seq = await session.send(scripted({ text: "and on" }));
    assert.equal(saidIn(await session.until(undefined, seq)), "and on");
  });
}
