import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { fromHost } from "../../src/wire/control/from-host.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { fixturesFolder } from "../contract/fixtures.ts";
import { readTranscript } from "../contract/transcript.ts";
import { asking, Driven, request, user } from "./drive.ts";

const argv = [...asking, "--model", "scripted", "--no-session-persistence"];

const notHere = "no such feature here: refused by name, which hosts tolerate";
const accounts = "reaches accounts or the network";

/** Where ours answers otherwise than the recorded 2.1.325, and why. */
const differences: { readonly [subtype: string]: string } = {
  rewind_files: "this host did not ask for file checkpoints: the error of a message without one",
  seed_read_state: notHere,
  update_settings: "settings files are not written",
  get_hooks_listing: notHere,
  file_suggestions: notHere,
  get_status: notHere,
  side_question: notHere,
  export_conversation: notHere,
  get_memory_dialog: notHere,
  get_sandbox_dialog: notHere,
  set_mcp_permission_mode_override: notHere,
};

/** Not in the recording, and refused. */
const unrecorded: { readonly [subtype: string]: string } = {
  claude_authenticate: accounts,
  claude_oauth_callback: accounts,
  claude_oauth_wait_for_completion: accounts,
  mcp_authenticate: accounts,
  mcp_oauth_callback_url: accounts,
  mcp_clear_auth: accounts,
  remote_control: accounts,
  submit_feedback: accounts,
  submit_survey_feedback: accounts,
  ultrareview_launch: accounts,
  get_chrome_browsers: accounts,
  get_chrome_dialog: accounts,
  select_chrome_browser: accounts,
  set_chrome_browser_hints: accounts,
};

interface Exchange {
  readonly asked: { readonly subtype: string } & Fields;
  readonly answered: Fields;
}

function recorded(): Exchange[] {
  const { lines } = readTranscript(join(fixturesFolder, "2.1.325", "k1-all-subtypes.ndjson"));
  const frames = lines
    .filter(({ direction }) => direction === "<" || direction === ">")
    .map(({ payload }) => JSON.parse(payload) as Fields);
  return frames
    .filter(({ type, request: asked }) => type === "control_request" && (asked as Fields).subtype !== undefined)
    .flatMap(({ request_id, request: asked }) => {
      const answered = frames.find(
        ({ type, response }) => type === "control_response" && (response as Fields).request_id === request_id,
      );
      const isHosts = answered !== undefined && String(request_id).startsWith("req_");
      return isHosts ? [{ asked: asked as Exchange["asked"], answered: answered.response as Fields }] : [];
    });
}

test("G2 every recorded control request is answered as the real one did, but for what is listed", async () => {
  await using agent = new Driven(codingAgent, { argv });
  const exchanges = recorded();
  assert.ok(exchanges.length > 60);
  const different = new Set<string>();
  for (const [index, { asked, answered }] of exchanges.entries()) {
    const { subtype, ...payload } = asked;
    const ours = await agent.control(subtype, payload, `r${index}`);
    if (ours.subtype !== answered.subtype || ours.error_code !== answered.error_code) different.add(subtype);
    if (subtype === "end_session") break;
  }
  // Refused either way, there for a reason of its own.
  const refusedOtherwise = [
    "mcp_call",
    "mcp_read_resource",
    "read_file",
    "register_repo_root",
    "get_task_output",
    "set_cwd",
    "message_rated",
    "claim_session",
    "channel_enable",
  ];
  assert.deepEqual([...different].sort(), [...Object.keys(differences), ...refusedOtherwise].sort());
});

test("G2 every control request of the table is answered", async () => {
  await using agent = new Driven(codingAgent, { argv });
  const names = Object.keys(fromHost).filter((subtype) => subtype !== "end_session");
  for (const subtype of names) {
    const { error_code } = await agent.control(subtype);
    if (Object.hasOwn(unrecorded, subtype)) assert.equal(error_code, "unsupported_request", subtype);
  }
  const seen = new Set(recorded().map(({ asked }) => asked.subtype));
  const untested = names.filter((name) => !seen.has(name) && !Object.hasOwn(unrecorded, name));
  assert.deepEqual(untested, ["interrupt", "mcp_message"]);
});

