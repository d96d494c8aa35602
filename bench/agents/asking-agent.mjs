// A fake agent that uses tools at a steady pace, whether or not it was answered: it tells the hook of each, asks for permission where the
// hook has no opinion, and writes to a file how long each answer took, in microseconds. Its prompt is an order:
// {"uses":[{"tool":…,"input":…,"allowed":…}],"everyMs":…,"out":…}.
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const say = (...frames) => process.stdout.write(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(""));
const session_id = "00000000-0000-4000-8000-000000000000";
const waiting = new Map();
let hooks = [];
let order;
let prompt;
let left = 0;
let asked = 0;
let told = { hook: [], ask: [], wrong: 0 };

createInterface({ input: process.stdin }).on("line", (line) => {
  const now = process.hrtime.bigint();
  const frame = JSON.parse(line);
  if (frame.type === "control_response") answered(frame.response, now);
  else if (frame.type === "control_request") {
    hooks = frame.request.hooks?.PreToolUse?.flatMap(({ hookCallbackIds }) => hookCallbackIds) ?? hooks;
    say({ type: "control_response", response: { subtype: "success", request_id: frame.request_id, response: {} } });
  } else if (frame.type === "user") begin(frame);
});

function begin(frame) {
  const { content } = frame.message;
  order = JSON.parse(typeof content === "string" ? content : content[0].text);
  prompt = frame.uuid;
  told = { hook: [], ask: [], wrong: 0 };
  left = order.uses.length;
  const init = { type: "system", subtype: "init", session_id, cwd: process.cwd(), tools: [], mcp_servers: [] };
  say({ ...init, model: "m", permissionMode: "default", claude_code_version: "2.1.325" });
  if (left === 0) return end();
  const begun = performance.now() + Math.random() * order.everyMs;
  const at = (number) => Math.max(0, begun + number * order.everyMs - performance.now());
  const next = (number) => {
    use(order.uses[number], asked++);
    if (number + 1 < order.uses.length) setTimeout(() => next(number + 1), at(number + 1));
  };
  setTimeout(() => next(0), at(0));
}

function use(one, number) {
  const tool_use_id = `toolu_${number}`;
  if (hooks.length === 0) return ask(one, tool_use_id);
  const input = { hook_event_name: "PreToolUse", tool_name: one.tool, tool_input: one.input, cwd: process.cwd() };
  const request = { subtype: "hook_callback", callback_id: hooks[0], tool_use_id };
  send({ ...request, input: { ...input, permission_mode: "default" } }, "hook", one, tool_use_id);
}

function ask(one, tool_use_id) {
  send({ subtype: "can_use_tool", tool_name: one.tool, input: one.input, tool_use_id }, "ask", one, tool_use_id);
}

function send(request, kind, one, toolUseId) {
  const request_id = `${kind}-${toolUseId}`;
  waiting.set(request_id, { kind, one, toolUseId, since: process.hrtime.bigint() });
  say({ type: "control_request", request_id, request });
}

function answered({ request_id, response }, now) {
  const { kind, one, toolUseId, since } = waiting.get(request_id);
  waiting.delete(request_id);
  told[kind].push(Number((now - since) / 1000n));
  const isDenied = (response?.hookSpecificOutput?.permissionDecision ?? response?.behavior) === "deny";
  if (kind === "hook" && !isDenied) return ask(one, toolUseId);
  if (isDenied === one.allowed) told.wrong++;
  const content = [{ type: "tool_result", tool_use_id: toolUseId, content: "done", is_error: isDenied }];
  say({ type: "user", message: { role: "user", content }, parent_tool_use_id: null, session_id });
  if (--left === 0) end();
}

function end() {
  if (order.out) writeFileSync(order.out, JSON.stringify(told));
  const named = prompt === undefined ? {} : { user_message_uuids: [prompt] };
  const usage = { input_tokens: 1, output_tokens: 1 };
  say({
    type: "result",
    subtype: "success",
    is_error: false,
    session_id,
    result: "done",
    num_turns: 1,
    usage,
    ...named,
  });
}
