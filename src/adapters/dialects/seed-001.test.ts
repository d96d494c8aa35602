import assert from "node:assert/strict";
import { test } from "node:test";
import { Decoder } from "../../codec/decoder.ts";
import { isBridleError } from "../../errors.ts";
import type { Canonical } from "../../wire/canonical.ts";
import type { Command } from "../../wire/command.ts";
import { seed001 } from "./seed-001.ts";

function read(message: object): Canonical | undefined {
  return new Decoder({ adapter: seed001 }).push(Buffer.from(`${JSON.stringify(message)}\n`))[0];
}

test("C4 the dialect of seed 001 reads its own notices and results", () => {
  const notices = ["queued", "injected", "error", "consolidation"];
  for (const subtype of notices) assert.equal(read({ type: "system", subtype })?.kind, "notice", subtype);
  const cancelled = read({ type: "result", subtype: "cancelled", session_id: "default", is_error: false });
  assert.ok(cancelled?.kind === "result" && cancelled.isError && cancelled.sessionId === "default");
  assert.equal(read({ type: "stream_event", event: { type: "x" } })?.kind, "unknown");
});

test("C4 status and heartbeat of seed 001 are answers without ids, an interrupt has none", () => {
  const answers = { status: "status", heartbeat_ack: "heartbeat" };
  for (const [subtype, request] of Object.entries(answers)) {
    const answer = read({ type: "system", subtype, session_id: "s" });
    assert.ok(answer?.kind === "control_response" && answer.error === undefined);
    assert.deepEqual([answer.requestId, answer.payload?.session_id], [request, "s"]);
    assert.equal(seed001.answersTo(request), "in_order");
  }
  assert.equal(seed001.answersTo("interrupt"), "none");
});

test("C4 the dialect of seed 001 writes prompts and controls its way", () => {
  const written = (command: Command): unknown => JSON.parse(seed001.format(command));
  assert.deepEqual(written({ kind: "prompt", content: "hi", sessionId: "s" }), {
    type: "user",
    message: { role: "user", content: "hi" },
    session_id: "s",
  });
  for (const action of ["interrupt", "status", "heartbeat"]) {
    assert.deepEqual(written({ kind: "request", requestId: "1", subtype: action, payload: {} }), {
      type: "control",
      action,
    });
  }
});

test("C4 what the dialect of seed 001 lacks is a typed error", () => {
  const commands: Command[] = [
    { kind: "request", requestId: "1", subtype: "set_model", payload: {} },
    { kind: "answer", requestId: "1" },
    { kind: "error_answer", requestId: "1", error: "no" },
    { kind: "cancel", requestId: "1" },
    { kind: "keep_alive" },
    { kind: "prompt", content: "x", priority: "now" },
    { kind: "prompt", content: "x", shouldQuery: false },
  ];
  for (const command of commands) {
    assert.throws(
      () => seed001.format(command),
      (error) => isBridleError(error, "unsupported") && error.data.adapter === "seed-001",
    );
  }
});
