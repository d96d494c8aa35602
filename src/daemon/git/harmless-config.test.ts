import assert from "node:assert/strict";
import { test } from "node:test";
import { configVariables, harmlessConfig, readSettings } from "./harmless-config.ts";

test("U3 filters of a repository are off; those of the person stay, also where the repository says otherwise", () => {
  const output = [
    "global\0filter.lfs.clean\ngit-lfs clean -- %f\0",
    "local\0filter.lfs.clean\nevil\0",
    "local\0filter.a=b.c.smudge\nevil\0",
    "worktree\0filter.w.required\0",
    "local\0core.bare\nfalse\0",
  ].join("");
  const config = new Map(harmlessConfig(readSettings(output)));
  assert.equal(config.get("filter.lfs.clean"), "git-lfs clean -- %f");
  assert.equal(config.get("filter.lfs.process"), "");
  assert.deepEqual([config.get("filter.a=b.c.smudge"), config.get("filter.a=b.c.clean")], ["", ""]);
  assert.equal(config.get("filter.w.required"), "false");
  assert.equal(config.has("core.bare"), false);
  assert.equal(config.get("core.fsmonitor"), "false");
  const only = harmlessConfig(readSettings("global\0filter.lfs.clean\ngit-lfs\0"));
  assert.ok(!only.some(([key]) => key.startsWith("filter.")), "what the person set up is left alone");
  assert.deepEqual(configVariables([["a.b", "c"]]), {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "a.b",
    GIT_CONFIG_VALUE_0: "c",
  });
});
