import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fields } from "../../wire/fields.ts";
import { HostLink } from "../kit/host-link.ts";
import { HostHooks } from "./host-hooks.ts";

/** Hooks with a host that answers by callback id; an Error refuses, undefined leaves it open. */
function hooked(registered: unknown, answers: { [id: string]: unknown }) {
  const called: Fields[] = [];
  const failed: string[] = [];
  const link: HostLink = new HostLink(
    {},
    (line) => host(JSON.parse(line) as Fields),
    () => {},
  );
  const host = ({ request_id, request }: Fields): void => {
    const asked = request as Fields | undefined;
    if (asked === undefined) return;
    called.push(asked);
    const given = answers[String(asked.callback_id)];
    if (given === undefined) return;
    const message = given instanceof Error ? { error: given.message } : { payload: given };
    queueMicrotask(() =>
      link.receive({ kind: "control_response", requestId: String(request_id), ...message } as never),
    );
  };
  const hooks = new HostHooks(link, (event, id) => failed.push(`${event} ${id}`));
  hooks.register(registered);
  const call = (subject: string, signal = new AbortController().signal) =>
    hooks.call("PreToolUse", { tool_name: subject }, { subject, toolUseId: "t", signal });
  return { hooks, link, call, called, failed };
}

const one = (matcher: unknown, id = "h"): Fields => ({ PreToolUse: [{ matcher, hookCallbackIds: [id] }] });

/** A matcher, and tools that it is for and is not. */
const matchers: readonly [matcher: unknown, yes: readonly string[], no: readonly string[]][] = [
  [undefined, ["Bash", "anything"], []],
  [null, ["Bash"], []],
  ["", ["Bash"], []],
  ["*", ["Bash"], []],
  ["Bash", ["Bash"], ["BashOutput", "bash"]],
  ["Write|Edit", ["Write", "Edit"], ["NotebookEdit", "Writes"]],
  ["mcp__calc__.*", ["mcp__calc__add"], ["mcp__other__add"]],
  ["B.s", ["Bash"], ["Read"]],
  ["Write, Edit", ["Write", "Edit"], ["NotebookEdit"]],
  // What is no expression guards everything.
  ["(", ["(", "Bash"], []],
];

for (const [matcher, yes, no] of matchers) {
  test(`G2 the matcher ${JSON.stringify(matcher)} is for the tools it names`, async () => {
    const { call, called } = hooked(one(matcher), { h: {} });
    for (const name of [...yes, ...no]) await call(name);
    assert.deepEqual(
      called.map(({ input }) => (input as Fields).tool_name),
      yes,
    );
  });
}

test("G2 what is no list of hooks registers none", async () => {
  for (const registered of [undefined, null, "x", [], { PreToolUse: null }, { PreToolUse: ["x"] }, { Other: [] }]) {
    const { call, called } = hooked(registered, {});
    assert.equal((await call("Bash")).decision, undefined);
    assert.deepEqual(called, []);
  }
});

test("G2 all that match are called at once, and the strictest decision holds with its reason", async () => {
  const specific = (permissionDecision: string, more: Fields = {}): Fields => ({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision,
      permissionDecisionReason: `${permissionDecision}!`,
      ...more,
    },
  });
  const registered = {
    PreToolUse: [
      { hookCallbackIds: ["allow", "ask"] },
      { matcher: "Bash", hookCallbackIds: ["deny", "context"] },
      { matcher: "Read", hookCallbackIds: ["other"] },
    ],
  };
  const { call, called } = hooked(registered, {
    allow: specific("allow", { updatedInput: { a: 1 }, additionalContext: "one" }),
    ask: specific("ask", { updatedInput: { a: 2 } }),
    deny: specific("deny"),
    context: { hookSpecificOutput: { additionalContext: "two" } },
  });
  assert.deepEqual(await call("Bash"), {
    decision: "deny",
    reason: "deny!",
    updatedInput: { a: 2 },
    contexts: ["one", "two"],
    messages: [],
    stops: undefined,
    answer: undefined,
  });
  assert.deepEqual(
    called.map(({ callback_id }) => callback_id),
    ["allow", "ask", "deny", "context"],
  );
  assert.deepEqual((await call("Write")).decision, "ask");
});

test("G2 the older words for a decision are understood, and what is none is none", async () => {
  const said = async (answer: Fields) => hooked(one("*"), { h: answer }).call("Bash");
  assert.deepEqual(
    [(await said({ decision: "block", reason: "r" })).decision, (await said({ decision: "approve" })).decision],
    ["deny", "allow"],
  );
  for (const answer of [{}, { async: true }, { decision: "maybe" }, { hookSpecificOutput: "x" }, { continue: true }])
    assert.equal((await said(answer)).decision, undefined);
  assert.equal((await said({ continue: false, stopReason: "enough" })).stops, "enough");
  assert.equal((await said({ continue: false })).stops, "A hook ended the turn.");
});

test("G2 a callback that fails is told of and counts as silent; the others hold", async () => {
  const registered = { PreToolUse: [{ hookCallbackIds: ["bad", "good"] }] };
  const { call, failed } = hooked(registered, {
    bad: new Error("exploded"),
    good: { decision: "block", reason: "no" },
  });
  assert.deepEqual([(await call("Bash")).decision, failed], ["deny", ["PreToolUse bad"]]);
});

test("P2 P6 a hook that does not answer in time has not said yes: the call is not run", async () => {
  const { call, failed } = hooked({ PreToolUse: [{ hookCallbackIds: ["slow"], timeout: 0.02 }] }, {});
  const { decision, reason } = await call("Bash");
  assert.deepEqual([decision, failed], ["deny", ["PreToolUse slow"]]);
  assert.match(reason, /did not respond before its timeout/);
});

test("G2 an interrupt ends the wait for a hook, and is no failure of it", async () => {
  const { call, failed } = hooked(one("*"), {});
  const controller = new AbortController();
  const waiting = call("Bash", controller.signal);
  const reason = new Error("interrupted");
  controller.abort(reason);
  await assert.rejects(waiting, reason);
  assert.deepEqual(failed, []);
});

test("P2 a host that goes before its hook answered has not said yes", async () => {
  const { call, link, failed } = hooked(one("Bash"), {});
  const verdict = call("Bash");
  link.close();
  assert.equal((await verdict).decision, "deny");
  assert.deepEqual(failed, []);
});
