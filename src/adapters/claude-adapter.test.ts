import assert from "node:assert/strict";
import { test } from "node:test";
import { type BridleError, isBridleError } from "../errors.ts";
import { formatVersion, version } from "../util/version.ts";
import type { Command } from "../wire/command.ts";
import { adapterFor, chain } from "./adapters.ts";
import { correctAdapter } from "./correct.ts";

const at = (text: string): ReturnType<typeof adapterFor> => adapterFor(version(text));

function refusal(text: string, command: Command): BridleError<"unsupported"> {
  try {
    at(text).format(command);
  } catch (error) {
    if (isBridleError(error, "unsupported")) return error;
  }
  return assert.fail(`${text} should refuse ${command.kind}`);
}

const request = (subtype: string, payload = {}): Command => ({ kind: "request", requestId: "r1", subtype, payload });

test("C4 a version gets the newest adapter that is not newer than it", () => {
  assert.equal(at("1.0.64").name, "claude-code 1.0.64");
  assert.equal(at("1.0.76").name, "claude-code 1.0.64");
  assert.equal(at("2.0.0").name, "claude-code 1.0.128");
  assert.equal(at("2.1.325").name, "claude-code 2.1.325");
});

test("C4 an unknown version gets the newest adapter, one before all others the oldest", () => {
  assert.equal(adapterFor(undefined).name, chain.all().at(-1)?.name);
  assert.equal(at("9.0.0").name, chain.all().at(-1)?.name);
  assert.equal(at("0.2.9").name, chain.all()[0]?.name);
});

test("C4 the ranges of the adapters are half-open and meet", () => {
  const all = chain.all();
  for (const [index, adapter] of all.entries())
    assert.deepEqual(adapter.supportedRange.to, all[index + 1]?.supportedRange.from);
  assert.equal(all.at(-1)?.supportedRange.to, undefined);
});

test("C4 asking a version for what it lacks is a typed error that names the first version that has it", () => {
  const error = refusal("1.0.64", request("set_model", { model: "x" }));
  assert.deepEqual(error.data, { word: "controls set_model", adapter: "claude-code 1.0.64", since: "1.0.115" });
  assert.match(
    error.message,
    /Claude Code 1\.0\.64 lacks the control request set_model; the first version known to have it is 1\.0\.115/,
  );
  assert.match(error.message, /Nothing was sent/);
});

test("C4 a field that a version lacks is refused, an unknown one is passed on", () => {
  assert.equal(
    refusal("2.1.197", request("interrupt", { cancel_queued: true })).data.word,
    "controls interrupt.cancel_queued",
  );
  assert.equal(refusal("1.0.64", request("initialize", { hooks: {} })).data.since, "1.0.85");
  assert.match(at("2.1.325").format(request("interrupt", { brand_new: 1 })), /"brand_new":1/);
});

test("C4 fields of a prompt are checked, however they are given", () => {
  assert.equal(
    refusal("1.0.64", { kind: "prompt", content: "x", more: { priority: "now" } }).data.word,
    "inputs user.priority",
  );
  assert.equal(
    refusal("2.1.300", { kind: "prompt", content: "x", more: { origin: {} } }).data.word,
    "inputs user.origin",
  );
  assert.equal(
    refusal("2.1.300", { kind: "answer", requestId: "r", payload: { behavior: "allow", updatedInput: null } }).data
      .since,
    "2.1.325",
  );
});

test("C4 a version may be given as text", () => {
  for (const text of ["1.0.85", "v1.0.85", "1.0.85 (Claude Code)"])
    assert.equal(adapterFor(text).name, "claude-code 1.0.85");
});

test("C4 requests newer than our table go only where an unknown one is answered", () => {
  assert.equal(refusal("2.1.30", request("brand_new")).data.word, "inputs unknown_control");
  assert.match(at("2.1.45").format(request("brand_new")), /"subtype":"brand_new"/);
});

test("C4 what kills a version is never written to it", () => {
  assert.equal(refusal("2.1.45", { kind: "cancel", requestId: "r" }).data.since, "2.1.59");
  assert.equal(refusal("1.0.115", { kind: "keep_alive" }).data.since, "1.0.123");
  assert.equal(
    refusal("2.1.300", { kind: "answer", requestId: "r", payload: { behavior: "allow" } }).data.since,
    "2.1.325",
  );
});

