import assert from "node:assert/strict";
import { test } from "node:test";
import { destinationOf, firstChosen, type Offer, offerOf, offersFor, updateAt } from "./permission-update.ts";

const offer = (update: object): Offer => {
  const made = offerOf({ updateJson: JSON.stringify(update) });
  assert.ok(made);
  return made;
};

const rule = offer({
  type: "addRules",
  rules: [{ toolName: "Bash", ruleContent: "touch *" }, { toolName: "WebSearch" }],
  behavior: "allow",
  destination: "localSettings",
  later: 1,
});
const mode = offer({ type: "setMode", mode: "acceptEdits", destination: "session" });
const folder = offer({ type: "addDirectories", directories: ["/w"], destination: "session" });

test("U3 a suggestion is shown with every rule as it will be written", () => {
  assert.deepEqual([rule.verb, rule.changes], ["Allow", ["Bash(touch *)", "WebSearch"]]);
  assert.deepEqual([mode.verb, mode.changes], ["Switch to mode", ["acceptEdits"]]);
  assert.deepEqual([folder.verb, folder.changes], ["Also work in", ["/w"]]);
  assert.equal(offerOf({ updateJson: "no JSON" }), undefined);
});

test("U3 a rule can be kept wherever a person wants, with all else as the agent spelled it", () => {
  assert.deepEqual(JSON.parse(updateAt(rule, "session")), { ...rule.update, destination: "session" });
  assert.equal(destinationOf(rule, "session", "userSettings"), "session");
  assert.equal(destinationOf(rule, "always", "userSettings"), "userSettings");
});

test("U3 what is no rule stays where the agent suggests it, and is offered nowhere else", () => {
  assert.deepEqual(offersFor("once", [rule, mode]), []);
  assert.deepEqual(offersFor("session", [rule, mode]), [rule, mode]);
  assert.deepEqual(offersFor("always", [rule, mode]), [rule]);
  assert.equal(destinationOf(mode, "session", "userSettings"), "session");
  assert.equal(destinationOf(mode, "always", "userSettings"), undefined);
});

test("U3 of several offers the rules are chosen at first; a mode and a folder only where there is no rule", () => {
  assert.deepEqual(firstChosen([rule, folder, mode]), [rule]);
  assert.deepEqual(firstChosen([folder, mode]), [folder, mode]);
});

test("U3 a suggestion that forbids, or takes rules away, is not made one that allows somewhere else", () => {
  const deny = offer({ type: "addRules", rules: [{ toolName: "Bash" }], behavior: "deny", destination: "session" });
  assert.deepEqual([deny.verb, deny.destinations], ["Deny", ["session"]]);
  const removed = offer({ type: "removeRules", rules: [], behavior: "ask", destination: "userSettings" });
  assert.deepEqual([removed.verb, removed.destinations], ["No longer ask", ["userSettings"]]);
});
