import assert from "node:assert/strict";
import { test } from "node:test";
import { Decoder } from "../codec/decoder.ts";
import { version } from "../util/version.ts";
import type { Canonical } from "../wire/canonical.ts";
import { adapterFor } from "./adapters.ts";
import { FrameParser } from "./frame-parser.ts";

function read(...messages: object[]): Canonical[] {
  const decoder = new Decoder({ adapter: adapterFor(version("2.1.325")) });
  return decoder.push(Buffer.from(messages.map((message) => `${JSON.stringify(message)}\n`).join("")));
}

function one<K extends Canonical["kind"]>(kind: K, message: object): Extract<Canonical, { kind: K }> {
  const [found] = read(message);
  assert.equal(found?.kind, kind);
  return found as Extract<Canonical, { kind: K }>;
}

test("C5 an init is read with defaults for what older versions leave out", () => {
  const init = one("init", { type: "system", subtype: "init", session_id: "s" });
  assert.deepEqual(
    [init.sessionId, init.tools, init.mcpServers, init.agentVersion, init.capabilities],
    ["s", [], [], undefined, undefined],
  );
  const full = one("init", {
    type: "system",
    subtype: "init",
    session_id: "s",
    tools: ["Bash"],
    mcp_servers: [{ name: "calc", status: "connected", source: "sdk" }],
    claude_code_version: "2.1.325",
    capabilities: ["a"],
    brand_new: 1,
  });
  assert.deepEqual(full.mcpServers, [{ name: "calc", status: "connected" }]);
  assert.deepEqual([full.agentVersion, full.capabilities], ["2.1.325", ["a"]]);
  assert.equal(full.frame.message.brand_new, 1);
});

test("C5 assistant and user messages are read as blocks, a string as one text", () => {
  const assistant = one("assistant", {
    type: "assistant",
    parent_tool_use_id: "toolu_0",
    message: {
      id: "msg_1",
      content: [
        { type: "thinking", thinking: "hm" },
        { type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "ls" } },
        { type: "brand_new", x: 1 },
      ],
      usage: { input_tokens: "12", output_tokens: 3 },
    },
  });
  assert.deepEqual(assistant.content, [
    { type: "thinking", text: "hm" },
    { type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "ls" } },
    { type: "other", name: "brand_new", fields: { type: "brand_new", x: 1 } },
  ]);
  assert.deepEqual(
    [assistant.messageId, assistant.parentToolUseId, assistant.usage?.inputTokens],
    ["msg_1", "toolu_0", 12],
  );
  const user = one("user", { type: "user", isReplay: true, message: { role: "user", content: "hi" } });
  assert.deepEqual([user.content, user.replay, user.synthetic], [[{ type: "text", text: "hi" }], true, false]);
});

test("C5 stream events are read by what they add", () => {
  const event = (inner: object): object => ({ type: "stream_event", session_id: "s", event: inner });
  const delta = (inner: object): object => event({ type: "content_block_delta", index: 2, delta: inner });
  const parts = read(
    delta({ type: "text_delta", text: "a" }),
    delta({ type: "thinking_delta", thinking: "b" }),
    delta({ type: "input_json_delta", partial_json: "{" }),
    delta({ type: "signature_delta", signature: "s" }),
    event({ type: "content_block_delta", index: 0 }),
    event({ type: "message_start", message: {} }),
    event({ type: "content_block_stop", index: 1 }),
    event({ type: "brand_new" }),
  ).map((message) => message.kind === "delta" && [message.type, message.index, message.text]);
  assert.deepEqual(parts, [
    ["text_delta", 2, "a"],
    ["thinking_delta", 2, "b"],
    ["tool_input_delta", 2, "{"],
    ["other", 2, ""],
    ["other", 0, ""],
    ["message_start", 0, ""],
    ["block_stop", 1, ""],
    ["other", 0, ""],
  ]);
});

