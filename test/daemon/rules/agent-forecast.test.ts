import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { AgentForecast } from "../../../src/daemon/rules/agent-forecast.ts";
import { everydayProjects } from "../../permission/everyday-projects.ts";
import { readRecording } from "../../permission/everyday-verdicts.ts";

/** A folder as the recorded commands found it, and a person's own settings beside it. */
function place(t: TestContext, permissions: object): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
  const home = mkdtempSync(join(tmpdir(), "bridle-forecast-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const cwd = join(home, "w");
  for (const folder of ["src/deep", "vendor", "secrets", "sub", "docs"])
    mkdirSync(join(cwd, folder), { recursive: true });
  for (const file of ["a.txt", "src/a.ts", "docs/x.md"]) writeFileSync(join(cwd, file), "x");
  const config = join(home, "config");
  mkdirSync(config);
  writeFileSync(join(config, "settings.json"), JSON.stringify({ permissions }));
  return { cwd, env: { HOME: home, CLAUDE_CONFIG_DIR: config } };
}

test("P6 a call is held in the hook only if Claude Code would ask about it: everyday commands, as 2.1.325 was seen to", (t) => {
  const recording = readRecording();
  let held = 0;
  let asked = 0;
  for (const { title, rules, commands } of everydayProjects) {
    const { cwd, env } = place(t, { allow: rules });
    const forecast = new AgentForecast({ cwd, env, args: [] });
    for (const command of commands) {
      const real = recording[title]?.[command];
      const call = { toolName: "Bash", input: { command }, folder: cwd, mode: "default", updates: [] };
      const { asks } = forecast.of(call);
      assert.ok(!asks || real === "ask", `${title}: ${command} is ${real} there`);
      if (asks) held += 1;
      if (real === "ask") asked += 1;
    }
  }
  t.diagnostic(`${held} of the ${asked} that it asks about are held`);
  assert.ok(held >= 30, `${held} of ${asked}`);
});

test("P6 what the agent's own settings, its mode or a person allowed is not held, and a changed file counts at once", (t) => {
  const { cwd, env } = place(t, {});
  const forecast = new AgentForecast({ cwd, env, args: [] });
  const call = { toolName: "Bash", input: { command: "make all" }, folder: cwd, mode: "default", updates: [] };
  const { asks, suggestions } = forecast.of(call);
  assert.ok(asks && suggestions.length > 0, "with something to offer");
  assert.equal(forecast.of({ ...call, mode: "bypassPermissions" }).asks, false);
  assert.equal(forecast.of({ ...call, mode: "auto" }).asks, false, "nobody here knows");
  const rules = [{ toolName: "Bash", ruleContent: "make:*" }];
  const update = { type: "addRules", rules, behavior: "allow", destination: "session" };
  assert.equal(forecast.of({ ...call, updates: [update] }).asks, false);
  const write = { toolName: "Write", input: { file_path: join(cwd, "n"), content: "" }, folder: cwd, updates: [] };
  assert.deepEqual(
    ["default", "acceptEdits"].map((mode) => forecast.of({ ...write, mode }).asks),
    [true, false],
  );
  const flags = new AgentForecast({ cwd, env, args: ["--allowedTools", "Bash"] });
  assert.equal(flags.of(call).asks, false);
  assert.equal(flags.of({ ...call, toolName: "AskUserQuestion", input: {} }).asks, true);
  mkdirSync(join(cwd, ".claude"));
  writeFileSync(join(cwd, ".claude", "settings.json"), JSON.stringify({ permissions: { allow: ["Bash(make:*)"] } }));
  assert.equal(forecast.of(call).asks, false);
});
