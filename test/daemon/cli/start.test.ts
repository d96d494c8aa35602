import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bridle, root } from "../../cli/run-bridle.ts";
import { processesMarked } from "../../host/process-table.ts";
import { until } from "../../host/until.ts";
import { Running } from "./cli-home.ts";

test("U1 npm start brings up a daemon with a session that waits for a person, a page, and a link that logs in once", async () => {
  const folder = mkdtempSync("/tmp/bridle-start-");
  const mark = `BRIDLE_TEST_START=${folder}`;
  const env = { PATH: process.env.PATH, HOME: folder, BRIDLE_TEST_START: folder, ANTHROPIC_API_KEY: "not used" };
  const started: Running[] = [];
  const start = (): Running => {
    const one = new Running(spawn(process.execPath, ["scripts/demo.ts"], { cwd: root, env, stdio: "pipe" }));
    started.push(one);
    return one;
  };
  const running = start();
  try {
    const [link = ""] = await running.printed(/http:\S+login\?code=\S+/);
    const [, home = ""] = await running.printed(/Everything is kept in (\S+)\. Ctrl-C/);
    assert.ok(home.startsWith(folder) && !home.startsWith(root), "it survives a new checkout");
    const { origin, searchParams } = new URL(link);
    const login = await fetch(`${origin}/login`, {
      method: "POST",
      redirect: "manual",
      headers: { origin, "content-type": "application/x-www-form-urlencoded" },
      body: `code=${searchParams.get("code")}`,
    });
    const cookie = (login.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const page = await (await fetch(`${origin}/`, { headers: { cookie } })).text();
    assert.match(page, /<title>Bridle<\/title>/);
    assert.equal((await fetch(`${origin}/icon.svg`, { headers: { cookie } })).status, 200);
    const call = async (method: string, request: object): Promise<unknown> => {
      const response = await fetch(`${origin}/bridle.v1.ConversationService/${method}`, {
        method: "POST",
        headers: { cookie, origin, "content-type": "application/json" },
        body: JSON.stringify(request),
      });
      return response.json();
    };
    const { asks } = (await call("ListAsks", {})) as { asks: { id: string; toolName: string; digest: string }[] };
    assert.deepEqual([asks.length, asks[0]?.toolName], [1, "Edit"]);
    const { id: askId, digest } = asks[0] ?? { id: "", digest: "" };
    await call("AnswerAsk", { callId: "page-1", askId, digest, verdict: "VERDICT_ALLOW" });
    await until(() => readFileSync(join(home, "project", "notes.md"), "utf8").includes("You decide"));
    const { stdout } = bridle(["sessions", "--home", home], { env });
    assert.match(stdout, /Demo: a change waiting for you/);
    const second = await start().ended;
    assert.equal(second.status, 0, "one that runs is as was asked for");
    assert.match(second.stdout, /http:\S+login\?code=\S+[\s\S]*export BRIDLE_HOME=.*[\s\S]* approve \w{8} /);
    running.child.kill("SIGINT");
    const ended = await running.ended;
    assert.equal(ended.status, 0, ended.stderr);
    assert.match(ended.stdout, /stopped\n$/);
    assert.ok(!existsSync(join(folder, ".claude")), "the user's own transcripts are left alone");
    await until(() => processesMarked(mark).length === 0);
    const again = start();
    await again.printed(/is waiting for you/);
    const sessions = bridle(["sessions", "--json", "--home", home], { env }).stdout;
    assert.equal(sessions.trim().split("\n").length, 1, "its session is used again");
    again.child.kill("SIGTERM");
    assert.equal((await again.ended).status, 0);
  } finally {
    for (const { child } of started) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
});
