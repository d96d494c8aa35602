import assert from "node:assert/strict";
import { test } from "node:test";
import { init, permission, result } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import { orderlyExit, readyState, someFacts } from "../../../test/daemon/support/session-states.ts";
import { PromptState } from "../../api/gen/bridle/v1/event_pb.js";
import { type Account, type Budget, isUsedUp, nothingSpent } from "./budget.ts";
import { nextDue } from "./due.ts";
import { newSession, type SessionState } from "./session-state.ts";

function account(budget: Partial<Budget>, more: Partial<Account> = {}): Account {
  return {
    budget: { of: "all", per: "ever", effect: "stop", ...budget },
    name: "",
    spent: nothingSpent,
    running: 0,
    untilMs: undefined,
    ...more,
  };
}

function withAccounts(accounts: readonly Account[], state: SessionState = readyState()): CoreSession {
  const core = new CoreSession(state);
  core.accounts = accounts;
  return core;
}

function prompt(core: CoreSession, promptId: string, sender = "me", delivery: "auto" | "inject" = "auto"): string {
  const content = { json: JSON.stringify(promptId), text: promptId, title: promptId };
  const effects = core.apply({ type: "prompt", call: promptId, promptId, content, sender, delivery });
  return PromptState[core.emitted("prompt", effects)[0]?.state ?? 0] ?? "";
}

/** A turn of these costs, by the agent's running sum. */
function turn(core: CoreSession, promptId: string, totalUsd: number): void {
  core.says(init, result(promptId, { total_cost_usd: totalUsd }));
}

function words(core: CoreSession): readonly string[] {
  const ours = ["bridle/budget", "bridle/waits"];
  return core.emitted("notice").flatMap(({ word = "" }) => (ours.includes(word) ? [word] : []));
}

test("D10 a hundred turns of one cent under a hard budget of ten stop at the tenth, and the eleventh waits with its reason", () => {
  const core = withAccounts([account({ usd: 0.1 })]);
  const states = Array.from({ length: 100 }, (_, n) => {
    const state = prompt(core, `p${n}`);
    if (state === "SENT") turn(core, `p${n}`, 0.01 * (n + 1));
    return state;
  });
  assert.equal(states.indexOf("QUEUED"), 10);
  assert.equal(states.lastIndexOf("SENT"), 9);
  assert.equal(core.state.queue.length, 90);
  assert.equal(core.state.waits?.for, "budget");
  assert.match(core.state.waits?.reason ?? "", /\$0\.1 of all sessions is used up; raise it/);
  assert.deepEqual(words(core), ["bridle/budget", "bridle/waits"], "each is told once");
  core.accounts = [account({ usd: 0.2 }, { spent: { usd: 0.1, tokens: 0, turns: 10 } })];
  core.apply({ type: "restored", held: { inputReceived: core.process.input.offset } });
  assert.equal(core.state.waits, undefined, "it was raised");
  assert.equal(core.state.queue.length, 89);
});

test("D10 what waits for the next day goes on then, by the clock that people have, and its agent may sleep until then", () => {
  const core = withAccounts([]);
  const untilMs = core.wallMs + 7_200_000;
  core.accounts = [account({ usd: 1, per: "day" }, { spent: { usd: 1, tokens: 0, turns: 1 }, untilMs })];
  assert.equal(prompt(core, "one"), "QUEUED");
  assert.deepEqual(core.state.waits?.untilMs, untilMs);
  assert.equal(nextDue(core.state, core.limits).wallMs, untilMs);
  core.later(core.limits.idleSleepMs);
  assert.equal(core.at, "ending");
  core.apply({ type: "exited", agentId: core.process.id, exit: orderlyExit });
  assert.equal(core.at, "asleep", "nobody starts one that could not be told anything");
  core.accounts = [account({ usd: 1, per: "day" }, { untilMs: untilMs + 86_400_000 })];
  core.later(untilMs - core.wallMs);
  assert.equal(core.at, "launching");
  assert.equal(core.state.waits, undefined);
});

test("D10 no agent is started for a prompt that has to wait", () => {
  const core = withAccounts(
    [account({ tokens: 10 }, { spent: { usd: 0, tokens: 10, turns: 1 } })],
    newSession(someFacts),
  );
  prompt(core, "one");
  assert.equal(core.at, "asleep");
  core.apply({ type: "restored", held: undefined });
  assert.equal(core.at, "asleep");
  core.apply({ type: "cancel_prompt", call: "c", promptId: "one" });
  assert.equal(core.state.waits, undefined, "nothing waits any more");
});

test("D10 a soft budget is told of once, by the turn that crosses it, and stops nothing", () => {
  const core = withAccounts([account({ usd: 0.03, effect: "warn" })]);
  for (const n of [1, 2, 3, 4, 5]) {
    assert.equal(prompt(core, `p${n}`), "SENT");
    turn(core, `p${n}`, 0.01 * n);
    assert.equal(words(core).length, n < 3 ? 0 : 1);
  }
});

test("D10 a user's budget stops that user alone, and whoever began a turn pays for all of it", () => {
  const of = { of: "user", usd: 0.01 } as const;
  const core = withAccounts([account(of, { name: "ann" }), account(of, { name: "bob" })]);
  prompt(core, "one", "ann");
  assert.equal(prompt(core, "into it", "bob", "inject"), "INJECTED");
  core.says(init, result("one", { total_cost_usd: 0.01, user_message_uuids: ["one", "into it"] }));
  assert.deepEqual(
    core.accounts.map(({ spent }) => spent.usd),
    [0.01, 0],
  );
  assert.equal(prompt(core, "two", "ann"), "QUEUED");
  const bob = withAccounts(core.accounts);
  assert.equal(prompt(bob, "three", "bob"), "SENT");
});

