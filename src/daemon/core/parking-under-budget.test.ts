import assert from "node:assert/strict";
import { test } from "node:test";
import { hook, permission, result } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import { decide, deferred, hookSaid, parked, resume, waits } from "../../../test/daemon/support/parked-session.ts";
import { orderlyExit } from "../../../test/daemon/support/session-states.ts";
import { throughRows } from "../../../test/daemon/support/through-rows.ts";
import type { Account } from "./budget.ts";

const spentAccount = (usd: number): Account => ({
  budget: { of: "all", per: "ever", effect: "stop", usd },
  name: "",
  spent: { usd: 1, tokens: 0, turns: 1 },
  running: 0,
  untilMs: undefined,
});

test("P6 D10 an answer to a parked call does not go past a budget: it is kept with its reason, and the agent resumed when the budget is raised", () => {
  for (const verdict of [{ behavior: "allow" }, { behavior: "deny", message: "no" }] as const) {
    const core = parked();
    core.accounts = [spentAccount(1)];
    decide(core, verdict);
    assert.deepEqual([core.at, waits(core), core.state.waits?.for], ["asleep", [], "budget"]);
    assert.equal(core.answers("ask-1")[0]?.to, "ask", "it is decided");
    const next = new CoreSession(throughRows(core.state), { limits: core.limits });
    next.ruling = core.ruling;
    next.accounts = [spentAccount(1)];
    next.apply({ type: "restored", held: undefined });
    next.apply({ type: "time", isCaughtUp: true });
    assert.equal(next.at, "asleep", "nor after a restart");
    next.accounts = [spentAccount(2)];
    next.apply({ type: "time", isCaughtUp: true });
    assert.deepEqual([next.at, next.state.waits], ["launching", undefined]);
    resume(next);
    assert.equal(hookSaid(next, next.says(hook("again", { tool_use_id: "use-h" }))), verdict.behavior);
  }
});

test("P6 D10 an agent that was started for something else puts a parked call off again while a budget is used up, decided or not", () => {
  const core = parked();
  core.accounts = [spentAccount(1)];
  core.apply({ type: "wake" });
  resume(core);
  assert.equal(hookSaid(core, core.says(hook("again", { tool_use_id: "use-h" }))), "defer");
  core.says(result(undefined, deferred));
  core.apply({ type: "exited", agentId: "b", exit: orderlyExit });
  assert.deepEqual([core.at, waits(core)], ["asleep", ["parked"]]);
  decide(core, { behavior: "allow" });
  core.apply({ type: "wake" });
  resume(core, "c");
  assert.equal(hookSaid(core, core.says(hook("again", { tool_use_id: "use-h" }))), "defer");
  core.says(result(undefined, deferred));
  core.apply({ type: "exited", agentId: "c", exit: orderlyExit });
  assert.deepEqual([core.at, core.state.verdicts.map((kept) => kept.for)], ["asleep", [{ next: "hook" }]]);
});

test("P6 D10 a budget that others use up while a resumed call is held again: the answer puts it off; of a request, which cannot be, the turn ends", () => {
  for (const asksBy of ["hook", "request"] as const) {
    const core = parked();
    core.apply({ type: "wake" });
    resume(core);
    const use = { tool_use_id: "use-h" };
    core.says(asksBy === "hook" ? hook("again", use) : permission("again", { command: "ls" }, use));
    assert.deepEqual(waits(core), [asksBy]);
    core.accounts = [spentAccount(1)];
    const [said] = core.written(decide(core, { behavior: "allow" })).slice(-1);
    if (asksBy === "hook") {
      assert.equal(hookSaid(core), "defer");
      assert.deepEqual(core.state.queue, []);
    } else {
      assert.deepEqual([said?.response?.response?.behavior, said?.response?.response?.interrupt], ["deny", true]);
      assert.equal(core.state.queue.length, 1, "it is told in words when the budget allows");
    }
    assert.equal(core.state.waits?.for, "budget");
  }
});