test("G2 what an agent asks a host, and words nobody knows, are refused as unsupported", async () => {
  await using agent = new Driven(codingAgent, { argv });
  for (const subtype of ["can_use_tool", "hook_callback", "elicitation", "constructor", "dance"]) {
    const { error, error_code } = await agent.control(subtype);
    assert.equal(error, `Unsupported control request subtype: ${subtype}`);
    assert.equal(error_code, "unsupported_request");
  }
});

test("G2 set_permission_mode takes manual for default, as Claude Code does, and tells a mode only when it changed", async () => {
  await using agent = new Driven(codingAgent, { argv });
  assert.deepEqual((await agent.control("set_permission_mode", { mode: "manual" }, "a")).response, { mode: "default" });
  await agent.control("set_permission_mode", { mode: "acceptEdits" }, "b");
  await agent.saw("mode acceptEdits");
  assert.deepEqual((await agent.control("set_permission_mode", { mode: "manual" }, "c")).response, { mode: "default" });
  await agent.saw("mode default");
  assert.equal(agent.labels.filter((label) => label.startsWith("mode")).length, 2);
});

test("G2 set_permission_mode answers, then tells the mode; what cannot be is refused by code", async () => {
  await using agent = new Driven(codingAgent, { argv });
  for (const mode of ["acceptEdits", "plan", "dontAsk", "auto", "default"]) {
    assert.deepEqual((await agent.control("set_permission_mode", { mode }, mode)).response, { mode });
    await agent.saw(`mode ${mode}`);
  }
  const bogus = await agent.control("set_permission_mode", { mode: "bogus" }, "bogus");
  assert.equal(bogus.error_code, "invalid_mode");
  assert.match(String(bogus.error), /must be one of acceptEdits, auto, bypassPermissions, default, dontAsk, plan/);
  const bypass = await agent.control("set_permission_mode", { mode: "bypassPermissions" }, "bypass");
  assert.equal(bypass.error_code, "bypass_not_launched");
  assert.deepEqual(agent.labels.slice(0, 2), ["answers acceptEdits", "mode acceptEdits"]);
  agent.send(user("hi"));
  assert.equal((await agent.saw("init")).permissionMode, "default");
});

test("G2 a session that was started so may be switched to bypassPermissions", async () => {
  await using agent = new Driven(codingAgent, { argv: [...argv, "--allow-dangerously-skip-permissions"] });
  assert.equal((await agent.control("set_permission_mode", { mode: "bypassPermissions" })).subtype, "success");
});

test("G2 set_model takes any name, without one the default, and says so as a terminal would", async () => {
  await using agent = new Driven(codingAgent, { argv });
  assert.deepEqual((await agent.control("set_model", { model: "other" }, "r1")).response, { model: "other" });
  assert.deepEqual(agent.labels, ["replay <local-command-stdout>Set model to `other`</…", "answers r1"]);
  agent.send(user("hi"));
  assert.equal((await agent.saw("init")).model, "other");
  await agent.saw("result");
  assert.deepEqual((await agent.control("set_model", {}, "r2")).response, { model: "scripted" });
});

test("G2 initialize tells what hosts look for", async () => {
  await using agent = new Driven(codingAgent, { argv });
  agent.send(request("initialize", { systemPrompt: [""], title: "My title" }));
  const answered = (await agent.saw("answers initialize")).response as Fields;
  const told = answered.response as Fields;
  assert.deepEqual(answered.pending_permission_requests, []);
  assert.ok((told.models as Fields[]).every(({ value, displayName }) => value !== "" && displayName !== ""));
  assert.deepEqual(
    (told.commands as Fields[]).map(({ name }) => name),
    ["clear", "context", "cost", "compact"],
  );
  assert.deepEqual([told.current_permission_mode, told.session_state, told.pid], ["default", "idle", process.pid]);
  assert.deepEqual(agent.labels, ["session_title_changed", "answers initialize"]);
});

test("G2 the status of the servers lists those of the command line and those of initialize", async () => {
  const config = JSON.stringify({ mcpServers: { flagged: { type: "sdk", name: "flagged" } } });
  await using agent = new Driven({ name: "a", onTurn: () => "ok" }, { argv: [...asking, "--mcp-config", config] });
  await agent.control("initialize", { sdkMcpServers: ["declared"] });
  const { response } = await agent.control("mcp_status");
  assert.deepEqual(
    (response as { mcpServers: Fields[] }).mcpServers.map(({ name }) => name),
    ["flagged", "declared"],
  );
});
