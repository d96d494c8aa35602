import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { loadSettings } from "../config/load-settings.ts";
import { OwnRules, type SettingsChange } from "./own-rules.ts";

function place(t: TestContext, permissions?: object, flags: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), "bridle-own-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "settings.json");
  const write = (lists: object): void => writeFileSync(file, JSON.stringify({ permissions: lists }));
  if (permissions !== undefined) write(permissions);
  const sources = { file, env: {}, flags };
  const told: SettingsChange[] = [];
  const loaded = loadSettings(sources);
  const rules = new OwnRules({ sources, loaded, home: folder, report: (change) => told.push(change) });
  const effect = (command: string) => rules.for("/srv/p").decide("Bash", { command }, "/srv/p")?.effect;
  return { file, write, told, rules, effect };
}

test("P2 the daemon's rules are those that its settings file has at the moment", (t) => {
  const { write, effect, rules, told } = place(t, { deny: ["Bash(make:*)"] });
  assert.equal(effect("make"), "deny");
  assert.equal(rules.for("/srv/p"), rules.for("/srv/p"), "compiled once");
  assert.deepEqual(told, []);
  write({ allow: ["Bash(make:*)"], deny: ["Bash(npm publish:*)"] });
  assert.deepEqual([effect("make"), effect("npm publish")], ["allow", "deny"]);
  assert.deepEqual(told, [{ now: "changed" }]);
  write({});
  assert.equal(effect("make"), undefined, "a list that is empty is one that a person has emptied");
});

test("P2 a settings file that is broken, empty or gone keeps the last good rules, is told once, and told as mended", (t) => {
  const { file, write, effect, rules, told } = place(t, { deny: ["Bash(make:*)"] });
  const breaks = [
    () => writeFileSync(file, '{"permissions": {"deny": []'),
    () => writeFileSync(file, '{"permissions": {"deny": ["Bash("]}}'),
    () => writeFileSync(file, '{"permissions": {}, "daemon": {"port": "none"}}'),
    () => writeFileSync(file, ""),
    () => rmSync(file),
  ];
  const problems = [/JSON/, /permissions\.deny\.0/, /daemon\.port/, /is empty/, /is gone/];
  for (const [at, spoil] of breaks.entries()) {
    spoil();
    assert.deepEqual([effect("make"), effect("make")], ["deny", "deny"]);
    assert.match(rules.problem ?? "", problems[at] ?? /never/);
    assert.match(rules.problem ?? "", /hold until it is mended/);
    assert.deepEqual(told.splice(0), [{ now: "broken", problem: rules.problem }], "once");
    write({ deny: ["Bash(make:*)", `Bash(x${at}:*)`] });
    assert.equal(effect(`x${at}`), "deny");
    assert.deepEqual([rules.problem, told.splice(0)], [undefined, [{ now: "mended" }]]);
  }
});

test("P2 a settings file that cannot be read keeps the last good rules", (t) => {
  const { file, write, effect, rules, told } = place(t, { deny: ["Bash(make:*)"] });
  rmSync(file);
  mkdirSync(file);
  assert.deepEqual([effect("make"), effect("make")], ["deny", "deny"]);
  assert.match(rules.problem ?? "", /cannot be read/);
  rmSync(file, { recursive: true });
  write({ deny: ["Bash(make:*)"] });
  assert.deepEqual([effect("make"), rules.problem], ["deny", undefined]);
  assert.deepEqual(
    told.map(({ now }) => now),
    ["broken", "mended"],
  );
});

test("P2 no settings file is none that is gone, and one that comes counts; flags go before it", (t) => {
  const { write, effect, rules } = place(t);
  assert.deepEqual([effect("make"), rules.problem], [undefined, undefined]);
  write({ deny: ["Bash(make:*)"] });
  assert.equal(effect("make"), "deny");
  const flagged = place(t, { allow: ["Bash(make:*)"] }, ['permissions={"deny":["Bash(make:*)"]}']);
  assert.equal(flagged.effect("make"), "deny");
  flagged.write({});
  assert.equal(flagged.effect("make"), "deny");
});

test("P5 of many rules only those that changed are compiled again", (t) => {
  const deny = Array.from({ length: 300 }, (_, at) => `Read(./folder${at}/**)`);
  const { write, rules } = place(t, { deny });
  const before = rules.for("/srv/p").policy.parts.rules;
  write({ deny: [...deny, "Bash(make:*)"] });
  const after = rules.for("/srv/p").policy.parts.rules;
  assert.equal(after.length, 301);
  assert.equal(after.filter((rule) => before.includes(rule)).length, 300);
});
