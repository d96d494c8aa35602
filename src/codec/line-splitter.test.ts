import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { HeldLine } from "./held-line.ts";
import { LineSplitter } from "./line-splitter.ts";

interface Found {
  text?: string;
  bad?: string;
  bytes: number;
  lineNumber: number;
}

function split(chunks: Iterable<Uint8Array>, maxBytes = 1 << 20): Found[] {
  const found: Found[] = [];
  const splitter = new LineSplitter(maxBytes, {
    line: (text, bytes, lineNumber) => found.push({ text, bytes, lineNumber }),
    badLine: (bad, bytes, lineNumber) => found.push({ bad, bytes, lineNumber }),
  });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return found;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const texts = (found: Found[]): (string | undefined)[] => found.map((line) => line.text);

function chunked(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (let i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

/** Bytes that hurt: text with surrogate pairs and U+2028, CRLF, white space, broken UTF-8, a stray BOM. */
const piece = fc.oneof(
  fc.string({ unit: "binary" }).map(utf8),
  fc.constantFrom("\n", "\r\n", "\r", " \t \n", "\u2028", "\ufeff", "😀", '{"a":"é😀"}\n', "{}\n").map(utf8),
  fc
    .constantFrom([0xff], [0xc3], [0xe2, 0x80], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0x0a], [0x00])
    .map((bytes) => Uint8Array.from(bytes)),
);
const stream = fc
  .array(piece, { maxLength: 40 })
  .map((pieces) => Uint8Array.from(pieces.flatMap((bytes) => [...bytes])));
/** 0 gives empty chunks; another size always follows, so every stream ends. */
const chunkSizes = fc.array(fc.nat(9), { maxLength: 8 }).map((sizes) => [...sizes, 3]);

test("W1 any chunking of the same bytes gives the same lines", () => {
  fc.assert(
    fc.property(stream, chunkSizes, fc.constantFrom(4, 16, 1 << 20), (bytes, sizes, maxBytes) => {
      assert.deepEqual(split(chunked(bytes, sizes), maxBytes), split([bytes], maxBytes));
    }),
    { numRuns: 2000 },
  );
});

test("W1 lines are what the bytes between LFs decode to, and only those that are not white space", () => {
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  fc.assert(
    fc.property(stream, chunkSizes, (bytes, sizes) => {
      const expected: (string | undefined)[] = [];
      let from = 0;
      for (let at = 0; at <= bytes.length; at++) {
        if (at < bytes.length && bytes[at] !== 0x0a) continue;
        try {
          const text = strict.decode(bytes.subarray(from, at)).replace(/\r$/, "");
          if (text.trim() !== "") expected.push(text);
        } catch {
          expected.push(undefined);
        }
        from = at + 1;
      }
      assert.deepEqual(texts(split(chunked(bytes, sizes))), expected);
    }),
    { numRuns: 1000 },
  );
});

test("W1 LF is the only separator: U+2028, U+2029 and a lone CR stay inside a line", () => {
  assert.deepEqual(texts(split([utf8('{"a":"x\u2028y\u2029z"}\n"a\rb"\n')])), ['{"a":"x\u2028y\u2029z"}', '"a\rb"']);
});

test("W1 a trailing CR is stripped, blank and white-space lines are ignored but counted", () => {
  const found = split([utf8("1\r\n\n  \t\r\n\r\n2\n")]);
  assert.deepEqual(found, [
    { text: "1", bytes: 1, lineNumber: 1 },
    { text: "2", bytes: 1, lineNumber: 5 },
  ]);
});

test("W1 a last line without LF is delivered at the end", () => {
  assert.deepEqual(texts(split([utf8("1\n2")])), ["1", "2"]);
  assert.deepEqual(texts(split([utf8("1\n2\r")])), ["1", "2"]);
  assert.deepEqual(texts(split([])), []);
});

test("W1 invalid UTF-8 spoils its own line only", () => {
  const bytes = Uint8Array.from([...utf8("1\n"), 0xc3, 0x28, 0x0a, ...utf8("3\n")]);
  assert.deepEqual(split([bytes]), [
    { text: "1", bytes: 1, lineNumber: 1 },
    { bad: "not_utf8", bytes: 2, lineNumber: 2 },
    { text: "3", bytes: 1, lineNumber: 3 },
  ]);
});

test("W1 a chunk may be overwritten by its owner after push", () => {
  const found: string[] = [];
  const splitter = new LineSplitter(100, { line: (text) => found.push(text), badLine: () => assert.fail() });
  const buffer = utf8("abc");
  splitter.push(buffer);
  buffer.fill(0x78);
  splitter.push(utf8("d\n"));
  assert.deepEqual(found, ["abcd"]);
});

test("W2 sizes are UTF-8 bytes, whatever else the chunk holds", () => {
  const found = split([utf8("é\nplain\n😀😀\r\n")]);
  assert.deepEqual(
    found.map((line) => line.bytes),
    [2, 5, 8],
  );
});

test("W2 a line over the cap is reported in its place with its size; one at the cap passes", () => {
  const found = split([utf8(`1\n${"x".repeat(11)}\n${"y".repeat(10)}\n3\n`)], 10);
  assert.deepEqual(found, [
    { text: "1", bytes: 1, lineNumber: 1 },
    { bad: "oversize", bytes: 11, lineNumber: 2 },
    { text: "y".repeat(10), bytes: 10, lineNumber: 3 },
    { text: "3", bytes: 1, lineNumber: 4 },
  ]);
});

test("W2 a line over the cap is held up to the cap, then only counted", () => {
  const cap = 3 * 1024 * 1024;
  const held = new HeldLine(cap);
  const part = new Uint8Array(1024 * 1024).fill(0x78);
  for (let i = 0; i < 1024; i++) held.add(part);
  assert.equal(held.bytes, 1024 * part.length);
  assert.equal(held.take().length, HeldLine.headBytes);
  assert.equal(held.bytes, 0);
});

test("W2 what holds no line takes no memory, and what holds a short one takes little", () => {
  const many = 500;
  const buffersBefore = process.memoryUsage().arrayBuffers;
  const held = Array.from({ length: many }, () => new HeldLine(1 << 20));
  const takenKb = (): number => (process.memoryUsage().arrayBuffers - buffersBefore) / 1024 / many;
  assert.ok(takenKb() < 1, `${takenKb()} KiB each`);
  for (const line of held) line.add(utf8('{"type":"assist'));
  assert.ok(takenKb() < 8, `${takenKb()} KiB each`);
  for (const line of held) assert.equal(line.take().length, 15);
});
