import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { test } from "node:test";
import { pipeReader } from "./pipe-reader.ts";

test("H3 a pipe is read whole and in order into one buffer that is used again", async () => {
  const child = spawn("seq", ["1", "200000"], { stdio: ["ignore", "pipe", "ignore"] });
  const reader = pipeReader(child.stdout);
  const buffers = new Set<ArrayBufferLike>();
  let text = "";
  reader.read((chunk) => {
    buffers.add(chunk.buffer);
    text += Buffer.from(chunk).toString("latin1");
  });
  await once(reader.stream, "end");
  assert.equal(buffers.size, 1);
  assert.equal(text, `${Array.from({ length: 200_000 }, (_, index) => index + 1).join("\n")}\n`);
});

test("H3 a paused pipe is not read, and goes on where it stopped", async () => {
  const child = spawn("seq", ["1", "200000"], { stdio: ["ignore", "pipe", "ignore"] });
  const reader = pipeReader(child.stdout);
  let bytes = 0;
  reader.read((chunk) => {
    if (bytes === 0) reader.stream.pause();
    bytes += chunk.length;
  });
  while (bytes === 0) await new Promise(setImmediate);
  const atPause = bytes;
  for (let i = 0; i < 50; i++) await new Promise(setImmediate);
  assert.equal(bytes, atPause);
  reader.stream.resume();
  await once(reader.stream, "end");
  assert.equal(bytes, 1_288_895);
});

test("H3 a stream without a handle of the runtime is read as a stream", async () => {
  const reader = pipeReader(Readable.from([Buffer.from("a"), Buffer.from("b")]));
  let text = "";
  reader.read((chunk) => {
    text += Buffer.from(chunk).toString();
  });
  await once(reader.stream, "end");
  assert.equal(text, "ab");
});
