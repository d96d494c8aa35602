import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { test } from "node:test";
import { setImmediate as round, setTimeout as sleep } from "node:timers/promises";
import { LineOutput } from "./line-output.ts";

/** A reader that takes the next write when it is told to. */
class SlowReader extends Writable {
  readonly writes: string[] = [];
  #next: (() => void) | undefined;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.writes.push(chunk.toString());
    this.#next = done;
  }

  read(): void {
    const next = this.#next;
    this.#next = undefined;
    next?.();
  }
}

async function settled(promise: Promise<unknown>): Promise<boolean> {
  let is = false;
  void promise.then(() => {
    is = true;
  });
  for (let i = 0; i < 3; i++) await round();
  return is;
}

const megabyte = "x".repeat(1024 * 1024);

test("G2 the lines of one round are one write, in order, and none is held for the next", async () => {
  const reader = new SlowReader();
  const output = new LineOutput(reader, () => {});
  for (const line of ["a\n", "b\n", "c\n"]) output.write(line);
  assert.deepEqual(reader.writes, []);
  await round();
  assert.deepEqual(reader.writes, ["a\nb\nc\n"]);
});

test("G2 much is written at once", () => {
  const reader = new SlowReader();
  new LineOutput(reader, () => {}).write(megabyte);
  assert.equal(reader.writes.length, 1);
});

test("G2 a reader that is behind makes it full, and drained waits until it has caught up", async () => {
  const reader = new SlowReader();
  const output = new LineOutput(reader, () => {});
  assert.equal(output.full, false);
  output.write(megabyte);
  output.write(megabyte);
  assert.equal(output.full, true);
  const drained = output.drained();
  assert.equal(await settled(drained), false);
  reader.read();
  await round();
  reader.read();
  await drained;
  assert.equal(output.full, false);
});

test("G2 a reader that is gone is told once, frees who waits, and nothing is written to it any more", async () => {
  for (const error of [new Error("EPIPE"), undefined]) {
    let gone = 0;
    const reader = new SlowReader();
    const output = new LineOutput(reader, () => gone++);
    output.write(megabyte);
    output.write(megabyte);
    const drained = output.drained();
    reader.destroy(error);
    await drained;
    output.write("more\n");
    await output.end();
    assert.deepEqual([gone, output.full, reader.writes.length], [1, false, 1]);
  }
});

test("G2 the end waits until everything is written", async () => {
  const reader = new SlowReader();
  const output = new LineOutput(reader, () => {});
  output.write("last\n");
  const end = output.end();
  assert.deepEqual(reader.writes, ["last\n"]);
  assert.equal(await settled(end), false);
  reader.read();
  await round();
  reader.read();
  await end;
});

test("G2 after silence nothing more is said, and what was written before still is", async () => {
  const reader = new SlowReader();
  const output = new LineOutput(reader, () => {});
  output.write("before\n");
  output.silence();
  output.write("after\n");
  await round();
  assert.deepEqual(reader.writes, ["before\n"]);
});

test("G2 a watched reader that is gone is noticed without a word, and one that is there hears nothing", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "bridle-output-"));
  const server = createServer();
  t.after(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  server.listen(join(folder, "socket"));
  const accepted = once(server, "connection");
  const writer = connect(join(folder, "socket"));
  const [reader] = (await accepted) as [Socket];
  let heard = 0;
  reader.on("data", ({ length }) => {
    heard += length;
  });
  const gone = Promise.withResolvers<void>();
  let isGone = false;
  const output = new LineOutput(writer, () => {
    isGone = true;
    gone.resolve();
  });
  // As standard output is opened: it is never read, so its end is not seen there.
  writer.pause();
  output.watchReader(10, () => "");
  await sleep(100);
  assert.deepEqual([heard, isGone], [0, false]);
  reader.destroy();
  await gone.promise;
  await output.end();
});
