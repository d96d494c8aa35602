import assert from "node:assert/strict";
import { test } from "node:test";
import { MemberScanner, type MemberScannerState } from "./member-scanner.ts";

const object = {
  text: 'a "quoted" } \\',
  type: "result",
  inner: { type: "other", list: [{ type: "deep" }, '],"type":"x'] },
  is_error: false,
  n: -1.5e3,
  none: null,
  empty: {},
  ids: ["a", "é😀"],
};
const wanted = new Set(Object.keys(object));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function scanned(...parts: readonly Uint8Array[]): MemberScanner {
  const scan = new MemberScanner(wanted);
  for (const part of parts) scan.push(part);
  return scan;
}

test("P3 members are found wherever they are, with any spaces, cut at any byte and stored there", () => {
  for (const json of [JSON.stringify(object), ` ${JSON.stringify(object, null, "\t ")}\r`]) {
    const bytes = utf8(json);
    for (let at = 0; at <= bytes.length; at++) {
      const first = scanned(bytes.subarray(0, at));
      for (const [key, value] of Object.entries(first.members))
        assert.deepEqual(value, object[key as keyof typeof object], "what is told of a part is what the whole says");
      const second = new MemberScanner(wanted, JSON.parse(JSON.stringify(first.state)) as MemberScannerState);
      second.push(bytes.subarray(at));
      assert.deepEqual(second.members, object);
      assert.ok(second.isWhole);
    }
    const byByte = scanned(...Array.from(bytes, (byte) => Uint8Array.of(byte)));
    assert.deepEqual(byByte.members, object);
  }
});

test("P3 only what is wanted is kept, and nothing long; the last of one name counts, as with JSON.parse", () => {
  const long = "x".repeat(5000);
  const scan = new MemberScanner(new Set(["type", "uuid"]));
  scan.push(utf8(JSON.stringify({ a: 1, [long]: 2, uuid: long, type: "x" }).replace("}", ',"\\u0074ype":"result"}')));
  assert.deepEqual(scan.members, { type: "result" });
  assert.ok(JSON.stringify(scan.state).length < 200);
});

test("P3 what is no JSON object tells nothing behind the place where it breaks", () => {
  const texts = [
    "",
    "[]",
    "null",
    "}",
    "{",
    '{"',
    '"type":"result"}',
    '{"a" "type":"result"}',
    '{"a":,"type":"result"}',
  ];
  for (const text of [...texts, "{'type':'result'}", '{"x":"{\\"type\\":\\"result\\"}"}'])
    assert.deepEqual([scanned(utf8(text)).members], [{}], text);
  assert.deepEqual(scanned(utf8('{"type":"result" oops,"n":1}')).members, { type: "result" });
});

test("P3 long and hostile texts take linear time", () => {
  for (const json of [
    '{"'.repeat(500_000),
    `{"a":"${"\\".repeat(1_000_000)}`,
    `{"a":"${'\\"'.repeat(500_000)}`,
    `{"a":${"[".repeat(1_000_000)}`,
    `{${'"a":1,'.repeat(150_000)}`,
  ]) {
    const bytes = utf8(json);
    const started = process.cpuUsage().user;
    for (let at = 0; at < bytes.length; at += 100) scanned(bytes.subarray(at, at + 100));
    scanned(bytes);
    assert.ok(process.cpuUsage().user - started < 3_000_000);
  }
});