test("C5 a result is an error unless it is a success that does not call itself one", () => {
  const isError = (message: object): boolean => one("result", { type: "result", ...message }).isError;
  assert.equal(isError({ subtype: "success", is_error: false }), false);
  assert.equal(isError({ subtype: "success" }), false);
  assert.equal(isError({ subtype: "success", is_error: true }), true);
  assert.equal(isError({ subtype: "error_during_execution", is_error: false }), true, "as 1.0.60 to 2.1.80 say it");
  assert.equal(isError({ subtype: "brand_new", is_error: false }), true);
});

test("W4 missing optional fields get defaults, and a number may be written as a string", () => {
  const result = one("result", {
    type: "result",
    subtype: "success",
    duration_ms: "45200",
    usage: { input_tokens: "7" },
    total_cost_usd: "0.5",
  });
  assert.deepEqual(
    [result.durationMs, result.usage.inputTokens, result.usage.outputTokens, result.totalCostUsd],
    [45200, 7, 0, 0.5],
  );
  assert.deepEqual([result.errors, result.denials, result.promptUuids, result.turns], [[], [], [], 0]);
  const odd = one("result", {
    type: "result",
    subtype: "success",
    duration_ms: {},
    usage: 3,
    errors: "x",
    num_turns: "many",
  });
  assert.deepEqual([odd.durationMs, odd.usage.inputTokens, odd.errors, odd.turns], [0, 0, ["x"], 0]);
});

test("C5 control frames are read in both directions, error answers with their code", () => {
  const [request, response, failed, cancel] = read(
    { type: "control_request", request_id: "1", request: { subtype: "can_use_tool" } },
    { type: "control_response", response: { subtype: "success", request_id: "2", response: { mode: "plan" } } },
    {
      type: "control_response",
      response: { subtype: "error", request_id: "3", error: "no", error_code: "invalid_mode" },
    },
    { type: "control_cancel_request", request_id: "4" },
  );
  assert.ok(request?.kind === "control_request" && request.subtype === "can_use_tool" && request.requestId === "1");
  assert.ok(response?.kind === "control_response" && response.error === undefined);
  assert.deepEqual(response.payload, { mode: "plan" });
  assert.ok(failed?.kind === "control_response");
  assert.deepEqual([failed.error, failed.errorCode, failed.payload], ["no", "invalid_mode", undefined]);
  assert.ok(cancel?.kind === "control_cancel" && cancel.requestId === "4");
});

test("C5 a known word without a form of its own is a notice, an unknown one is unknown", () => {
  const notice = one("notice", { type: "system", subtype: "api_retry", attempt: 1 });
  assert.deepEqual([notice.word, notice.fields.attempt], ["system/api_retry", 1]);
  assert.equal(one("unknown", { type: "system", subtype: "brand_new" }).word, "system/brand_new");
  assert.equal(one("unknown", { type: "brand_new", subtype: "x" }).word, "brand_new");
  assert.equal(one("unknown", { type: "system" }).word, "system");
  assert.equal(one("unknown", { type: "__proto__" }).word, "__proto__");
});

test("C6 a known message without a field it requires is a problem that names it, not an exception", () => {
  const missing = (message: object): string => {
    const { code, word, field } = one("problem", message);
    return `${code} ${word} ${field}`;
  };
  assert.equal(missing({ type: "assistant" }), "missing_field assistant message");
  assert.equal(missing({ type: "assistant", message: {} }), "missing_field assistant message.content");
  assert.equal(missing({ type: "stream_event", event: null }), "missing_field stream_event event");
  assert.equal(
    missing({ type: "system", subtype: "api_retry", attempt: "soon" }),
    "missing_field system/api_retry attempt",
  );
});

test("H17 no field of a result is required, and what does not say that it was a success is none", () => {
  const isError = (fields: object): boolean => one("result", { type: "result", ...fields }).isError;
  assert.deepEqual([isError({}), isError({ is_error: true }), isError({ is_error: 1 })], [true, true, true]);
  assert.deepEqual([isError({ is_error: false }), isError({ subtype: "success" })], [false, false]);
  assert.deepEqual([isError({ subtype: "new", is_error: false }), isError({ subtype: 5 })], [true, true]);
});

