import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultDatabase } from "./default-database.ts";

test("G7 the database is where the environment says, else in the folder for state", () => {
  const home = { HOME: "/home/ada" };
  assert.equal(defaultDatabase(home), "/home/ada/.local/state/bridle/agent.db");
  assert.equal(defaultDatabase({ ...home, XDG_STATE_HOME: "/state" }), "/state/bridle/agent.db");
  assert.equal(defaultDatabase({ ...home, XDG_STATE_HOME: "" }), "/home/ada/.local/state/bridle/agent.db");
  assert.equal(defaultDatabase({ ...home, XDG_STATE_HOME: "/state", BRIDLE_AGENT_DB: "./a.db" }), "./a.db");
});