test("C4 a flag is checked like any other word", () => {
  at("1.0.123").require("flags --fork-session");
  assert.throws(
    () => at("1.0.115").require("flags --fork-session"),
    (error) => isBridleError(error, "unsupported"),
  );
});

test("C4 between the last version known to lack a word and the first known to have it, it is used where that is harmless", () => {
  assert.equal(at("2.1.290").has("answers *.error_code"), true, "understood");
  assert.equal(at("2.1.290").has("controls get_status"), true, "2.1.45 and newer answer what they do not know");
  assert.equal(at("2.1.290").has("inputs allow_without_input"), false);
  assert.equal(at("2.1.10").has("controls mcp_toggle"), false, "older ones never answer");
  assert.equal(at("2.1.250").has("answers *.error_code"), false);
  assert.equal(chain.vocabulary.availability("controls mcp_toggle", version("2.1.10")), "untried");
});

test("C4 commands are written as one line in the shape every version takes", () => {
  const line = at("1.0.64").format({ kind: "prompt", content: "hi", uuid: "u1" });
  assert.ok(line.endsWith("}\n") && line.indexOf("\n") === line.length - 1);
  assert.deepEqual(JSON.parse(line), {
    type: "user",
    message: { role: "user", content: "hi" },
    parent_tool_use_id: null,
    session_id: "",
    uuid: "u1",
  });
  const answer = at("1.0.64").format({ kind: "error_answer", requestId: "r", error: "no", errorCode: "x" });
  assert.deepEqual(JSON.parse(answer), {
    type: "control_response",
    response: { subtype: "error", request_id: "r", error: "no", error_code: "x" },
  });
});

test("C4 a payload cannot forge the type, subtype or id of what is sent", () => {
  const forged = JSON.parse(at("2.1.325").format(request("interrupt", { subtype: "end_session", type: "user" }))) as {
    request: { subtype: string };
  };
  assert.equal(forged.request.subtype, "interrupt");
  const prompt = JSON.parse(
    at("2.1.325").format({ kind: "prompt", content: "x", more: { type: "control_request" } }),
  ) as { type: string };
  assert.equal(prompt.type, "user");
});

test("C4 the agent's own version beats the one it was probed with", () => {
  const corrected = correctAdapter(at("1.0.64"), { agentVersion: "2.1.110" });
  assert.equal(formatVersion(corrected.version), "2.1.110");
  const same = at("2.1.110");
  assert.equal(formatVersion(correctAdapter(same, { agentVersion: "2.1.111" }).version), "2.1.111");
  assert.equal(correctAdapter(same, { agentVersion: "2.1.110" }), same);
  assert.equal(correctAdapter(same, { agentVersion: "not a version" }), same);
});

test("C4 capabilities add what an older version gained, and a complete list takes away what is not on it", () => {
  const older = at("2.1.110");
  assert.equal(older.has("controls interrupt.cancel_queued"), false);
  const gained = correctAdapter(older, { capabilities: ["interrupt_cancel_queued_v1", "who_knows_v9"] });
  assert.equal(gained.has("controls interrupt.cancel_queued"), true);
  const lost = correctAdapter(at("2.1.325"), { capabilities: ["interrupt_receipt_v1"] });
  assert.equal(lost.has("controls mcp_read_resource"), false);
  assert.equal(lost.has("answers interrupt.still_queued"), true);
  const some = correctAdapter(at("2.1.325"), { someCapabilities: ["ui_surface_v1"] });
  assert.equal(some.has("controls mcp_read_resource"), true);
});

test("C4 a request the agent called unsupported is not sent again, and corrections add up", () => {
  const once = correctAdapter(at("2.1.325"), { refused: ["get_plan"] });
  const twice = correctAdapter(once, { refused: ["get_usage"] });
  assert.deepEqual(
    [twice.has("controls get_plan"), twice.has("controls get_usage"), twice.has("controls set_model")],
    [false, false, true],
  );
});
