import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { isBridleError } from "../../src/exports/host.ts";
import type { Fault } from "../../src/exports/testing.ts";
import { fromHost } from "../../src/wire/control/from-host.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { openAgent, told } from "./open-agent.ts";
import { openTwin } from "./open-twin.ts";
import { readAll } from "./read-events.ts";
import { within } from "./within.ts";

test("H9 ten calls in flight are answered in reverse order, each with its own answer", async () => {
  await using agent = await openTwin({
    faults: [{ at: { line: "control_response/set_model" }, reverse: 10, times: 10 }],
  });
  const names = Array.from({ length: 10 }, (_, n) => `model-${n}`);
  const calls = names.map((model) => agent.session.control("set_model", { model }));
  const answers = await within(5000, "the answers", Promise.all(calls));
  assert.deepEqual(
    answers.map(({ model }) => model),
    names,
  );
});

test("H9 late, duplicate and foreign answers change nothing and are counted", async () => {
  const foreign = { type: "control_response", response: { subtype: "success", request_id: "foreign", response: {} } };
  const twice = ["initialize", "set_model"].flatMap((subtype): Fault[] => {
    const line = `control_response/${subtype}`;
    const edit = { response: { response: { model: "second" } } };
    return [
      { at: { line }, repeat: { edit } },
      { at: { line, after: true }, say: [foreign] },
    ];
  });
  await using agent = await openTwin({
    faults: [
      ...twice,
      { at: { line: "control_response/mcp_status" }, holdUntil: { heard: "control_request/set_model" } },
    ],
  });
  const { session } = agent;
  assert.equal((await session.initialized)?.model, undefined);
  await assert.rejects(session.control("mcp_status", {}, { timeoutMs: 100 }), (error) =>
    isBridleError(error, "timeout"),
  );
  assert.deepEqual(await session.control("set_model", { model: "x" }), { model: "x" });
  await (await session.send("go")).result;
  // Two answers too many to each of initialize and set_model, and the late one.
  assert.equal(session.counters.unmatched_answers, 5);
});

test("H9 a request id that is used twice at once is answered once, and again when it is free", async () => {
  const asked: unknown[] = [];
  let seen = 0;
  const onAsk = async ({ input }: { input: Fields }) => {
    asked.push(input.n);
    for (const until = Date.now() + 5000; seen === 0 && Date.now() < until; await setImmediate())
      seen = agent.session.counters.duplicate_requests;
    return "allow" as const;
  };
  const ask = (n: number): Fields => ({
    type: "control_request",
    request_id: "same",
    request: { subtype: "can_use_tool", tool_name: "Bash", input: { n }, tool_use_id: "t" },
  });
  const faults: Fault[] = [
    { at: { line: "system/init", after: true }, say: [ask(1), ask(2)] },
    { at: { heard: "control_response" }, echo: true, times: "every" },
    { at: { heard: "control_response" }, say: [ask(3)] },
    { at: { line: "result" }, holdUntil: { heard: "control_response", nth: 2 } },
  ];
  await using agent = await openTwin({ faults }, { onAsk });
  const events = await readAll(await agent.session.send("go"));
  const heard = told(events, "heard") as { response: { response: { updatedInput: Fields } } }[];
  assert.deepEqual(
    heard.map(({ response }) => response.response.updatedInput.n),
    [1, 3],
  );
  assert.deepEqual(asked, [1, 3]);
  assert.equal(agent.session.counters.duplicate_requests, 1);
});

test("H9 every request of the agent gets one answer: unknown, malformed and unhandled ones an error", async () => {
  await using agent = await openAgent("puppet");
  const request = (request_id: string, fields: Fields) => ({ type: "control_request", request_id, request: fields });
  const turn = await agent.session.send(
    JSON.stringify([
      request("a", { subtype: "brand_new_thing" }),
      request("b", { subtype: "elicitation", mcp_server_name: "x" }),
      request("c", { subtype: "can_use_tool" }),
      request("d", { subtype: "hook_callback", callback_id: "nobody", input: {} }),
      request("e", { subtype: "mcp_message", server_name: "nobody", message: { jsonrpc: "2.0", id: 3, method: "x" } }),
      { type: "control_request", request_id: "f" },
    ]),
  );
  const answers = new Map<string, Fields>();
  for await (const event of turn) {
    for (const answer of told([event], "answer") as Fields[]) answers.set(String(answer.request_id), answer);
    if (answers.size === 6) break;
  }
  const codes = Object.fromEntries([...answers].map(([id, { subtype, error_code }]) => [id, [subtype, error_code]]));
  assert.deepEqual(codes, {
    a: ["error", "unsupported_request"],
    b: ["error", "unsupported_request"],
    c: ["error", "invalid_request"],
    d: ["error", undefined],
    e: ["success", undefined],
    f: ["error", "invalid_request"],
  });
});

