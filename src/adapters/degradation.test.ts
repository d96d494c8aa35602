import assert from "node:assert/strict";
import { test } from "node:test";
import { Decoder, type DecoderOptions } from "../codec/decoder.ts";
import { version } from "../util/version.ts";
import { adapterFor } from "./adapters.ts";
import { DeprecationWarnings, deprecations } from "./deprecations.ts";
import type { Notice } from "./notice.ts";

function session(options: Partial<DecoderOptions> = {}): {
  decoder: Decoder;
  notices: Notice[];
  say: (...messages: object[]) => string[];
} {
  const notices: Notice[] = [];
  const decoder = new Decoder({
    adapter: adapterFor(version("2.1.325")),
    trace: (notice) => notices.push(notice),
    ...options,
  });
  const say = (...messages: object[]): string[] =>
    decoder
      .push(Buffer.from(messages.map((message) => `${JSON.stringify(message)}\n`).join("")))
      .map((message) => message.kind);
  return { decoder, notices, say };
}

const init = (tools: string[]): object => ({ type: "system", subtype: "init", session_id: "s", tools });

test("C6 level 1: unknown types are counted and delivered, and one warning lists them at the tenth", () => {
  const { decoder, notices, say } = session();
  for (let i = 0; i < 9; i++) assert.deepEqual(say({ type: i % 2 === 0 ? "odd" : "even" }), ["unknown"]);
  assert.deepEqual(notices, []);
  say({ type: "the tenth, with a <secret>" });
  for (let i = 0; i < 50; i++) say({ type: "odd" });
  assert.equal(decoder.counters.unknown_types, 60);
  const [notice, ...others] = notices as readonly Notice[];
  assert.deepEqual([notice?.code, others], ["unknown_types", []]);
  assert.match(notice?.message ?? "", /odd, even, \(unprintable\)/);
});

test("C6 level 2, strict: a known message that does not parse marks the session degraded and raises protocol_drift once", () => {
  const { decoder, notices, say } = session({ mode: "strict" });
  assert.deepEqual(say({ type: "assistant", secret: "s3cret" }, { type: "result", subtype: "success" }), [
    "problem",
    "result",
  ]);
  assert.deepEqual(say({ type: "assistant" }), ["problem"]);
  assert.deepEqual(say({ type: "control_request", request_id: "1" }), ["problem"]);
  assert.equal(decoder.degraded, true);
  assert.deepEqual([decoder.counters.parse_errors_tolerated, decoder.counters.protocol_drifts], [0, 3]);
  assert.deepEqual(
    notices.map(({ code, level }) => [code, level]),
    [
      ["protocol_drift", "error"],
      ["protocol_drift", "error"],
    ],
  );
  assert.ok(!JSON.stringify(notices).includes("s3cret"));
});

test("C6 level 2, tolerant: it is told and counted, and the session stays as it is", () => {
  const { decoder, notices, say } = session({ mode: "tolerant" });
  say({ type: "assistant" }, { type: "assistant" });
  assert.equal(decoder.degraded, false);
  assert.deepEqual([decoder.counters.parse_errors_tolerated, decoder.counters.protocol_drifts], [2, 0]);
  assert.deepEqual(
    notices.map(({ code }) => code),
    ["parse_error_tolerated", "parse_error_tolerated"],
  );
});

test("C6 level 3: what is expected and missing in the first init is reported once", () => {
  const { decoder, notices, say } = session({ expected: { tools: ["Bash", "Read"] } });
  say(init(["Read"]), init([]));
  assert.deepEqual(
    notices.map(({ code, message }) => [code, message]),
    [["missing_features", "The agent lacks expected features: Bash tool."]],
  );
  assert.equal(decoder.degraded, true);
});

test("C6 level 3: partial messages and permission prompts are checked against the version", () => {
  const adapter = adapterFor(version("1.0.24"));
  const { notices, say } = session({
    adapter,
    expected: { tools: [], partialMessages: true, permissionPrompts: true },
  });
  say(init([]));
  assert.match(notices[0]?.message ?? "", /partial messages, permission prompts/);
  const complete = session({ expected: { partialMessages: true, permissionPrompts: true } });
  complete.say(init(["Bash"]));
  assert.deepEqual(complete.notices, []);
});

test("W3 what is cut or dropped for its size names the limit of the place it is read in", () => {
  const MiB = 2 ** 20;
  const limits = { maxPayloadBytes: MiB, maxLineBytes: MiB * 2 };
  const long = (bytes: number): object => ({ type: "strange", text: "x".repeat(bytes) });
  const told = (advice?: DecoderOptions["advice"]): string[] => {
    const { notices, say } = session({ ...limits, ...(advice && { advice }) });
    say(long(MiB + 1), long(MiB * 3));
    return notices.map(({ message }) => message);
  };
  const [cut, dropped] = told();
  assert.match(cut ?? "", /cut to the payload limit of 1048576 bytes; raise maxPayloadBytes to keep it whole\.$/);
  assert.match(dropped ?? "", /over the line limit and was dropped; raise maxLineBytes to have it read\.$/);
  const elsewhere = told({ payload: "do this", line: "do that" }).join();
  assert.ok(elsewhere.includes("; do this.") && elsewhere.includes("; do that."), elsewhere);
});

test("W3 unreadable lines are counted and told without content", () => {
  const { decoder, notices } = session();
  decoder.push(Buffer.from("top s3cret\n"));
  assert.equal(decoder.counters.unreadable_lines, 1);
  assert.deepEqual(
    notices.map(({ code }) => code),
    ["unreadable_line"],
  );
  assert.ok(!JSON.stringify(notices).includes("s3cret"));
});

test("W2 a cut message raises a warning with its size and the limit", () => {
  const { decoder, notices, say } = session({ maxPayloadBytes: 1024 * 1024 });
  say({ type: "user", message: { content: "x".repeat(2 * 1024 * 1024) } });
  assert.equal(decoder.counters.truncated_messages, 1);
  assert.match(notices[0]?.message ?? "", /of 20\d{5} bytes was cut to the payload limit of 1048576 bytes/);
});

test("C4 what an adapter skips is counted, told with its level, and not delivered", () => {
  const adapter = adapterFor(undefined);
  adapter.handleUnknown = () => ({ handling: "skip", level: "info", reason: "not needed" });
  const { decoder, notices, say } = session({ adapter });
  assert.deepEqual(say({ type: "odd" }), []);
  assert.deepEqual(
    notices.map(({ code, level }) => [code, level]),
    [["skipped", "info"]],
  );
  assert.equal(decoder.counters.unknown_types, 1);
});

test("C7 a deprecation warns once and says what to do", () => {
  const warnings = new DeprecationWarnings();
  assert.match(warnings.warn("allow_without_input")?.message ?? "", /Send the tool's input back/);
  assert.equal(warnings.warn("allow_without_input"), undefined);
  assert.equal(warnings.warn("control_action")?.code, "deprecation");
  for (const { message } of Object.values(deprecations)) assert.match(message, /Send /);
});
