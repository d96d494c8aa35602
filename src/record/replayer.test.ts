import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { readTranscript } from "../../test/contract/transcript.ts";
import { BridleError, isBridleError } from "../errors.ts";
import type { OutputSink, Transport } from "../transport/transport.ts";
import { requestIdOf, typeOf } from "./frame-words.ts";
import type { RecordedLine, RecordedSession } from "./recorded-line.ts";
import { Recorder } from "./recorder.ts";
import { Recording } from "./recording.ts";
import { Replayer } from "./replayer.ts";

const fixtures = join(import.meta.dirname, "../../test/fixtures");
const framesOf = (recording: Recording): string => join(recording.folder, "frames.ndjson");

async function record(t: TestContext, lines: readonly (readonly [dir: string, text: string])[]): Promise<Recording> {
  const parent = mkdtempSync(join(tmpdir(), "bridle-replay-"));
  t.after(() => rmSync(parent, { recursive: true }));
  const recorder = new Recorder(join(parent, "recording"), {});
  for (const [dir, text] of lines) {
    if (dir === ">") recorder.sent(`${text}\n`);
    else if (dir === "<") recorder.received(Buffer.from(`${text}\n`));
  }
  await recorder.close();
  return new Recording(join(parent, "recording"));
}

/** A real conversation, as the recorder would have written it. */
function recordFixture(t: TestContext, path: string): Promise<Recording> {
  const { lines } = readTranscript(join(fixtures, path));
  return record(
    t,
    lines.map(({ direction, payload }) => [direction, payload]),
  );
}

