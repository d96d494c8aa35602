import assert from "node:assert/strict";
import { test } from "node:test";
import { rankPaths } from "./rank-paths.ts";

const paths = ["src/", "src/session.ts", "src/agent/", "src/agent/session-life.ts", "README.md", "docs/sessions.md"];

test("U3 a path is found by its beginning, its name, a part of it or letters in order, in this order", () => {
  assert.deepEqual(rankPaths(paths, "src/s", 10), ["src/session.ts", "src/agent/session-life.ts"]);
  assert.deepEqual(rankPaths(paths, "session", 10), [
    "src/session.ts",
    "docs/sessions.md",
    "src/agent/session-life.ts",
  ]);
  assert.deepEqual(rankPaths(paths, "README", 10), ["README.md"]);
  assert.deepEqual(rankPaths(paths, "saglife", 10), ["src/agent/session-life.ts"]);
  assert.deepEqual(rankPaths(paths, "nothing", 10), []);
});

test("U3 without a word only what lies directly in the folder is offered", () => {
  assert.deepEqual(rankPaths(paths, "", 10), ["src/", "README.md"]);
  assert.deepEqual(rankPaths(paths, "", 1), ["src/"]);
});
