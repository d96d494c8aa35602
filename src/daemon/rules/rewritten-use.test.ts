import assert from "node:assert/strict";
import { test } from "node:test";
import type { PermissionRules } from "../config/permission-settings.ts";
import { DaemonRules, type RuleDecision } from "./daemon-rules.ts";

const rulesOf = (permissions: PermissionRules) =>
  new DaemonRules({ permissions, file: "/c/settings.json", home: "/home/u" }, "/srv/p");

const wraps = [
  "timeout 600 bash -c {command}",
  "firejail --net=none -- bash -c {command}",
  "sudo -u nobody sh -c {command}",
];

test("P2 what restricts holds for what the agent wants and for what it would run as; what allows is about what it wants", () => {
  const judge = (permissions: PermissionRules, command: string) => {
    const rules = rulesOf({ rewrite: [{ rule: "Bash(npm test:*)", wrap: wraps[1] ?? "" }], ...permissions });
    return rules.judge("Bash", { command }, "/srv/p");
  };
  const effect = (permissions: PermissionRules, command = "npm test") => judge(permissions, command).decision?.effect;
  assert.equal(effect({}), undefined);
  assert.equal(effect({ allow: ["Bash(npm test:*)"] }), "allow", "who writes the setting could write a rule");
  assert.equal(effect({ allow: ["Bash(firejail:*)"] }), undefined, "the wrapper allows nothing that it wraps");
  assert.equal(effect({ allow: ["Bash(npm test:*)"], deny: ["Bash(firejail:*)"] }), "deny");
  assert.equal(effect({ allow: ["Bash(npm test:*)"], ask: ["Bash(firejail:*)"] }), "ask");
  assert.equal(effect({ deny: ["Bash(npm:*)"] }), "deny");
  assert.equal(effect({ allow: ["Bash"] }, 'eval "$x"'), "ask", "it may be what is to be wrapped");
  const { rewritten } = judge({}, "npm test");
  assert.deepEqual(rewritten, {
    input: { command: "firejail --net=none -- bash -c 'npm test'" },
    by: "Bash(npm test:*) in permissions.rewrite of /c/settings.json",
  });
});

const commands = [
  "npm test",
  "npm test && git push",
  "rm -rf x",
  "make all | tee log",
  "cat .env",
  'bash -c "npm test"',
  "x=$(npm test)",
];
const patterns = [
  "Bash",
  "Bash(npm test:*)",
  "Bash(git push:*)",
  "Bash(rm:*)",
  "Bash(bash:*)",
  "Bash(timeout:*)",
  "Bash(firejail:*)",
  "Bash(make:*)",
  "Read(.env)",
];

/** The weakest first. */
const rank = (decision: RuleDecision | undefined): number =>
  ["allow", undefined, "ask", "deny"].indexOf(decision?.effect);

test("P2 P9 a change by rule never weakens a verdict, whatever the rules, the command and the change", (t) => {
  // Every pair of rules, by a fixed walk: which effect each has goes by turns.
  const effects = ["allow", "ask", "deny"] as const;
  let judged = 0;
  for (const [at, first] of patterns.entries())
    for (const [other, second] of patterns.entries()) {
      const lists: { allow: string[]; ask: string[]; deny: string[] } = { allow: [], ask: [], deny: [] };
      lists[effects[(at + other) % 3] ?? "allow"].push(first);
      lists[effects[other % 3] ?? "allow"].push(second);
      const plain = rulesOf(lists);
      const rule = patterns[(at * 7 + other) % (patterns.length - 1)] ?? "Bash";
      const changing = rulesOf({ ...lists, rewrite: [{ rule, wrap: wraps[judged % wraps.length] ?? "" }] });
      for (const command of commands) {
        const { decision, rewritten } = changing.judge("Bash", { command }, "/srv/p");
        const before = plain.decide("Bash", { command }, "/srv/p");
        assert.ok(rank(decision) >= rank(before), `${JSON.stringify(lists)} ${rule}: ${command}`);
        const result = rewritten && plain.decide("Bash", rewritten.input, "/srv/p");
        if (result?.effect === "ask" || result?.effect === "deny") assert.ok(rank(decision) >= rank(result), command);
        judged += 1;
      }
    }
  t.diagnostic(`${judged} calls`);
});
