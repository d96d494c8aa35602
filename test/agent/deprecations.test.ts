import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Deprecation, deprecations } from "../../src/adapters/deprecations.ts";
import type { AgentDefinition } from "../../src/agent/kit/agent-definition.ts";
import { answer, Driven, user } from "./drive.ts";

const tool: AgentDefinition = {
  name: "tool",
  async onTurn(turn) {
    for (let n = 0; n < 2; n++) await turn.useTool("Shout", { text: "x" }, () => "X");
    turn.text("done");
  },
};

const streamJson = ["--output-format", "stream-json", "--verbose", "--input-format", "stream-json"];

/** How often standard error tells of an old way, with the page to read. */
function warned(agent: Driven, what: Deprecation): number {
  return agent.stderr.split(`See docs/deprecations.md#${what}.`).length - 1;
}

test("C7 an agent hears a prompt in its arguments", async () => {
  await using agent = new Driven(tool, { argv: [...streamJson, "-p", "Run the tests."] });
  agent.endInput();
  assert.equal(await agent.exit, 0);
  assert.equal(warned(agent, "argv_prompt"), 1, agent.stderr);
});

test("C7 an agent hears a control action in Claude Code's dialect, once, and none in its own", async () => {
  for (const [argv, times] of [
    [streamJson, 1],
    [["--stdio"], 0],
  ] as const) {
    await using agent = new Driven(tool, { argv: [...argv] });
    const action = { type: "control", action: "interrupt" };
    agent.send(action, action);
    agent.endInput();
    await agent.exit;
    assert.equal(warned(agent, "control_action"), times, agent.stderr);
  }
});

test("C7 an agent hears an allow without the input, once, and runs the tool", async () => {
  await using agent = new Driven(tool);
  agent.send(user("go"));
  for (let n = 0; n < 2; n++) agent.send(answer(await agent.saw("asks can_use_tool"), { behavior: "allow" }));
  await agent.saw("result");
  assert.equal(warned(agent, "allow_without_input"), 1, agent.stderr);
});

test("C7 every deprecation has a page to read", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/deprecations.md"), "utf8");
  for (const [name, { message }] of Object.entries(deprecations))
    assert.ok(page.includes(`## ${name}\n\n${message}\n`), name);
});
