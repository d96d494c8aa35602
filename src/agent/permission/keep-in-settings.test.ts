import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { keepInSettings } from "./keep-in-settings.ts";
import { TrustStore } from "./trust-store.ts";

test("P10 what would be read as another rule is not kept: a tool named `Bash ` is not every command", (t) => {
  const cwd = mkdtempSync(join(tmpdir(), "bridle-keep-"));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  const file = join(cwd, ".claude", "settings.local.json");
  const keep = (toolName: string, ruleContent?: string): string | undefined =>
    keepInSettings(
      {
        type: "addRules",
        rules: [ruleContent === undefined ? { toolName } : { toolName, ruleContent }],
        behavior: "allow",
        destination: "localSettings",
      },
      { cwd, home: join(cwd, "home"), platform: "linux" },
      new TrustStore({ HOME: join(cwd, "home") }),
    );
  for (const name of ["Bash ", "Bash(rm x)", "mcp__a b__c"]) assert.match(keep(name) ?? "", /another rule/, name);
  assert.match(keep("Bash", " x ") ?? "", /another rule/);
  assert.equal(existsSync(file), false);
  assert.equal(keep("Bash", "foo \\\\"), undefined);
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")).permissions.allow, ["Bash(foo \\\\\\\\)"]);
});
