import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAgentVersion } from "./agent-version.ts";

test("C1 the real form of --version is parsed", () => {
  assert.deepEqual(parseAgentVersion("2.1.325 (Claude Code)\n"), { major: 2, minor: 1, patch: 325 });
  assert.deepEqual(parseAgentVersion("1.0.24 (Claude Code)\r\n"), { major: 1, minor: 0, patch: 24 });
});

test("C1 the documented form is parsed, with its API version", () => {
  const expected = { major: 1, minor: 0, patch: 22, apiVersion: "anthropic-2024-12-01" };
  assert.deepEqual(parseAgentVersion("claude v1.0.22 (anthropic-2024-12-01)"), expected);
  assert.deepEqual(parseAgentVersion("claude 1.0.22"), { major: 1, minor: 0, patch: 22 });
});

test("C1 anything else is unknown, not a crash", () => {
  const others = [
    "",
    "claude",
    "v",
    "2.1",
    "2.1.x",
    "2.1.3.4",
    "Error: no\n2.1.3",
    "99999999999999999999.1.1",
    "2.1.3-beta",
    "(Claude Code) 2.1.3",
    "\u0000",
  ];
  for (const text of others) assert.equal(parseAgentVersion(text), undefined, text);
});
