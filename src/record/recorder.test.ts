import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { isBridleError } from "../errors.ts";
import { Recorder } from "./recorder.ts";
import { Recording } from "./recording.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function freshFolder(t: TestContext): string {
  const parent = mkdtempSync(join(tmpdir(), "bridle-record-"));
  t.after(() => rmSync(parent, { recursive: true }));
  return join(parent, "recording");
}

test("H19 every frame is written both ways, in order, as it stood on the wire", async (t) => {
  const folder = freshFolder(t);
  const recorder = new Recorder(folder, { agent: { executable: "claude" }, args: ["--verbose"] });
  recorder.sent('{"type":"a","n":1.0}\n{"type":"b"}\n');
  recorder.received(utf8('{"type":"c","te'));
  recorder.received(utf8('xt":"\u2028ä"}\n\n{"ty'));
  recorder.sent('{"type":"d"}\n');
  recorder.received(utf8('pe":"e"}\n{"type":"f"}'));
  recorder.describe({ agentVersion: "2.1.325" });
  await recorder.close();

  const recording = new Recording(folder);
  const lines = [...recording.lines()];
  assert.deepEqual(
    lines.map((line) => [line.number, line.dir, "frame" in line ? line.json : undefined]),
    [
      [1, ">", '{"type":"a","n":1.0}'],
      [2, ">", '{"type":"b"}'],
      [3, "<", '{"type":"c","text":"\u2028ä"}'],
      [4, ">", '{"type":"d"}'],
      [5, "<", '{"type":"e"}'],
      [6, "<", '{"type":"f"}'],
    ],
  );
  assert.ok(lines.every(({ t }) => Number.isInteger(t) && t >= 0));
  const { startedAt, ...meta } = recording.meta;
  assert.ok(Math.abs(Date.parse(startedAt) - Date.now()) < 60_000);
  assert.deepEqual(meta, {
    agent: { executable: "claude" },
    args: ["--verbose"],
    version: 1,
    agentVersion: "2.1.325",
  });
});

test("H19 a secret is in no file of the recording, and has one mark everywhere", async (t) => {
  const folder = freshFolder(t);
  const secret = "s3cr/et-välue";
  const recorder = new Recorder(folder, { args: ["--settings", JSON.stringify({ x: secret })] }, { secrets: [secret] });
  recorder.sent(`${JSON.stringify({ type: "user", text: `it is ${secret}` })}\n`);
  recorder.received(utf8(`${JSON.stringify({ type: "assistant", deep: [JSON.stringify({ secret })] })}\n`));
  recorder.received(utf8(`garbage ${secret}\n`));
  recorder.received(Buffer.concat([Buffer.from([0xff, 0xfe]), utf8(secret), utf8("\n")]));
  recorder.received(utf8(`{"type":"cut ${secret.slice(0, -2)}`));
  await recorder.close();

  const written = readFileSync(join(folder, "frames.ndjson"), "utf8") + readFileSync(join(folder, "meta.json"), "utf8");
  assert.ok(!written.includes("s3cr"));
  const marks = written.match(/\[secret:[0-9a-f]+\]/g) ?? [];
  assert.equal(marks.length, 6);
  assert.equal(new Set(marks).size, 1);
});

test("H19 lines that cannot be read are recorded, too", async (t) => {
  const folder = freshFolder(t);
  const recorder = new Recorder(folder, {}, { maxLineBytes: 100 });
  recorder.received(utf8("oops\n"));
  recorder.received(Uint8Array.from([0xff, 0x41, 0x0a]));
  recorder.received(utf8(`${"x".repeat(101)}\n`));
  recorder.sent("not json\n");
  await recorder.close();
  assert.deepEqual(
    [...new Recording(folder).lines()].map(({ t: _t, ...line }) => line),
    [
      { number: 1, dir: "<", raw: "oops" },
      { number: 2, dir: "<", raw: "\u00ffA", encoding: "latin1" },
      { number: 3, dir: "<", raw: "x".repeat(101), encoding: "latin1", bytes: 101 },
      { number: 4, dir: ">", raw: "not json" },
    ],
  );
});

test("H19 a recording is for its owner only", async (t) => {
  const folder = freshFolder(t);
  await new Recorder(folder, {}).close();
  const mode = (path: string): number => statSync(path).mode & 0o777;
  assert.equal(mode(folder), 0o700);
  assert.equal(mode(join(folder, "frames.ndjson")), 0o600);
  assert.equal(mode(join(folder, "meta.json")), 0o600);
});

