import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { FrameError, FrameSplitter } from "./frame-splitter.ts";
import { FrameWriter } from "./frame-writer.ts";
import { maxMessageBytes, message, placed } from "./holder-protocol.ts";

const far = 2 ** 40 + 7;
const long = Buffer.alloc(70_000, "0123456789");

/** What a writer puts on the wire in one tick. */
function written(write: (writer: FrameWriter) => void): { bytes: Buffer; writes: number } {
  const stream = new PassThrough({ highWaterMark: 1e9 });
  const parts: Buffer[] = [];
  let writes = 0;
  const { uncork } = stream;
  stream.uncork = () => {
    writes++;
    uncork.call(stream);
  };
  stream.on("data", (part) => parts.push(part));
  const writer = new FrameWriter(stream);
  write(writer);
  writer.flush();
  for (let part = stream.read(); part !== null; part = stream.read());
  return { bytes: Buffer.concat(parts), writes };
}

const { bytes: wire, writes } = written((writer) => {
  writer.message(message.signal, { id: "ä", signal: "SIGTERM" });
  writer.placed(placed.output, 3, far, long);
  writer.placed(placed.acknowledge, 2 ** 32 - 1, far);
  writer.message(message.stop);
  writer.placed(placed.input, 4, 0, Buffer.from("short"));
});

function split(chunkBytes: number): unknown[] {
  const frames: { type: number; handle?: number; at?: number; body: unknown }[] = [];
  const splitter = new FrameSplitter({
    message: (type, body) => frames.push({ type, body }),
    placed: (type, handle, at, bytes) => {
      const last = frames.at(-1);
      const text = Buffer.from(bytes).toString();
      const goesOn = last?.type === type && last.handle === handle && bytes.length > 0;
      if (goesOn) assert.equal(at, (last.at ?? 0) + String(last.body).length, "a part says where it belongs");
      if (goesOn) last.body += text;
      else frames.push({ type, handle, at, body: text });
    },
  });
  for (let from = 0; from < wire.length; from += chunkBytes) splitter.push(wire.subarray(from, from + chunkBytes));
  return frames;
}

test("D5 frames come out as they went in, however the bytes are cut", () => {
  const expected = [
    { type: message.signal, body: { id: "ä", signal: "SIGTERM" } },
    { type: placed.output, handle: 3, at: far, body: long.toString() },
    { type: placed.acknowledge, handle: 2 ** 32 - 1, at: far, body: "" },
    { type: message.stop, body: undefined },
    { type: placed.input, handle: 4, at: 0, body: "short" },
  ];
  for (const chunkBytes of [1, 2, 3, 5, 7, 16, 17, 18, 1000, 65_536, wire.length])
    assert.deepEqual(split(chunkBytes), expected, `in chunks of ${chunkBytes}`);
});

test("D5 what is written in one tick is one write", () => {
  assert.equal(writes, 1);
});

test("D5 many small frames in one tick come out as they went in", () => {
  const texts = Array.from({ length: 2000 }, (_, index) => `${index}`.repeat((index % 90) + 1));
  const { bytes } = written((writer) => {
    for (const [index, text] of texts.entries()) writer.placed(placed.input, index, index, Buffer.from(text));
  });
  const found: string[] = [];
  const splitter = new FrameSplitter({
    message: () => {},
    placed: (_type, handle, at, part) => found.push(`${handle} ${at} ${Buffer.from(part)}`),
  });
  splitter.push(bytes);
  assert.deepEqual(
    found,
    texts.map((text, index) => `${index} ${index} ${text}`),
  );
});

test("D5 bytes of output are handed on without a copy", () => {
  const seen: Uint8Array[] = [];
  const splitter = new FrameSplitter({ message: () => {}, placed: (_type, _handle, _at, bytes) => seen.push(bytes) });
  splitter.push(wire);
  assert.ok(seen.every(({ buffer, length }) => length === 0 || buffer === wire.buffer));
});

test("D5 what is no frame is an error, and not an allocation", () => {
  const splitter = new FrameSplitter({ message: () => {}, placed: () => {} });
  const head = Buffer.alloc(5);
  head.writeUInt32BE(maxMessageBytes + 1);
  head.writeUInt8(message.start, 4);
  assert.throws(() => splitter.push(head), FrameError);
  const placeless = Buffer.from([0, 0, 0, 3, placed.input, 0, 0, 0]);
  assert.throws(() => new FrameSplitter({ message: () => {}, placed: () => {} }).push(placeless), FrameError);
  const noJson = Buffer.from([0, 0, 0, 1, message.start, 123]);
  assert.throws(() => new FrameSplitter({ message: () => {}, placed: () => {} }).push(noJson), FrameError);
});
