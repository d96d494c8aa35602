import assert from "node:assert/strict";
import { test } from "node:test";
import { adapterFor } from "../adapters/adapters.ts";
import { isBridleError } from "../errors.ts";
import type { Canonical } from "../wire/canonical.ts";
import { Decoder, type DecoderOptions } from "./decoder.ts";

const MiB = 1024 * 1024;

function read(text: string, options: Partial<DecoderOptions> = {}): Canonical[] {
  const decoder = new Decoder({ adapter: adapterFor("2.1.325"), ...options });
  return [...decoder.push(Buffer.from(text)), ...decoder.end()];
}

function isCut(text: string, options: Partial<DecoderOptions> = {}): boolean | undefined {
  const [message] = read(text, options);
  return message?.frame.type === "message" ? message.frame.truncated : undefined;
}

test("W2 a message over the payload limit is cut, control frames of any size stay whole", () => {
  const big = "x".repeat(2 * MiB);
  const lines = [
    `{"type":"user","message":{"content":"${big}"}}`,
    `{"type":"control_request","request_id":"1","request":{"subtype":"can_use_tool","tool_name":"Write","input":{"content":"${big}"}}}`,
  ];
  const [message, control] = read(lines.join("\n"), { maxPayloadBytes: MiB });
  assert.ok(message?.kind === "user" && message.frame.truncated);
  assert.ok(JSON.stringify(message.frame.message).length <= MiB);
  assert.ok(control?.kind === "control_request");
  assert.equal((control.frame.request.input as { content: string }).content.length, big.length);
});

test("W2 the limits are 10 MiB and 64 MiB by default and checked with the range in the error", () => {
  const fails = (options: Partial<DecoderOptions>, option: string): void => {
    assert.throws(
      () => read("", options),
      (error) =>
        isBridleError(error, "invalid_option") && error.data.option === option && /from \d+ to \d+/.test(error.message),
    );
  };
  fails({ maxPayloadBytes: MiB - 1 }, "maxPayloadBytes");
  fails({ maxPayloadBytes: 100 * MiB + 1 }, "maxPayloadBytes");
  fails({ maxPayloadBytes: Number.NaN }, "maxPayloadBytes");
  fails({ maxPayloadBytes: 20 * MiB, maxLineBytes: 10 * MiB }, "maxLineBytes");
  assert.equal(isCut(`{"type":"a","x":"${"x".repeat(10 * MiB - 100)}"}`), false);
  assert.equal(isCut(`{"type":"a","x":"${"x".repeat(10 * MiB)}"}`), true);
  assert.equal(isCut(`{"type":"a","x":"${"x".repeat(60 * MiB)}"}`, { maxPayloadBytes: 100 * MiB }), false);
  assert.equal(read(`{"type":"a","x":"${"x".repeat(64 * MiB)}"}`)[0]?.kind, "problem");
});

test("W3 misuse is told in words: text instead of bytes, no adapter", () => {
  assert.throws(() => new Decoder({ adapter: adapterFor(undefined) }).push("{}\n" as never), /do not call setEncoding/);
  assert.throws(() => new Decoder({} as never), /needs an adapter/);
});
