import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { markedSeconds, processesWith } from "../live/processes.ts";
import { until } from "../live/until.ts";
import { asking, Driven, user } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("settings-hooks");
const touching = user(scripted({ tools: [{ name: "Bash", input: { command: "touch made" } }] }, { text: "done" }));

function start(hooks: Fields, ...argv: string[]): { agent: Driven; cwd: string } {
  const cwd = folder();
  const settings = JSON.stringify({ hooks });
  const env = environment({ CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: "8000" });
  const words = [...asking, "--model", "scripted", "--settings", settings, ...argv];
  return { agent: new Driven(codingAgent, { argv: words, env, cwd, isKnown: false }), cwd };
}

const hook = (command: string, more: Fields = {}): Fields[] => [{ hooks: [{ type: "command", command, ...more }] }];
const answering = (answer: Fields): string => `printf '%s' '${JSON.stringify(answer)}'`;
const deciding = (decision: Fields): Fields[] =>
  hook(answering({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision } }));

test("G2 a guard that cannot be run is no yes, whatever rules and modes allow", async () => {
  for (const argv of [["--allowedTools", "Bash"], ["--dangerously-skip-permissions"]]) {
    for (const guard of [hook("/nonexistent/guard"), [{ hooks: [{ type: "prompt", prompt: "is this fine?" }] }]]) {
      const { agent, cwd } = start({ PreToolUse: guard }, ...argv, "--permission-prompts", "none");
      agent.send(touching);
      await agent.saw("result success done");
      assert.ok(!existsSync(join(cwd, "made")));
      assert.ok(agent.frames.some(({ tag }) => tag === "hook_no_verdict"));
      await agent.finish();
    }
  }
});

test("G2 a UserPromptSubmit hook that gives no usable answer has not let the prompt through", async () => {
  const silent: [string, Fields?][] = [
    ["echo '{broken'"],
    [answering({ decision: "nope" })],
    [answering({ continue: "no" })],
    [answering({ hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "x" } })],
    [`echo first; ${answering({ decision: "block", reason: "no" })}`],
    ["head -c 2000000 /dev/zero | tr '\\0' a"],
    ["/nonexistent/guard"],
    ["kill -9 $$"],
    ["sleep 9", { timeout: 0.3 }],
  ];
  const guards = [
    ...silent.map(([command, more]) => hook(command, more)),
    [{ hooks: [{ type: "http", url: "http://127.0.0.1:9" }] }],
  ];
  for (const guard of guards) {
    const { agent } = start({ UserPromptSubmit: guard });
    agent.send(user(scripted({ text: "from the model" })));
    const { result } = await agent.saw("result");
    const reason =
      /^UserPromptSubmit operation blocked by hook:\n\[.*\]: the hook (gave no usable answer|didn't answer in time), /;
    assert.match(String(result), reason, JSON.stringify(guard));
    await agent.finish();
  }
});

test("G2 a UserPromptSubmit hook that fails, or says what is no answer, goes with the prompt as in Claude Code", async () => {
  for (const command of ["echo hello; exit 1", "echo '[1]'", answering({ other: 1 }), "true"]) {
    const { agent } = start({ UserPromptSubmit: hook(command) });
    agent.send(user(scripted({ text: "from the model" })));
    await agent.saw("result success from the model");
    await agent.finish();
  }
});

test("G2 a hook whose time is up ends with all it started", async () => {
  const seconds = markedSeconds();
  const { agent } = start({ PreToolUse: hook(`sleep ${seconds} & sleep ${seconds}`, { timeout: 0.5 }) });
  agent.send(touching);
  await agent.saw("asks can_use_tool");
  await until("its processes are gone", () => processesWith(`sleep ${seconds}`).length === 0);
  agent.send({ type: "control_request", request_id: "i", request: { subtype: "interrupt" } });
  await agent.saw("result");
  await agent.finish();
});

test("G2 a PermissionRequest hook decides in a person's place, and withdraws what a person was asked", async () => {
  const denied = start({ PermissionRequest: deciding({ behavior: "deny", message: "the hook says no" }) });
  denied.agent.send(touching);
  await denied.agent.saw("asks can_use_tool");
  await denied.agent.saw("tool_result the hook says no");
  assert.ok(denied.agent.frames.some(({ type }) => type === "control_cancel_request"));
  await denied.agent.finish();
  const allowed = start({ PermissionRequest: deciding({ behavior: "allow" }) }, "--permission-prompts", "none");
  allowed.agent.send(touching);
  await allowed.agent.saw("result success done");
  assert.ok(existsSync(join(allowed.cwd, "made")));
  await allowed.agent.finish();
});

test("G2 SessionStart has its source and SessionEnd its reason, and a PreCompact hook may block", async () => {
  const noting = hook('{ cat; echo; } >> "$CLAUDE_PROJECT_DIR/log"');
  const { agent, cwd } = start({
    SessionStart: noting,
    SessionEnd: noting,
    PreCompact: hook("echo keep it all >&2; exit 2"),
  });
  for (const text of ["one", "two"]) {
    agent.send(user(scripted({ text })));
    await agent.saw(`result success ${text}`);
  }
  agent.send(user("/compact"));
  assert.match(String((await agent.saw("result")).result), /^Compaction blocked by PreCompact hook: .*keep it all/);
  agent.send(user("/clear"));
  await agent.saw("result");
  await agent.finish();
  const log = readFileSync(join(cwd, "log"), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const told = log.map((line) => JSON.parse(line) as Fields);
  assert.deepEqual(
    told.map(({ hook_event_name, source, reason }) => `${hook_event_name} ${source ?? reason}`),
    ["SessionStart startup", "SessionEnd clear", "SessionStart clear", "SessionEnd other"],
  );
  assert.equal(told[0]?.session_id, told[1]?.session_id);
  assert.notEqual(told[1]?.session_id, told[2]?.session_id);
});

test("G2 --include-hook-events tells of every hook that runs", async () => {
  const { agent } = start({ PreToolUse: hook("echo out; echo why >&2; exit 2") }, "--include-hook-events");
  agent.send(touching);
  await agent.saw("result success done");
  const [started, response] = agent.frames.filter(({ subtype }) => String(subtype).startsWith("hook_"));
  assert.deepEqual(
    [started?.subtype, started?.hook_name, started?.hook_event],
    ["hook_started", "PreToolUse:Bash", "PreToolUse"],
  );
  const { hook_id, stdout, stderr, exit_code, outcome } = response ?? {};
  assert.deepEqual([hook_id, stdout, stderr, exit_code, outcome], [started?.hook_id, "out\n", "why\n", 2, "error"]);
  await agent.finish();
});
