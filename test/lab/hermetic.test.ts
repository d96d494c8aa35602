import assert from "node:assert/strict";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { hermetic } from "./hermetic.ts";

test("L1 the environment is built from nothing, and every path in it is its own, but for where Node keeps what it compiled", async () => {
  process.env.CLAUDE_CODE_USE_BEDROCK = "1";
  process.env.ANTHROPIC_AUTH_TOKEN = "inherited";
  process.env.NODE_COMPILE_CACHE = "/compiled";
  await using place = await hermetic("http://127.0.0.1:1", { CLAUDE_CODE_MAX_RETRIES: "1" });
  const root = join(place.cwd, "..");
  assert.deepEqual(place.env, {
    PATH: process.env.PATH,
    LANG: "C.UTF-8",
    HOME: join(root, "home"),
    CLAUDE_CONFIG_DIR: join(root, "home", "cfg"),
    TMPDIR: join(root, "tmp"),
    CLAUDE_CODE_TMPDIR: join(root, "tmp"),
    ANTHROPIC_BASE_URL: "http://127.0.0.1:1",
    ANTHROPIC_API_KEY: "sk-ant-dummy",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    NODE_COMPILE_CACHE: "/compiled",
    CLAUDE_CODE_MAX_RETRIES: "1",
  });
  for (const folder of [place.env.HOME, place.env.CLAUDE_CONFIG_DIR, place.env.TMPDIR, place.cwd]) {
    assert.ok(folder !== undefined && existsSync(folder));
  }
  assert.deepEqual(readdirSync(place.cwd), []);
});

test("L1 two places share nothing, and disposing of one removes all of it and only it", async () => {
  const [one, two] = [await hermetic("http://127.0.0.1:1"), await hermetic("http://127.0.0.1:1")];
  writeFileSync(join(one.home, "left behind"), "x");
  await one.dispose();
  await one.dispose();
  assert.ok(!existsSync(join(one.cwd, "..")));
  assert.ok(existsSync(two.cwd));
  await two.dispose();
});
