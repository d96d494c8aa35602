import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";

/** The agent's side of the wire: just what a program needs that wants to misbehave on it. */
export function say(...frames) {
  for (const frame of frames) process.stdout.write(`${JSON.stringify(frame)}\n`);
}

/**
 * Reads the host's lines until the end of input. Control requests are answered
 * with `{}` unless `request` takes them; at the end it exits unless `closed` says otherwise.
 */
export function listen({ prompt, request, answer, closed = () => process.exit(0) }) {
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    const frame = JSON.parse(line);
    if (frame.type === "user") prompt?.(frame);
    else if (frame.type === "control_response") answer?.(frame.response);
    else if (frame.type === "control_request" && request?.(frame) !== true) say(answerTo(frame));
  });
  lines.on("close", closed);
}

export const sessionId = "00000000-0000-4000-8000-000000000001";

function answerTo({ request_id }) {
  return { type: "control_response", response: { subtype: "success", request_id, response: {} } };
}

export function init(more = {}) {
  const base = { type: "system", subtype: "init", session_id: sessionId, uuid: randomUUID() };
  return { ...base, tools: ["Bash"], model: "m", cwd: process.cwd(), claude_code_version: "2.1.325", ...more };
}

export function delta(text) {
  const event = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } };
  return { type: "stream_event", event, session_id: sessionId, parent_tool_use_id: null, uuid: "u" };
}

export function result(more = {}) {
  const base = { type: "result", subtype: "success", is_error: false, result: "done", session_id: sessionId };
  return { ...base, uuid: randomUUID(), num_turns: 1, duration_ms: 1, total_cost_usd: 0.01, usage: {}, ...more };
}

/** A word nobody knows, so that it reaches the test as it is. */
export function tell(fields) {
  return { type: "test_note", session_id: sessionId, uuid: randomUUID(), ...fields };
}