/** A payload that fits, for the subtypes that need one. */
const payloads: { readonly [subtype: string]: Fields } = {
  set_permission_mode: { mode: "plan" },
  cancel_async_message: { message_uuid: "u" },
  rename_session: { title: "t" },
  side_question: { question: "q" },
  set_cwd: { cwd: "/" },
  channel_enable: { serverName: "s" },
  mcp_set_servers: { servers: {} },
  mcp_reconnect: { serverName: "s" },
  mcp_toggle: { serverName: "s", enabled: true },
  mcp_read_resource: { serverName: "s", uri: "u" },
  mcp_message: { server_name: "s", message: {} },
  set_mcp_permission_mode_override: { serverName: "s" },
  rewind_files: { user_message_id: "u" },
  seed_read_state: { path: "/" },
  read_file: { path: "/" },
  register_repo_root: { directory: "/" },
  apply_flag_settings: { settings: {} },
  update_settings: { settings: {} },
  stop_task: { task_id: "t" },
  get_task_output: { task_id: "t" },
};

test("H13 every harmless request of the table reaches the agent through control(), all at once", async () => {
  await using agent = await openAgent("puppet");
  const harmless = Object.entries(fromHost).filter(
    ([subtype, { effect }]) => effect === "none" && subtype !== "initialize",
  );
  assert.ok(harmless.length > 50);
  const refused: string[] = [];
  const calls = harmless.map(async ([subtype]) => {
    try {
      const control = agent.session.control.bind(agent.session) as (
        subtype: string,
        payload: Fields,
      ) => Promise<Fields>;
      assert.deepEqual(await control(subtype, payloads[subtype] ?? {}), {});
    } catch (error) {
      if (!isBridleError(error, "unsupported")) throw error;
      refused.push(subtype);
    }
  });
  await within(5000, "the answers", Promise.all(calls));
  // The SDK declares it and the CLI refuses it: it is not sent.
  assert.deepEqual(refused, ["set_color"]);
});

test("H13 the named methods send what they say", async () => {
  await using agent = await openAgent("puppet");
  const { session } = agent;
  const calls = [
    session.setModel("m"),
    session.setModel(),
    session.setPermissionMode("plan"),
    session.setMaxThinkingTokens(null),
    session.mcpStatus(),
    session.interrupt({ cancelQueued: true }),
  ];
  await within(5000, "the answers", Promise.all<unknown>(calls));
});

/** It tells that it is another version than it was started as. */
const another: Fault[] = [
  {
    at: { line: "control_response/initialize" },
    edit: { response: { response: { claude_code_version: "2.1.110", capabilities: [] } } },
  },
];

test("C4 what the agent says of itself in its answer to initialize corrects the adapter", async () => {
  await using agent = await openTwin({ faults: another });
  const answer = await agent.session.initialized;
  assert.equal(answer?.claude_code_version, "2.1.110");
  assert.match(agent.session.adapter.name, /2\.1\.110$/);
});

for (const code of ["unsupported_request", undefined]) {
  test(`C4 a request that the agent calls unsupported, ${code ? "with" : "without"} an error code, is not sent to it again`, async () => {
    const error = "Unsupported control request subtype: get_context_usage";
    const refuse = code === undefined ? { error } : { error, code };
    await using agent = await openTwin({ faults: [{ at: { line: "control_response/get_context_usage" }, refuse }] });
    await assert.rejects(agent.session.control("get_context_usage", {}), (thrown) => isBridleError(thrown, "refused"));
    await assert.rejects(agent.session.control("get_context_usage", {}), (thrown) =>
      isBridleError(thrown, "unsupported"),
    );
  });
}

test("C4 a request that is refused for another reason may be sent again", async () => {
  const faults: Fault[] = [{ at: { line: "control_response/get_context_usage" }, refuse: { error: "not now" } }];
  await using agent = await openTwin({ faults });
  await assert.rejects(agent.session.control("get_context_usage", {}), (thrown) => isBridleError(thrown, "refused"));
  assert.ok(await agent.session.control("get_context_usage", {}));
});
