import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "../../conversation/event.ts";
import { agentModes } from "../agent-info/agent-modes.ts";
import { factsOfEvent, factsOfInitialize } from "./agent-facts.ts";

function said(type: "init" | "turn_complete", message: object, model = "m"): unknown {
  const row = factsOfEvent({ type, frame: { type: "message", message } } as unknown as Event, model);
  return row && JSON.parse(row.facts);
}

test("U3 of an answer to initialize only known fields are kept, of bounded length", () => {
  const row = factsOfInitialize({
    commands: [{ name: "review", description: "x".repeat(9000), argumentHint: "[pr]", secret: "s" }, { name: 7 }, "no"],
    account: { email: "a@example.org", oauthToken: "secret", apiKeySource: 7 },
    models: "none",
  });
  const facts = JSON.parse(row.facts) as { commands: { description: string }[]; account: object; models: object[] };
  assert.equal(facts.commands.length, 1);
  assert.equal(facts.commands[0]?.description.length, 2000);
  assert.deepEqual(facts.account, { email: "a@example.org" });
  assert.deepEqual(facts.models, []);
  assert.doesNotMatch(JSON.stringify(facts), /secret/);
});

test("U3 an agent that says nothing of itself, or nonsense, gives empty facts", () => {
  assert.deepEqual((said("init", { tools: [1, "Bash"], mcp_servers: [null] }) as { tools: string[] }).tools, ["Bash"]);
  assert.equal(said("turn_complete", {}), undefined);
  assert.equal(said("turn_complete", { modelUsage: { m: { contextWindow: -1 } } }), undefined);
});

test("U3 the window is that of the session's model, else the largest", () => {
  const modelUsage = { small: { contextWindow: 200_000 }, large: { contextWindow: 1_000_000 } };
  assert.deepEqual(said("turn_complete", { modelUsage }, "small"), { contextWindow: 200_000 });
  assert.deepEqual(said("turn_complete", { modelUsage }, "alias"), { contextWindow: 1_000_000 });
});

test("U3 bypassPermissions can be chosen only where the agent was started for it", () => {
  const facts = { agent: "claude", args: [], mode: "default", startMode: undefined };
  const refused = (given: Partial<typeof facts>) =>
    agentModes({ ...facts, ...given }).find(({ mode }) => mode === "bypassPermissions")?.refusedBecause ?? "none";
  assert.match(refused({}), /agents\.claude\.args/);
  assert.equal(refused({ mode: "bypassPermissions" }), "");
  const args: readonly string[] = ["--allow-dangerously-skip-permissions"];
  assert.equal(agentModes({ ...facts, args }).find(({ mode }) => mode === "bypassPermissions")?.refusedBecause, "");
  assert.ok(agentModes({ ...facts, mode: "auto" }).some(({ mode }) => mode === "auto"));
});
