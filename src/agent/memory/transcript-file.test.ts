import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Fields } from "../../wire/fields.ts";
import type { Entry } from "./entry.ts";
import { TranscriptFile, type TranscriptFileOptions } from "./transcript-file.ts";
import { transcriptPath } from "./transcript-path.ts";

const sessionId = "11111111-1111-4111-8111-111111111111";
const prompt: Entry = { uuid: "u1", role: "user", content: "What is\nup?", atMs: 1_000 };
const answer: Entry = {
  uuid: "u2",
  role: "assistant",
  content: [{ type: "tool_use", id: "t1", name: "Bash", input: {} }],
  message: { id: "msg_1", type: "message", model: "m", usage: { input_tokens: 1 } },
};
const result: Entry = {
  uuid: "u3",
  role: "user",
  content: [{ type: "tool_result", tool_use_id: "t1", content: "ok" }],
  line: { toolUseResult: { stdout: "ok" } },
};

function configFolder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "bridle-transcript-"));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

function transcript(folder: string, options: Partial<TranscriptFileOptions> = {}): TranscriptFile {
  const path = transcriptPath(folder, "/work", sessionId);
  return new TranscriptFile({ path, sessionId, cwd: "/work", version: "9.8.7", ...options });
}

function lines(path: string): Fields[] {
  const content = readFileSync(path, "utf8");
  assert.ok(content.endsWith("\n"));
  return content
    .slice(0, -1)
    .split("\n")
    .map((line) => JSON.parse(line) as Fields);
}

/** uuid and parent of each message. */
function chain(path: string): unknown[] {
  return lines(path)
    .filter(({ uuid }) => uuid !== undefined)
    .map(({ uuid, parentUuid }) => [uuid, parentUuid]);
}

test("G2 every message is a line as Claude Code writes it, and names the one before", async (t) => {
  const file = transcript(configFolder(t), { gitBranch: () => "main", entrypoint: "sdk-ts" });
  await file.append([prompt]);
  await file.append([answer, result]);
  const [first, lastPrompt, second, third, again, ...rest] = lines(file.path);
  assert.deepEqual(first, {
    parentUuid: null,
    isSidechain: false,
    type: "user",
    message: { role: "user", content: "What is\nup?" },
    uuid: "u1",
    timestamp: "1970-01-01T00:00:01.000Z",
    userType: "external",
    sessionId,
    cwd: "/work",
    version: "9.8.7",
    gitBranch: "main",
    entrypoint: "sdk-ts",
  });
  assert.deepEqual(lastPrompt, { type: "last-prompt", lastPrompt: "What is up?", leafUuid: "u1", sessionId });
  assert.deepEqual(second?.message, { ...answer.message, role: "assistant", content: answer.content });
  assert.deepEqual([second?.type, second?.parentUuid], ["assistant", "u1"]);
  assert.deepEqual([third?.type, third?.parentUuid, third?.toolUseResult], ["user", "u2", { stdout: "ok" }]);
  assert.deepEqual(again, { ...lastPrompt, leafUuid: "u3" });
  assert.deepEqual(rest, []);
});

test("G2 the file and the folders made for it are their owner's alone", async (t) => {
  const folder = configFolder(t);
  const file = transcript(folder);
  await file.append([prompt]);
  const mode = (path: string): number => statSync(path).mode & 0o777;
  assert.deepEqual([file.path, dirname(file.path), join(folder, "projects")].map(mode), [0o600, 0o700, 0o700]);
});

test("G2 messages that come at once keep their order", async (t) => {
  const file = transcript(configFolder(t));
  const entries = Array.from({ length: 50 }, (_, at): Entry => ({ ...answer, uuid: `${at}` }));
  await Promise.all(entries.map((entry) => file.append([entry])));
  assert.deepEqual(
    chain(file.path),
    entries.map(({ uuid }, at) => [uuid, entries[at - 1]?.uuid ?? null]),
  );
});

test("G2 a resumed session goes on in its file, after a line that a killed process left open", async (t) => {
  const folder = configFolder(t);
  const { path } = transcript(folder);
  await transcript(folder).append([prompt, answer]);
  writeFileSync(path, '{"torn":', { flag: "a" });
  await transcript(folder, { history: [prompt, answer] }).append([result]);
  const [torn, next] = readFileSync(path, "utf8").split("\n").slice(3);
  assert.equal(torn, '{"torn":');
  const { uuid, parentUuid } = JSON.parse(next ?? "");
  assert.deepEqual([uuid, parentUuid], ["u3", "u2"]);
});

test("G2 where the file is missing, as after a fork, the history is written first", async (t) => {
  const history = Array.from({ length: 450 }, (_, at): Entry => ({ ...prompt, uuid: `h${at}` }));
  const file = transcript(configFolder(t), { history });
  await file.append([answer]);
  const all = [...history, answer];
  assert.deepEqual(
    chain(file.path),
    all.map(({ uuid }, at) => [uuid, all[at - 1]?.uuid ?? null]),
  );
  assert.ok(lines(file.path).every((line) => line.sessionId === sessionId));
});

test("G2 of two messages the later one has the later time, whatever the clock said", async (t) => {
  const folder = configFolder(t);
  const at = (uuid: string, atMs: number): Entry => ({ ...answer, uuid, atMs });
  const history = [at("1", 5_000), at("2", 5_000), at("3", 4_000)];
  await transcript(folder).append(history);
  const file = transcript(folder, { history: [at("3", 5_002)] });
  await file.append([at("4", 1_000), at("5", 9_000)]);
  assert.deepEqual(
    lines(file.path).map(({ timestamp }) => Date.parse(String(timestamp))),
    [5_000, 5_001, 5_002, 5_003, 9_000],
  );
});

test("G2 a failure is told once and ends nothing; when it is over the file goes on", async (t) => {
  const folder = configFolder(t);
  writeFileSync(join(folder, "projects"), "a file where a folder should be");
  const failures: Error[] = [];
  const file = transcript(folder, { history: [prompt], onFailure: (error) => failures.push(error) });
  await file.append([answer]);
  await file.append([result]);
  await file.setTitle("T");
  assert.equal(failures.length, 1);
  assert.match(failures[0]?.message ?? "", /EEXIST|ENOTDIR/);
  await rm(join(folder, "projects"));
  await file.append([result]);
  assert.deepEqual(chain(file.path), [
    ["u1", null],
    ["u3", "u1"],
  ]);
});

test("G2 a message that could not be written is not the parent of the next one", async (t) => {
  const failures: Error[] = [];
  const file = transcript(configFolder(t), { onFailure: (error) => failures.push(error) });
  await file.append([prompt]);
  await rm(file.path);
  await mkdir(file.path);
  await file.append([answer]);
  await rm(file.path, { recursive: true });
  await file.append([result]);
  assert.equal(failures.length, 1);
  assert.deepEqual(chain(file.path), [["u3", "u1"]]);
});