/** The same conversation in which the host made other ids. */
function withFreshIds(recording: Recording): RecordedSession {
  const fresh = new Map<string, string>();
  for (const line of recording.lines()) {
    if (line.dir === "<" || !("frame" in line)) continue;
    const { type, uuid } = (line.frame ?? {}) as { type?: string; uuid?: string };
    const id = type === "control_request" ? requestIdOf(line.frame) : type === "user" ? uuid : undefined;
    if (id !== undefined) fresh.set(`"${id}"`, `"fresh-${fresh.size}-${id}"`);
  }
  return changed(recording, (json) => json.replace(/"[^"\\]*"/g, (quoted) => fresh.get(quoted) ?? quoted));
}

function changed(recording: Recording, change: (json: string) => string): RecordedSession {
  return reordered(recording, (lines) =>
    lines.map((line) => {
      const json = "frame" in line ? change(line.json) : "";
      return "frame" in line ? { ...line, json, frame: JSON.parse(json) as unknown } : line;
    }),
  );
}

function reordered(recording: RecordedSession, order: (lines: RecordedLine[]) => RecordedLine[]): RecordedSession {
  const lines = order([...recording.lines()]).map((line, index) => ({ ...line, number: index + 1 }));
  return { meta: recording.meta, lines: () => lines };
}

/** One recording's host against another's agent: each checks the other. The first failure is the cause. */
async function replay(host: RecordedSession, agent: RecordedSession, timeoutMs = 5_000): Promise<void> {
  const agentSide = new Replayer(agent, { side: "agent", timeoutMs });
  const hostSide = new Replayer(host, { side: "host", timeoutMs });
  const [played] = await Promise.allSettled([hostSide.play(agentSide.transport)]);
  await agentSide.done;
  if (played.status === "rejected") throw played.reason;
}

const isAnswer = (line: RecordedLine): boolean =>
  line.dir === ">" && "frame" in line && typeOf(line.frame) === "control_response";

test("H19 recordings of real agents replay from both sides, with ids the host makes anew", async (t) => {
  let replayed = 0;
  for (const version of ["1.0.128", "2.0.76", "2.1.325"]) {
    for (const name of readdirSync(join(fixtures, version))) {
      const recording = await recordFixture(t, join(version, name));
      const label = `${version}/${name}`;
      await replay(withFreshIds(recording), recording).catch((error: Error) =>
        assert.fail(`${label}: ${error.message}`),
      );
      replayed++;
    }
  }
  assert.ok(replayed > 100);
});

test("H19 one changed byte in a recorded answer fails the replay", async (t) => {
  let tried = 0;
  for (const path of ["2.1.325/f1-allow.ndjson", "2.0.76/i1-sdk-mcp.ndjson"]) {
    const recording = await recordFixture(t, path);
    const host = withFreshIds(recording);
    const file = readFileSync(framesOf(recording), "utf8");
    const answers = [...recording.lines()].filter(isAnswer);
    assert.ok(answers.length > 0, path);
    for (const answer of answers) {
      const json = "frame" in answer ? answer.json : "";
      const start = file.indexOf(json);
      for (let at = 0; at < json.length; at++) {
        const byte = json[at] === "x" ? "y" : "x";
        writeFileSync(framesOf(recording), file.slice(0, start + at) + byte + file.slice(start + at + 1));
        await assert.rejects(
          async () => replay(host, recording, 1_000),
          (error) => isBridleError(error, "replay_mismatch") || isBridleError(error, "invalid_recording"),
          `${path}: byte ${at} of frame ${answer.number}`,
        );
        tried++;
      }
    }
    writeFileSync(framesOf(recording), file);
    await replay(host, recording);
  }
  assert.ok(tried > 500);
});

test("H19 a difference is named by frame and path, without content", async (t) => {
  const recording = await recordFixture(t, "2.1.325/f1-allow.ndjson");
  const [answer] = [...recording.lines()].filter(isAnswer);
  const host = changed(recording, (json) => json.replace('"behavior":"allow"', '"behavior":"alloW"'));
  await assert.rejects(replay(host, recording), {
    code: "replay_mismatch",
    message: `frame ${answer?.number}: the host's line differs from the recorded one at response.response.behavior`,
    data: { reason: "differs", frame: answer?.number, path: "response.response.behavior" },
  });
});

test("H19 a digit beyond what a double holds counts, and a question's text is not shown", async (t) => {
  const say = (n: string): string =>
    `{"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"Is it so?":{"n":${n}}}}}`;
  const ask = '{"type":"control_request","request_id":"r","request":{"subtype":"x"}}';
  const number = "0.030000000000000002";
  const recording = await record(t, [
    ["<", ask],
    [">", say(number)],
  ]);
  await replay(recording, recording);
  const host = await record(t, [
    ["<", ask],
    [">", say("0.030000000000000003")],
  ]);
  await assert.rejects(replay(host, recording), {
    data: { path: "response.response[key 1].n.digits", frame: 2, reason: "differs" },
  });
});

test("H19 answers to requests in flight may come in another order", async (t) => {
  const recording = await recordFixture(t, "2.1.325/g3-three-reads-outside.ndjson");
  const host = reordered(recording, (lines) => {
    const answers = lines.filter(isAnswer).reverse();
    assert.equal(answers.length, 3);
    return lines.map((line) => (isAnswer(line) ? (answers.shift() ?? line) : line));
  });
  await replay(host, recording);
});

test("H19 prompts and requests keep their order", async (t) => {
  const [a, b] = ['{"type":"user","text":"a"}', '{"type":"user","text":"b"}'];
  const recording = await record(t, [
    [">", a],
    [">", b],
  ]);
  const host = await record(t, [
    [">", b],
    [">", a],
  ]);
  await assert.rejects(replay(host, recording), { data: { reason: "differs", frame: 1, path: "text" } });
});

test("H19 a host that sends too much, too little or nothing fails", async (t) => {
  const prompt = '{"type":"user","text":"a"}';
  const once = await record(t, [
    [">", prompt],
    ["<", '{"type":"result"}'],
  ]);
  const twice = await record(t, [
    [">", prompt],
    ["<", '{"type":"result"}'],
    [">", prompt],
  ]);
  const unexpected = { reason: "unexpected", frame: undefined, path: undefined };
  await assert.rejects(replay(twice, once), { code: "replay_mismatch", data: unexpected });
  await assert.rejects(replay(once, twice), {
    code: "replay_mismatch",
    data: { reason: "missing", frame: 3, path: undefined },
  });
  const silent = new Replayer(once, { side: "agent", timeoutMs: 20 });
  const { ended } = listen(silent.transport);
  await assert.rejects(silent.done, { code: "timeout", data: { waitingFor: "frame 1", afterMs: 20 } });
  await ended;
  assert.equal((await silent.transport.exited).exitCode, 1);
  assert.match(silent.transport.stderrTail(), /frame 1/);
});

test("H19 an agent line waits for everything the host had sent before it", async (t) => {
  const recording = await record(t, [
    [">", '{"type":"control_request","request_id":"1","request":{"subtype":"initialize"}}'],
    ["<", '{"type":"control_response","response":{"subtype":"success","request_id":"1","response":{"n":"1"}}}'],
    [">", '{"type":"user","uuid":"u-recorded"}'],
    ["<", '{"type":"result","user_message_uuids":["u-recorded"],"result":"1"}'],
  ]);
  const replayer = new Replayer(recording, { side: "agent" });
  const { transport } = replayer;
  const heard = listen(transport);
  transport.write('{"request":{"subtype":"initialize"},"type":"control_request","request_id":"live"}\n');
  await heard.lines(1);
  transport.pause();
  transport.write('{"type":"user","uuid":"u-live"}\n');
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  assert.deepEqual(heard.all, [
    '{"type":"control_response","response":{"subtype":"success","request_id":"live","response":{"n":"1"}}}',
  ]);
  transport.resume();
  await heard.lines(2);
  assert.equal(heard.all[1], '{"type":"result","user_message_uuids":["u-live"],"result":"1"}');
  transport.endInput();
  await replayer.done;
  assert.deepEqual(await transport.exited, { exitCode: 0, signal: null });
});

test("H19 an id that was bound once keeps its meaning", async (t) => {
  const ask = (id: string): string =>
    `{"type":"control_request","request_id":"${id}","request":{"subtype":"interrupt"}}`;
  const recording = await record(t, [
    [">", ask("a")],
    [">", ask("b")],
    [">", '{"type":"control_cancel_request","request_id":"b"}'],
  ]);
  const drive = (...lines: string[]): Promise<void> => {
    const replayer = new Replayer(recording, { side: "agent" });
    replayer.transport.write(lines.map((line) => `${line}\n`).join(""));
    replayer.transport.endInput();
    listen(replayer.transport);
    return replayer.done;
  };
  const cancel = (id: string): string => `{"type":"control_cancel_request","request_id":"${id}"}`;
  await drive(ask("1"), ask("2"), cancel("2"));
  await assert.rejects(drive(ask("1"), ask("1"), cancel("1")), {
    data: { reason: "differs", frame: 2, path: "request_id" },
  });
  await assert.rejects(drive(ask("1"), ask("2"), cancel("1")), {
    data: { reason: "differs", frame: 3, path: "request_id" },
  });
});

test("H19 a mark stands for the one secret that the host sends in its place, and a changed mark does not", async (t) => {
  const prompt = (text: string): string => JSON.stringify({ type: "user", text });
  const secret = "sk-ant-api03-abcdefgh";
  const recording = await record(t, [
    [">", prompt(`use ${secret} now`)],
    ["<", prompt(secret)],
    [">", prompt(secret)],
  ]);
  const live = (first: string, second: string): RecordedSession =>
    reordered(recording, (lines) =>
      [first, first.slice(4, -4), second].map((text, index) => ({
        ...(lines[index] as RecordedLine & { frame: unknown }),
        frame: JSON.parse(prompt(text)) as unknown,
        json: prompt(text),
      })),
    );
  await replay(recording, recording);
  await replay(live("use another-one now", "another-one"), recording);
  const differs = { reason: "differs", frame: 3, path: "text" };
  await assert.rejects(replay(live("use another-one now", "a-third-one"), recording), { data: differs });
  const file = readFileSync(framesOf(recording), "utf8");
  const at = file.indexOf("[secret:") + 10;
  writeFileSync(framesOf(recording), file.slice(0, at) + (file[at] === "0" ? "1" : "0") + file.slice(at + 1));
  await assert.rejects(replay(live("use another-one now", "another-one"), recording), {
    data: { ...differs, frame: 1 },
  });
});

test("an answer to a request that was withdrawn may be missing or too much", async (t) => {
  const lines = [
    ["<", '{"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool"}}'],
    ["<", '{"type":"control_cancel_request","request_id":"r"}'],
    [">", '{"type":"control_response","response":{"subtype":"error","request_id":"r","error":"late"}}'],
    ["<", '{"type":"result"}'],
  ] as const;
  const withAnswer = await record(t, lines);
  const without = await record(
    t,
    lines.filter(([dir]) => dir === "<"),
  );
  await replay(withAnswer, without);
  await replay(without, withAnswer);
});

test("H19 a replayed host notices an agent that answers or says something else", async (t) => {
  const recording = await recordFixture(t, "2.1.325/m1-second-while-running.ndjson");
  const hostOnly = async (agent: RecordedSession): Promise<void> => {
    const replayer = new Replayer(agent, { side: "agent" });
    await new Replayer(recording, { side: "host" }).play(replayer.transport);
  };
  await hostOnly(changed(recording, (json) => json.replaceAll("0739f9c3", "aaaaaaaa").replace(/"pid":\d+/, '"pid":1')));
  const answered = changed(recording, (json) => json.replace('"name":"deep-research"', '"name":"deep-researcH"'));
  await assert.rejects(hostOnly(answered), {
    data: { reason: "differs", frame: 2, path: "response.response.commands[0].name" },
  });
  const said = changed(recording, (json) => json.replace('"subtype":"init"', '"subtype":"other"'));
  await assert.rejects(hostOnly(said), { data: { reason: "differs", path: "subtype", frame: 6 } });
  const mute = reordered(recording, (lines) => lines.slice(0, -1));
  await assert.rejects(
    new Replayer(recording, { side: "host", timeoutMs: 50 }).play(new Replayer(mute, { side: "agent" }).transport),
    (error) => isBridleError(error, "timeout"),
  );
});

test("H19 a replayed host answers with the ids of the live agent", async (t) => {
  const recording = await recordFixture(t, "2.1.325/g3-three-reads-outside.ndjson");
  const agent = changed(recording, (json) =>
    json.replaceAll("c2149530", "00000001").replaceAll("f64e5e83", "00000002").replaceAll("8cf33464", "00000003"),
  );
  await replay(recording, agent);
});

test("each side has its own way in", async (t) => {
  const recording = await record(t, []);
  const transport = (): Transport => new Replayer(recording, { side: "host" }).transport;
  assert.throws(transport, (error) => error instanceof BridleError && error.code === "invalid_option");
  const agent = new Replayer(recording, { side: "agent" });
  assert.throws(() => agent.play(agent.transport), { code: "invalid_option" });
});

function listen(transport: Transport): { all: string[]; ended: Promise<void>; lines(count: number): Promise<void> } {
  const all: string[] = [];
  const end = Promise.withResolvers<void>();
  let wake = (): void => {};
  const sink: OutputSink = {
    data: (chunk) => {
      all.push(...Buffer.from(chunk).toString().trimEnd().split("\n"));
      wake();
    },
    end: end.resolve,
  };
  transport.start(sink);
  const lines = async (count: number): Promise<void> => {
    while (all.length < count) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { all, ended: end.promise, lines };
}