test("H19 a crash in mid-write leaves a readable recording", async (t) => {
  const folder = freshFolder(t);
  const recorder = new Recorder(folder, {});
  for (let n = 0; n < 100; n++) recorder.sent(`{"type":"a","n":${n},"text":"ää"}\n`);
  await recorder.close();
  const path = join(folder, "frames.ndjson");
  const whole = readFileSync(path);
  for (let cut = 1; cut < 60; cut++) {
    truncateSync(path, whole.length - cut);
    assert.equal([...new Recording(folder).lines()].length, cut === 1 ? 100 : 99, `${cut} bytes are missing`);
    writeFileSync(path, whole);
  }
});

test("H19 a host killed with -9 leaves everything up to its last turn of the loop", (t) => {
  const folder = freshFolder(t);
  const program = `
    import { Recorder } from ${JSON.stringify(join(import.meta.dirname, "recorder.ts"))};
    const recorder = new Recorder(${JSON.stringify(folder)}, {});
    for (let n = 0; n < 5000; n++) recorder.sent('{"type":"a","n":' + n + '}\\n');
    setImmediate(() => process.kill(process.pid, "SIGKILL"));`;
  assert.equal(spawnSync(process.execPath, ["--input-type=module", "-e", program]).signal, "SIGKILL");
  assert.equal([...new Recording(folder).lines()].length, 5000);
});

test("a recorder that cannot write says so once and never throws", async (t) => {
  const folder = freshFolder(t);
  await new Recorder(folder, {}).close();
  for (const place of [folder, "/dev/null/x", "\0"]) {
    const errors: Error[] = [];
    const onError = (error: Error): void => {
      errors.push(error);
      throw new Error("the caller's own");
    };
    const recorder = new Recorder(place, {}, { onError });
    recorder.sent('{"type":"a"}\n');
    recorder.received(utf8('{"type":"a"}\n'));
    recorder.describe({ x: 1 });
    await recorder.close();
    assert.equal(errors.length, 1, place);
  }
  assert.deepEqual([...new Recording(folder).lines()], []);
});

test("a full disk ends the recording, is told once, and the session goes on", (t) => {
  const folder = freshFolder(t);
  const program = `
    import { Recorder } from ${JSON.stringify(join(import.meta.dirname, "recorder.ts"))};
    const told = [];
    const recorder = new Recorder(${JSON.stringify(folder)}, {}, { onError: (error) => told.push(error.code) });
    for (let n = 0; n < 5000; n++) recorder.sent('{"type":"a","n":' + n + '}\\n');
    await recorder.close();
    process.stdout.write(told.join());`;
  const script = `trap '' XFSZ; ulimit -f 100; exec "$0" --input-type=module -e "$1"`;
  const { stdout, stderr } = spawnSync("sh", ["-c", script, process.execPath, program], { encoding: "utf8" });
  assert.equal(stdout, "EFBIG", stderr);
  assert.ok([...new Recording(folder).lines()].length > 1000);
});

test("after close nothing is written and nothing throws", async (t) => {
  const folder = freshFolder(t);
  const recorder = new Recorder(folder, {});
  await recorder.close();
  recorder.sent('{"type":"a"}\n');
  recorder.received(utf8("x\n"));
  await recorder.close();
  assert.deepEqual([...new Recording(folder).lines()], []);
});

test("a folder that is no recording is a typed error, and so is a line changed by hand", async (t) => {
  const folder = freshFolder(t);
  assert.throws(
    () => new Recording(folder),
    (error) => isBridleError(error, "invalid_recording") && error.data.folder === folder,
  );
  const recorder = new Recorder(folder, {});
  recorder.sent('{"type":"a"}\n');
  await recorder.close();
  const path = join(folder, "frames.ndjson");
  appendFileSync(path, '{"t":1}\n{"t":2,"dir":">","frame":{}}\n');
  assert.throws(
    () => [...new Recording(folder).lines()],
    (error) => isBridleError(error, "invalid_recording") && error.data.line === 2,
  );
  writeFileSync(join(folder, "meta.json"), '{"version":2}');
  assert.throws(
    () => new Recording(folder),
    (error) => isBridleError(error, "invalid_recording"),
  );
});
