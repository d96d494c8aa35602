import assert from "node:assert/strict";
import { test } from "node:test";
import type * as z from "zod/mini";
import { type Answer, checkPayload, controlRow, controls, type Request } from "./controls.ts";
import { dispatch, type Handlers } from "./dispatch.ts";
import type { Fields } from "./fields.ts";
import type { ControlRequestFrame } from "./frame.ts";

const live = new AbortController().signal;

function frame(subtype: string, payload: Fields = {}): ControlRequestFrame {
  return { type: "control_request", request_id: "r1", request: { subtype, ...payload } };
}

function fits(schema: z.ZodMiniType, payload: Fields): boolean {
  return checkPayload(schema, payload).ok;
}

test("W4 payloads are checked loosely: unknown fields pass, required ones are named when missing", () => {
  const row = controls.fromAgent.can_use_tool;
  const payload = { tool_name: "Bash", input: { command: "ls" }, brand_new: [1] };
  assert.deepEqual(checkPayload(row.request(), payload), { ok: true, payload });
  assert.deepEqual(checkPayload(row.request(), { input: {} }), { ok: false, path: "tool_name" });
  assert.deepEqual(checkPayload(row.request(), { tool_name: "Bash", input: "ls" }), { ok: false, path: "input" });
});

test("W4 a field that no decision depends on may be of any kind, and the payload comes back as it was", () => {
  const row = controls.fromAgent.can_use_tool;
  const input = JSON.parse('{"command":"ls","__proto__":{"x":1}}') as Fields;
  const payload = { tool_name: "Bash", input, description: 5, permission_suggestions: [{ rules: 1 }], extra: 1 };
  const checked = checkPayload(row.request(), payload);
  assert.ok(checked.ok && checked.payload === payload);
});

test("W4 a number written as a string is accepted in a control request", () => {
  assert.ok(fits(controls.fromHost.set_max_thinking_tokens.request(), { max_thinking_tokens: "1000" }));
  assert.ok(fits(controls.fromHost.set_max_thinking_tokens.request(), { max_thinking_tokens: null }));
  assert.ok(!fits(controls.fromHost.set_max_thinking_tokens.request(), { max_thinking_tokens: "many" }));
});

test("W4 a permission answer is an allow or a deny with a message, nothing else", () => {
  const answer = controls.fromAgent.can_use_tool.answer();
  assert.ok(fits(answer, { behavior: "allow", updatedInput: {} }));
  assert.ok(fits(answer, { behavior: "deny", message: "no", interrupt: true }));
  assert.ok(!fits(answer, { behavior: "deny" }));
  assert.ok(!fits(answer, { behavior: "maybe" }));
});

test("W4 a subtype is looked up only among our own rows", () => {
  for (const subtype of ["__proto__", "constructor", "toString", "hasOwnProperty"])
    assert.equal(controlRow("fromHost", subtype), undefined);
});

test("W4 dispatch answers by the handler of the table, typed by its row", async () => {
  const handlers: Handlers<"fromAgent"> = {
    can_use_tool: (request: Request<"fromAgent", "can_use_tool">): Answer<"fromAgent", "can_use_tool"> => ({
      behavior: "allow",
      updatedInput: request.input,
    }),
  };
  const answer = await dispatch(
    "fromAgent",
    frame("can_use_tool", { tool_name: "Bash", input: { command: "ls" } }),
    handlers,
    live,
  );
  assert.deepEqual(answer.response, {
    subtype: "success",
    request_id: "r1",
    response: { behavior: "allow", updatedInput: { command: "ls" } },
  });
});

test("W4 every control request gets an answer: unknown, without a handler, malformed, and when the handler throws", async () => {
  const handlers: Handlers<"fromAgent"> = {
    mcp_message: () => {
      throw new Error("server down");
    },
    hook_callback: () => Promise.reject("odd"),
    can_use_tool: () => ({ behavior: "maybe" }) as never,
    elicitation: () => Promise.reject(Object.create(null)),
  };
  const outcome = async (subtype: string, payload?: Fields): Promise<unknown[]> => {
    const { response } = await dispatch("fromAgent", frame(subtype, payload), handlers, live);
    return [response.subtype, response.error, response.error_code];
  };
  assert.deepEqual(await outcome("brand_new"), [
    "error",
    "Unsupported control request subtype: brand_new",
    "unsupported_request",
  ]);
  assert.deepEqual(await outcome("request_user_dialog"), [
    "error",
    "Unsupported control request subtype: request_user_dialog",
    "unsupported_request",
  ]);
  assert.deepEqual(await outcome("elicitation", { mcp_server_name: "x" }), ["error", "unknown error", undefined]);
  assert.deepEqual((await outcome("can_use_tool", { tool_name: "Bash", input: {} }))[0], "error");
  assert.deepEqual(await outcome("constructor"), [
    "error",
    "Unsupported control request subtype: constructor",
    "unsupported_request",
  ]);
  assert.deepEqual(await outcome("mcp_message", { message: {} }), [
    "error",
    "Invalid mcp_message request: server_name",
    "invalid_request",
  ]);
  assert.deepEqual(await outcome("mcp_message", { server_name: "x", message: {} }), [
    "error",
    "server down",
    undefined,
  ]);
  assert.deepEqual(await outcome("hook_callback", { callback_id: "x", input: {} }), ["error", "odd", undefined]);
});

test("W4 handlers may be methods of an object, and one that never returns is answered when the peer withdraws", async () => {
  class Host {
    hook_callback(): Answer<"fromAgent", "hook_callback"> {
      return {};
    }
    can_use_tool(): Promise<never> {
      return new Promise(() => {});
    }
  }
  const withdrawn = new AbortController();
  assert.equal(
    (await dispatch("fromAgent", frame("hook_callback", { callback_id: "x", input: {} }), new Host(), live)).response
      .subtype,
    "success",
  );
  const answer = dispatch(
    "fromAgent",
    frame("can_use_tool", { tool_name: "Bash", input: {} }),
    new Host(),
    withdrawn.signal,
  );
  withdrawn.abort(new Error("withdrawn"));
  assert.equal((await answer).response.error, "withdrawn");
});
