import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultDatabase } from "./default-database.ts";

test("G7 the database follows CLAUDE_CONFIG_DIR: another configuration has other conversations", () => {
  const env = { HOME: "/home/ada", XDG_STATE_HOME: "/state", CLAUDE_CONFIG_DIR: "/home/ada/work" };
  assert.equal(defaultDatabase(env), "/home/ada/work/bridle/agent.db");
});

test("G7 the database is in the folder for state", () => {
  const home = { HOME: "/home/ada" };
  assert.equal(defaultDatabase(home), "/home/ada/.local/state/bridle/agent.db");
  assert.equal(defaultDatabase({ ...home, XDG_STATE_HOME: "/state" }), "/state/bridle/agent.db");
  assert.equal(defaultDatabase({ ...home, XDG_STATE_HOME: "" }), "/home/ada/.local/state/bridle/agent.db");
  assert.equal(defaultDatabase({}), undefined);
});
