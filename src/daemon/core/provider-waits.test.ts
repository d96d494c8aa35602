import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { init, result } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import { orderlyExit, readyState } from "../../../test/daemon/support/session-states.ts";
import { PromptState, TurnOutcome } from "../../api/gen/bridle/v1/event_pb.js";
import { isBridleError } from "../../errors.ts";
import { nothingSpent } from "./budget.ts";
import { nextDue } from "./due.ts";

const recorded = "11111111-1111-4111-8111-111111111111";

function prompt(core: CoreSession, promptId: string): string {
  const content = { json: JSON.stringify(promptId), text: promptId, title: promptId };
  const effects = core.apply({ type: "prompt", call: promptId, promptId, content, sender: "me", delivery: "auto" });
  return PromptState[core.emitted("prompt", effects)[0]?.state ?? 0] ?? "";
}

/** A session whose agent says what the real CLI said in a recording. */
function played(name: string, resumeAfterLimit = false): CoreSession {
  const core = new CoreSession(readyState(), { limits: { resumeAfterLimit } });
  prompt(core, recorded);
  const file = new URL(`../../../test/fixtures/2.1.325/y1-${name}.ndjson`, import.meta.url);
  const lines = readFileSync(file, "utf8").split("\n");
  for (const line of lines)
    if (line.startsWith("<") && !line.includes('"control_response"')) core.reads(Buffer.from(`${line.slice(9)}\n`));
  return core;
}

/** A turn that fails as with a key of the API: nobody says when the limit ends. */
function limited(core: CoreSession, promptId: string): void {
  core.says(init, result(promptId, { is_error: true, api_error_status: 429, terminal_reason: "api_error" }));
}

function outcomes(core: CoreSession): readonly string[] {
  return core.emitted("turnComplete").map(({ outcome }) => TurnOutcome[outcome ?? 0] ?? "");
}

test("D15 a usage limit of the real CLI becomes a waiting state with the time that it says, and what is sent meanwhile waits", () => {
  const core = played("limit-subscription");
  assert.deepEqual(outcomes(core), ["WAITS"]);
  const { waits } = core.state;
  assert.equal(waits?.for, "limit");
  const jitterMs = Number(waits?.untilMs) - 1_794_900_418_000;
  assert.ok(jitterMs >= 1000 && jitterMs < 31_000, String(jitterMs));
  assert.equal(nextDue(core.state, core.limits).wallMs, waits?.untilMs);
  assert.equal(prompt(core, "later"), "QUEUED");
  core.wallMs = Number(waits?.untilMs) - 1;
  core.apply({ type: "time", isCaughtUp: true, newId: "new" });
  assert.equal(core.state.queue.length, 1);
  core.wallMs += 1;
  core.apply({ type: "time", isCaughtUp: true, newId: "new" });
  assert.deepEqual([core.state.waits, core.state.queue.length], [undefined, 0]);
  assert.equal(core.written().at(-1)?.uuid, "later", "nobody said that the other goes on by itself");
});

test("D15 a limit whose end nobody tells is waited for longer each time; it goes on by itself once, until a turn went well", () => {
  const core = played("limit-key", true);
  const waited = (): number => Math.floor((Number(core.state.waits?.untilMs) - core.wallMs) / 60_000);
  assert.equal(waited(), 1);
  core.later(Number(core.state.waits?.untilMs) - core.wallMs);
  assert.equal(core.state.waits, undefined, "without an id for it nothing is made up");
  const again = played("limit-key", true);
  again.wallMs = Number(again.state.waits?.untilMs);
  again.apply({ type: "time", isCaughtUp: true, newId: "new" });
  const line = again.written().at(-1);
  assert.deepEqual([line?.uuid, line?.message?.content], ["new", "Please go on where you were stopped."]);
  limited(again, "new");
  const { waits } = again.state;
  assert.ok(waits?.for === "limit" && !waits.resumes, "once");
  assert.equal(Math.floor((waits.untilMs - again.wallMs) / 60_000), 2);
  again.wallMs = waits.untilMs;
  again.apply({ type: "time", isCaughtUp: true, newId: "newer" });
  assert.deepEqual([again.state.waits, again.state.queue.length], [undefined, 0]);
  prompt(again, "by hand");
  again.says(init, result("by hand"));
  prompt(again, "and again");
  limited(again, "and again");
  assert.ok(again.state.waits?.for === "limit" && again.state.waits.resumes);
});

test("D10 D15 what goes on by itself does not go past a budget", () => {
  const core = played("limit-key", true);
  const budget = { of: "all", per: "ever", effect: "stop", usd: 1 } as const;
  core.accounts = [{ budget, name: "", spent: { ...nothingSpent, usd: 1 }, running: 0, untilMs: undefined }];
  core.wallMs = Number(core.state.waits?.untilMs);
  core.apply({ type: "time", isCaughtUp: true, newId: "new" });
  assert.equal(core.state.waits?.for, "budget");
  assert.deepEqual(
    core.state.queue.map(({ id, sender }) => [id, sender]),
    [["new", "me"]],
  );
});

test("D15 an agent whose login is missing or expired waits for a person, who is told what to do; then a fresh agent goes on", () => {
  for (const name of ["login-oauth", "login-none"]) {
    const core = played(name);
    assert.deepEqual(outcomes(core), ["WAITS"], name);
    assert.match(core.state.waits?.reason ?? "", /\/login.*`bridle sessions retry s`$/);
    assert.equal(nextDue(core.state, { idleSleepMs: 0, parkAfterMs: 0 }).wallMs, Number.POSITIVE_INFINITY);
    assert.equal(prompt(core, "later"), "QUEUED");
    core.apply({ type: "retry", call: "c", promptId: "new" });
    assert.deepEqual(core.answers("c"), [{ to: "done" }]);
    assert.equal(core.at, "ending", "one that runs may not look for another login");
    core.apply({ type: "exited", agentId: core.process.id, exit: orderlyExit });
    assert.equal(core.at, "launching");
    assert.deepEqual(
      core.state.queue.map(({ id }) => id),
      ["new", "later"],
    );
  }
});

test("D15 who says to go on though nothing waits is told so", () => {
  const core = new CoreSession(readyState());
  core.apply({ type: "retry", call: "c", promptId: "new" });
  const [answer] = core.answers("c");
  assert.ok(answer?.to === "error" && isBridleError(answer.error, "not_found"));
});
