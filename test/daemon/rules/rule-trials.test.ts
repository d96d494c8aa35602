import assert from "node:assert/strict";
import { test } from "node:test";
import { RuleEffect, Verdict } from "../../../src/exports/client.ts";
import { twinPrompt } from "../../../src/twin/twin-script.ts";
import { all, eventsUntil, isTurnEnd } from "../support/session-events.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { ask, createSession } from "../support/talk.ts";
import { twinAgent } from "../support/twins.ts";

const agents = { twin: twinAgent() };
const permissions = { deny: ["Bash(rm:*)"], allow: ["Bash(make:*)"], ask: ["Bash(git push:*)"] };

function using(...commands: readonly string[]): string {
  const steps = commands.map((command) => ({ tools: [{ name: "Bash", input: { command } }] }));
  return twinPrompt({ steps: [...steps, { text: "over" }] });
}

/** A person decides about a command. */
async function decided(daemon: TestDaemon, command: string, verdict: Verdict, more: object = {}): Promise<void> {
  const { id } = await createSession(daemon, using(command));
  const events = await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "permissionRequest");
  const askId = all(events, "permissionRequest")[0]?.ask?.id ?? "";
  await daemon.client.conversation.answerAsk({ askId, verdict, ...more });
  await eventsUntil(daemon.client, id, isTurnEnd);
}

/** Decisions of every kind: by rules, by people, by the agent itself. */
async function history(daemon: TestDaemon): Promise<void> {
  const { id } = await createSession(daemon);
  await ask(daemon, id, using("rm x", "make all"));
  await decided(daemon, "npm test -- one", Verdict.ALLOW);
  await decided(daemon, "git push", Verdict.DENY);
  const free = await daemon.client.sessions.createSession({
    ...{ cwd: daemon.cwd, permissionMode: "bypassPermissions", prompt: { text: using("touch z") } },
  });
  await eventsUntil(daemon.client, free.session?.id ?? "", isTurnEnd);
}

test("P7 P8 under the rules it was decided by every recorded use gets exactly the audited verdict", async () => {
  await using daemon = await startDaemon({ agents, settings: { permissions } });
  await history(daemon);
  const same = await daemon.client.daemon.simulateRules({});
  assert.deepEqual([same.judged, same.notJudged, same.changed], [5, 0, 0]);
  const spelled = await daemon.client.daemon.simulateRules({ permissionsJson: JSON.stringify(permissions) });
  assert.deepEqual([spelled.judged, spelled.changed], [5, 0]);
});

test("P7 under other rules each use gets what they say; what no rule decides is asked", async () => {
  await using daemon = await startDaemon({ agents, settings: { permissions } });
  await history(daemon);
  const changes = async (request: object): Promise<string[]> => {
    const { changes: found } = await daemon.client.daemon.simulateRules(request);
    return found.map(({ verdict, use }) => `${JSON.parse(use?.inputText ?? "").command}: ${verdict}`).reverse();
  };
  assert.deepEqual(await changes({ deny: ["Bash(touch:*)", "Bash(npm:*)"] }), [
    "npm test -- one: deny",
    "touch z: deny",
  ]);
  assert.deepEqual(await changes({ ask: ["Bash(touch:*)"] }), ["touch z: ask"]);
  assert.deepEqual(await changes({ permissionsJson: "{}" }), ["rm x: ask", "make all: ask"]);
  const other = { permissionsJson: JSON.stringify({ allow: ["Bash(git push:*)", "Bash(rm:*)"] }) };
  assert.deepEqual(await changes(other), ["rm x: allow", "make all: ask", "git push: allow"]);
  const without = [{ effect: RuleEffect.DENY, text: "Bash(rm:*)" }];
  assert.deepEqual(await changes({ without }), ["rm x: ask"]);
  const wrong = { permissionsJson: '{"deny":["Bash(("]}' };
  await assert.rejects(daemon.client.daemon.simulateRules(wrong), { code: "invalid_option" });
  await assert.rejects(daemon.client.daemon.simulateRules({ allow: ["Bash("] }), { code: "invalid_option" });
});

test("P7 what people always allowed is suggested as a rule, with what it covers and what it leaves; what one denied is not", async () => {
  await using daemon = await startDaemon({ agents });
  await decided(daemon, "npm test -- one", Verdict.ALLOW);
  await decided(daemon, "npm test -- two", Verdict.ALLOW);
  await decided(daemon, "npm run deploy", Verdict.ALLOW);
  await decided(daemon, "cargo test a", Verdict.ALLOW);
  await decided(daemon, "cargo test b", Verdict.DENY);
  const { suggestions } = await daemon.client.daemon.suggestRules({});
  assert.deepEqual(
    suggestions.map(({ rule, cwd, covered, left }) => [rule, cwd, covered, left]),
    [["Bash(npm test *)", daemon.cwd, 2, 3]],
  );
  assert.deepEqual(
    suggestions[0]?.coveredUses.map(({ inputText }) => JSON.parse(inputText).command),
    ["npm test -- two", "npm test -- one"],
  );
  const { suggestions: single } = await daemon.client.daemon.suggestRules({ minUses: 1 });
  const rules = single.map(({ rule }) => rule);
  assert.ok(rules.includes("Bash(npm run deploy)"), rules.join());
  assert.ok(!rules.some((rule) => /cargo test \*/.test(rule)), "one of them was denied");
});

test("P7 an allow of a changed input is no reason for a rule", async () => {
  await using daemon = await startDaemon({ agents });
  const changed = { updatedInputJson: '{"command":"npm test -- less"}' };
  await decided(daemon, "npm test -- one", Verdict.ALLOW, changed);
  await decided(daemon, "npm test -- two", Verdict.ALLOW, changed);
  assert.deepEqual((await daemon.client.daemon.suggestRules({ minUses: 1 })).suggestions, []);
});
