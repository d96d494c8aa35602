import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Message, MessageFrame } from "../wire/frame.ts";
import { cutMessage } from "./cut-message.ts";
import { encodedBytes, prefixWithin, utf8Bytes } from "./encoded-bytes.ts";

function cut(message: Message, maxBytes: number): MessageFrame {
  const copy = JSON.parse(JSON.stringify(message)) as Message;
  return cutMessage(
    { type: "message", message: copy, bytes: encodedBytes(message), lineNumber: 1, truncated: false },
    maxBytes,
  );
}

const marker = (message: Message): string => `[truncated: original_size=${encodedBytes(message)} bytes]`;

test("W2 the longest string is shortened as little as needed and ends in the marker", () => {
  const message = { type: "user", uuid: "u", long: "x".repeat(3000), short: "y".repeat(500) };
  const frame = cut(message, 2000);
  assert.ok(frame.truncated);
  assert.equal(frame.message.short, message.short);
  const long = frame.message.long as string;
  assert.ok(long.startsWith("xxx") && long.endsWith(marker(message)));
  assert.equal(encodedBytes(frame.message), 2000);
});

test("W2 several strings are cut when one is not enough, longest first", () => {
  const message = { type: "user", a: "a".repeat(900), b: "b".repeat(1000), c: "c".repeat(100) };
  const frame = cut(message, 700);
  assert.equal(frame.message.b, marker(message));
  assert.ok((frame.message.a as string).endsWith(marker(message)));
  assert.equal(frame.message.c, message.c);
  assert.ok(encodedBytes(frame.message) <= 700);
});

test("W2 type, subtype, name, role and ids are never cut", () => {
  const id = "i".repeat(300);
  const message = {
    type: "user",
    session_id: id,
    message: {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: id, toolUseID: id, name: id, content: "x".repeat(5000) }],
    },
    user_message_uuids: [id],
  };
  const frame = cut(message, 3000);
  const block = (frame.message.message as typeof message.message).content[0];
  assert.equal(frame.message.session_id, id);
  assert.deepEqual(frame.message.user_message_uuids, [id]);
  assert.deepEqual([block?.tool_use_id, block?.toolUseID, block?.name], [id, id, id]);
  assert.ok(block?.content.endsWith(marker(message)));
});

test("W2 what is large without long strings is left with type, subtype, ids and its size", () => {
  const message = {
    type: "system",
    subtype: "status",
    session_id: "s",
    uuid: "u",
    user_message_uuids: ["p1", "p2"],
    parent_tool_use_id: null,
    message: { id: "msg_1" },
    numbers: Array(2000).fill(7),
  };
  const frame = cut(message, 1000);
  assert.deepEqual(frame.message, {
    type: "system",
    subtype: "status",
    session_id: "s",
    uuid: "u",
    user_message_uuids: ["p1", "p2"],
    parent_tool_use_id: null,
    message: { id: "msg_1" },
    truncated: { original_size: encodedBytes(message) },
  });
});

test("W2 more ids than fit the limit are left out, longest first", () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`n${index}_id`, "i".repeat(index * 10)]));
  const frame = cut({ type: "user", session_id: "s", ...many }, 1000);
  assert.ok(encodedBytes(frame.message) <= 1000);
  assert.equal(frame.message.session_id, "s");
  assert.ok(!("n49_id" in frame.message));
});

test("W2 a message nested too deeply to be encoded is left with its ids", () => {
  const deep = JSON.parse(
    `{"type":"user","uuid":"u","x":${"[".repeat(100_000)}"${"y".repeat(5000)}"${"]".repeat(100_000)}}`,
  ) as Message;
  const frame = cutMessage({ type: "message", message: deep, bytes: 205_000, lineNumber: 1, truncated: false }, 2000);
  assert.deepEqual(frame.message, { type: "user", uuid: "u", truncated: { original_size: 205_000 } });
});

test("W2 whatever the message, its JSON fits the limit and keeps its type and ids", () => {
  const limit = 600;
  const leaf = fc.oneof(
    fc.string({ unit: "binary", maxLength: 400 }),
    fc.nat(),
    fc.constant(null),
    fc.constant('\u0001\ud800"\\'.repeat(60)),
  );
  const body = fc.dictionary(fc.string({ maxLength: 12 }), fc.oneof(leaf, fc.array(leaf, { maxLength: 12 })), {
    maxKeys: 8,
  });
  fc.assert(
    fc.property(body, (fields) => {
      const message: Message = { ...fields, type: "user", session_id: "s-1", uuid: "u-1" };
      const frame = cut(message, limit);
      assert.ok(encodedBytes(frame.message) <= limit);
      assert.deepEqual([frame.message.type, frame.message.session_id, frame.message.uuid], ["user", "s-1", "u-1"]);
    }),
    { numRuns: 1000 },
  );
});

test("W2 sizes are exact for every code point, and a cut never splits a surrogate pair", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.nat(400), (text, max) => {
      assert.equal(utf8Bytes(text), Buffer.byteLength(text));
      const prefix = prefixWithin(text, max);
      const bytes = encodedBytes(prefix) - 2;
      assert.ok(bytes <= max && text.startsWith(prefix));
      if (prefix.length < text.length) {
        const next = String.fromCodePoint(text.codePointAt(prefix.length) ?? 0);
        assert.ok(bytes + encodedBytes(next) - 2 > max);
      }
    }),
    { numRuns: 2000 },
  );
  assert.equal(utf8Bytes("😀".repeat(100_000)), 400_000);
  assert.equal(utf8Bytes(`x${"😀".repeat(100_000)}`), 400_001);
});
