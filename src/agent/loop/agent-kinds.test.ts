import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fields } from "../../wire/fields.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { type AgentKind, agentKinds, mayUse } from "./agent-kinds.ts";

const kindsOf = (agents: Fields): readonly AgentKind[] => agentKinds({ agents } as AgentSession);
const fields = { description: "d", prompt: "p" };

test("G5 definitions join the built-in kind, or take its place; what is no definition is left out", () => {
  const names = (agents: Fields): string[] => kindsOf(agents).map(({ name }) => name);
  assert.deepEqual(names({}), ["general-purpose"]);
  assert.deepEqual(names({ a: fields, b: { prompt: "p" }, c: { description: "d" }, d: null, e: "x" }), [
    "general-purpose",
    "a",
  ]);
  assert.deepEqual(
    kindsOf({ "general-purpose": fields }).map(({ prompt }) => prompt),
    ["p"],
  );
});

test("G5 a limit of turns is at least one, and 50 unless told", () => {
  const limit = (maxTurns: unknown): number | undefined => kindsOf({ a: { ...fields, maxTurns } })[1]?.maxTurns;
  assert.deepEqual([limit(undefined), limit(7), limit(0), limit("x")], [50, 7, 1, 50]);
});

test("G5 a kind has all tools, or those it names, without those it must not have", () => {
  const may = (lists: Fields, tool: string): boolean =>
    mayUse(kindsOf({ a: { ...fields, ...lists } })[1] as AgentKind, tool);
  assert.ok(may({}, "Bash") && may({ tools: ["*"] }, "Bash") && may({ tools: ["Bash(git:*)"] }, "Bash"));
  assert.ok(!may({ tools: ["Read"] }, "Bash") && !may({ tools: [] }, "Read"));
  assert.ok(!may({ disallowedTools: ["Bash"] }, "Bash") && may({ disallowedTools: ["Bash"] }, "Read"));
  for (const servers of ["mcp__a", "mcp__a__*", "mcp__*"]) {
    assert.ok(may({ tools: [servers] }, "mcp__a__t"), servers);
    assert.ok(!may({ disallowedTools: [servers] }, "mcp__a__t"), servers);
  }
  assert.ok(!may({ tools: ["mcp__a"] }, "mcp__ab__t"));
});