test("D10 P6 what the daemon tells an agent of an answer is paid for by whoever began the turn it belongs to", () => {
  const of = { of: "user", usd: 0.01 } as const;
  const core = withAccounts([account(of, { name: "ann" })]);
  prompt(core, "one", "ann");
  core.says(init, permission("r"));
  core.apply({ type: "exited", agentId: core.process.id, exit: { ...orderlyExit, exitCode: 1 } });
  core.accounts = [account(of, { name: "ann", spent: { usd: 0.01, tokens: 0, turns: 1 } })];
  core.apply({ type: "decide", call: "c", askId: "ask-1", digest: "", verdict: { behavior: "allow" }, by: "bob" });
  assert.deepEqual([core.state.queue.length, core.state.waits?.for, core.state.payer], [1, "budget", "ann"]);
});

test("D10 what is injected waits too, when nothing is left", () => {
  const core = withAccounts([account({ usd: 0.01 })]);
  prompt(core, "one");
  core.accounts = [account({ usd: 0.01 }, { spent: { usd: 0.01, tokens: 0, turns: 1 } })];
  assert.equal(prompt(core, "two", "me", "inject"), "QUEUED");
});

test("D10 turns that run in other sessions count for what they will cost; when they cost less, what waits goes on", () => {
  const spent = { usd: 0.08, tokens: 0, turns: 8 };
  assert.equal(isUsedUp(account({ usd: 0.1 }, { spent, running: 1 })), false);
  assert.equal(isUsedUp(account({ usd: 0.1 }, { spent, running: 2 })), true);
  const core = withAccounts([account({ usd: 0.1 }, { spent, running: 2 })]);
  assert.equal(prompt(core, "one"), "QUEUED");
  core.accounts = [account({ usd: 0.1 }, { spent: { ...spent, turns: 10 } })];
  core.apply({ type: "time", isCaughtUp: true });
  assert.equal(core.state.queue.length, 0);
});

test("D10 a running turn is interrupted only where the budget says so, and once", () => {
  for (const effect of ["stop", "interrupt"] as const) {
    const core = withAccounts([account({ usd: 1, effect })]);
    prompt(core, "one");
    core.says(init);
    core.accounts = [account({ usd: 1, effect }, { spent: { usd: 1, tokens: 0, turns: 1 } })];
    for (let times = 0; times < 3; times += 1) core.apply({ type: "time", isCaughtUp: true });
    const asked = core.written().filter(({ request }) => request?.subtype === "interrupt");
    assert.equal(asked.length, effect === "interrupt" ? 1 : 0);
  }
});

test("D10 tokens count where dollars mean nothing, without those read from a cache; a price that is set goes before what the agent says", () => {
  const usage = { input_tokens: 10, output_tokens: 20, cache_creation_input_tokens: 30, cache_read_input_tokens: 1000 };
  const core = new CoreSession(readyState(), {
    limits: { prices: { m: { input: 1, output: 10, cacheRead: 0, cacheWrite: 2 } } },
  });
  core.accounts = [account({ tokens: 60 })];
  prompt(core, "one");
  core.says(init, result("one", { usage, total_cost_usd: 7 }));
  assert.equal(core.accounts[0]?.spent.tokens, 60);
  assert.ok(Math.abs((core.accounts[0]?.spent.usd ?? 0) - 270e-6) < 1e-12);
  assert.equal(core.state.facts.costUsd, core.accounts[0]?.spent.usd);
  assert.equal(prompt(core, "two"), "QUEUED");
});

test("D10 a budget whose day is over is not due for ever, whatever its agent does then", () => {
  const core = withAccounts([]);
  prompt(core, "one");
  core.says(init);
  const untilMs = core.wallMs + 1000;
  core.accounts = [account({ usd: 1, per: "day" }, { spent: { usd: 1, tokens: 0, turns: 1 }, untilMs })];
  assert.equal(prompt(core, "two", "me", "inject"), "QUEUED");
  assert.equal(nextDue(core.state, core.limits).wallMs, untilMs);
  core.later(1000);
  assert.equal(nextDue(core.state, core.limits).wallMs, Number.POSITIVE_INFINITY, "the turn still runs");
});

test("D10 a failed run that keeps spending: what failed is paid for like any other turn, and nothing begins past the budget, not by itself either", () => {
  const core = withAccounts([account({ usd: 0.03 })]);
  const failed = { subtype: "error_during_execution", is_error: true, errors: ["API Error"] };
  const states = Array.from({ length: 10 }, (_, n) => {
    const state = prompt(core, `p${n}`);
    if (state === "SENT") core.says(init, result(`p${n}`, { ...failed, total_cost_usd: 0.01 * (n + 1) }));
    return state;
  });
  assert.deepEqual([states.filter((state) => state === "SENT").length, core.state.waits?.for], [3, "budget"]);
  const before = core.written().length;
  core.apply({ type: "exited", agentId: core.process.id, exit: { ...orderlyExit, exitCode: 1 } });
  core.later(3_600_000);
  assert.deepEqual([core.at === "ready", core.written().length - before], [false, 0], "no agent is told anything");
});