test("C4 an adapter may skip an unknown word or call it fatal; both stay values", () => {
  const frame = {
    type: "message",
    message: { type: "odd", secret: "s3cret" },
    bytes: 14,
    lineNumber: 7,
    truncated: false,
  } as const;
  const adapter = adapterFor(undefined);
  adapter.handleUnknown = () => ({ handling: "skip", level: "info", reason: "not needed" });
  assert.deepEqual(adapter.parse(frame), { kind: "skipped", word: "odd", level: "info", reason: "not needed" });
  adapter.handleUnknown = () => ({ handling: "fatal", reason: "no" });
  const fatal = adapter.parse(frame);
  assert.ok(fatal.kind === "problem" && fatal.code === "protocol_fatal" && fatal.frame.lineNumber === 7);
  assert.ok(!JSON.stringify(fatal).includes("s3cret"));
});

test("W3 a problem with a known message tells where and what, and nothing of its content", () => {
  const problem = one("problem", { type: "assistant", messag: { content: "s3cret" } });
  assert.ok(!JSON.stringify(problem).includes("s3cret"));
  assert.deepEqual([problem.frame.reason, problem.frame.lineNumber, problem.frame.bytes], ["missing_field", 1, 50]);
  assert.match(problem.frame.digest, /^[0-9a-f]{8}$/);
  const line = '{"type":"assistant","x":1}\n';
  const [captured] = new Decoder({ adapter: adapterFor(undefined), captureRaw: true }).push(Buffer.from(line));
  assert.ok(captured?.kind === "problem" && captured.frame.raw !== undefined);
  assert.equal(Buffer.from(captured.frame.raw).toString(), line.trim());
});

test("W2 a message that we cut to its ids is a notice, not the agent's fault", () => {
  const blocks = Array.from({ length: 60_000 }, () => ({ type: "text", text: "x" }));
  const decoder = new Decoder({
    adapter: adapterFor(version("2.1.325")),
    mode: "strict",
    maxPayloadBytes: 1024 * 1024,
  });
  const [cut] = decoder.push(
    Buffer.from(`${JSON.stringify({ type: "assistant", session_id: "s", message: { id: "m", content: blocks } })}\n`),
  );
  assert.ok(cut?.kind === "notice" && cut.word === "assistant" && cut.frame.truncated && cut.sessionId === "s");
  assert.deepEqual([decoder.degraded, decoder.counters.parse_errors_tolerated], [false, 0]);
});

test("C4 a repair sees the message before it is checked", () => {
  const repairs = new Map([["old", (message: object) => ({ type: "old", ...message, fresh: "yes" })]]);
  const parser = new FrameParser({ old: { when: "", shape: { fresh: "string" } } }, {}, repairs);
  const read = parser.parse({ type: "message", message: { type: "old" }, bytes: 1, lineNumber: 1, truncated: false });
  assert.ok(read.kind === "notice" && read.fields.fresh === "yes");
});

test("C4 a turn that the API failed says so in every version that gives a reason", () => {
  const reason = (at: string, terminal_reason: string): string | undefined => {
    const line = JSON.stringify({ type: "result", subtype: "success", is_error: true, terminal_reason });
    const [result] = new Decoder({ adapter: adapterFor(version(at)) }).push(Buffer.from(`${line}\n`));
    return result?.kind === "result" ? result.terminalReason : undefined;
  };
  assert.equal(reason("2.1.110", "completed"), "api_error");
  assert.equal(reason("2.1.110", "budget_exhausted"), "budget_exhausted");
  assert.equal(reason("2.1.325", "completed"), "completed");
});

test("C5 C6 an agent's session id may be in any form; what can be neither an argument nor shown is none", () => {
  const idOf = (session_id: unknown): string | undefined =>
    one("init", { type: "system", subtype: "init", session_id }).sessionId;
  for (const id of ["mine", "0", "--resume", "x".repeat(256), "ünï"]) assert.equal(idOf(id), id);
  assert.equal(idOf(7), "7");
  for (const id of ["", "a\0b", "a\nb", "a\ud83d", "x".repeat(257), null, undefined, {}, [], true])
    assert.equal(idOf(id), undefined, JSON.stringify(id)?.slice(0, 20));
});
