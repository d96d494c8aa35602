import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Fields } from "../../wire/fields.ts";
import { adoptTranscript, storedUuidAt } from "./adopt-transcript.ts";
import { Memory } from "./memory.ts";

const session = { id: "s", cwd: "/work" };
const said = (type: "user" | "assistant", uuid: string, parentUuid: string | null, more: Fields = {}): Fields => ({
  type,
  uuid,
  parentUuid,
  timestamp: "2026-01-01T00:00:00.000Z",
  message: { role: type, content: uuid, ...(type === "assistant" && { id: `msg-${uuid}`, model: "m" }) },
  ...more,
});
const attachment = (uuid: string, parentUuid: string, kind: Fields): Fields => ({
  type: "attachment",
  uuid,
  parentUuid,
  attachment: kind,
});
const call = (uuid: string, parentUuid: string, id: string): Fields =>
  said("assistant", uuid, parentUuid, {
    message: { role: "assistant", id: "msg", content: [{ type: "tool_use", id, name: "Read", input: {} }] },
  });
const result = (uuid: string, parentUuid: string, id: string): Fields =>
  said("user", uuid, parentUuid, {
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "x" }] },
  });

function stage(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "bridle-adopt-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "s.jsonl");
  const memory = Memory.open(":memory:");
  return {
    memory,
    path,
    /** What the file has from now on; what came of it. */
    adopt: (lines: readonly Fields[]): Promise<boolean> => {
      writeFileSync(path, `not JSON\n${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
      return adoptTranscript(memory, { ...session, path }, ({ totalCostUSD }) => ({ totalCostUSD }));
    },
    uuids: (): string[] => [...memory.messages("s")].map(({ uuid }) => uuid),
  };
}

const turn = [said("user", "p1", null), said("assistant", "a1", "p1")];

test("G7 a conversation of another program is taken over, once, with its title and what it cost", async (t) => {
  const { memory, adopt, uuids } = stage(t);
  const own = [attachment("e", "p1", { type: "environment" }), said("assistant", "a1", "e")];
  const facts = [
    { type: "custom-title", customTitle: "T" },
    { type: "cost-state", totalCostUSD: 3 },
  ];
  const lines = [said("user", "p1", null), ...own, said("user", "side", null, { isSidechain: true }), ...facts];
  assert.equal(await adopt(lines), true);
  assert.deepEqual(uuids(), ["p1", "a1"]);
  const { title, totals, model, cwd } = memory.find("s") ?? {};
  assert.deepEqual(
    { title, totals, model, cwd },
    { title: "T", totals: { totalCostUSD: 3 }, model: "m", cwd: "/work" },
  );
  assert.equal(await adopt(lines), false);
  assert.equal(await adopt([...lines, { type: "custom-title", customTitle: "U" }]), false);
  assert.equal(memory.find("s")?.title, "U");
});

test("G7 only what is new is added; what was left for another branch goes", async (t) => {
  const { memory, adopt, uuids } = stage(t);
  await adopt(turn);
  const more = [...turn, said("user", "p2", "a1"), said("assistant", "a2", "p2")];
  assert.equal(await adopt(more), true);
  assert.deepEqual(uuids(), ["p1", "a1", "p2", "a2"]);
  const branch = [...more, said("user", "p3", "a1"), said("assistant", "a3", "p3")];
  assert.equal(await adopt(branch), true);
  assert.deepEqual(uuids(), ["p1", "a1", "p3", "a3"]);
  memory.append("s", [{ uuid: "mine", role: "user", content: "not written to the file" }]);
  assert.equal(await adopt(branch), false);
  assert.deepEqual(uuids(), ["p1", "a1", "p3", "a3", "mine"]);
});

test("G7 calls that ran beside each other keep their results, whichever one leads on", async (t) => {
  const { adopt, uuids } = stage(t);
  const calls = [call("c1", "p1", "t1"), call("c2", "c1", "t2")];
  const results = [result("r2", "c2", "t2"), result("r1", "c1", "t1")];
  await adopt([said("user", "p1", null), ...calls, ...results, said("assistant", "a1", "r1")]);
  assert.deepEqual(uuids(), ["p1", "c1", "c2", "r2", "r1", "a1"]);
});

test("G7 what a person said in mid-turn is taken over, and what describes another program is not", async (t) => {
  const { memory, adopt } = stage(t);
  const queued = attachment("q", "p1", { type: "queued_command", prompt: "hurry" });
  const listing = attachment("l", "q", { type: "skill_listing", content: "not ours" });
  await adopt([said("user", "p1", null), queued, listing, said("assistant", "a1", "l")]);
  assert.deepEqual(
    [...memory.messages("s")].map(({ content }) => content),
    ["p1", [{ type: "text", text: "hurry" }], "a1"],
  );
});

test("G7 a compaction holds: the summary stands for what is gone, and what it kept stays in sight", async (t) => {
  const { memory, adopt, uuids } = stage(t);
  const compactMetadata = { preservedMessages: { uuids: ["a2"], allUuids: ["a2"] } };
  const boundary = {
    type: "system",
    subtype: "compact_boundary",
    uuid: "b",
    parentUuid: null,
    logicalParentUuid: "a2",
    content: "Conversation compacted",
    compactMetadata,
  };
  const older = [...turn, said("user", "p2", "a1"), said("assistant", "a2", "p2")];
  await adopt([...older, boundary, said("user", "sum", "b", { isCompactSummary: true }), said("user", "p3", "sum")]);
  assert.deepEqual(uuids(), ["p1", "a1", "p2", "a2", "b", "sum", "p3"]);
  const { through, opening } = memory.compactions.newest("s") ?? {};
  assert.deepEqual([through, opening], [memory.numberOf("s", "p2"), "sum"]);
  memory.rewind("s", "a1");
  assert.deepEqual([memory.compactions.newest("s"), uuids()], [undefined, ["p1", "a1"]]);
});

test("G7 any line of the conversation is a place to go on at, and none of another branch", async (t) => {
  const { adopt, path } = stage(t);
  const lines = [
    ...[said("user", "p1", null), attachment("e", "p1", { type: "environment" }), said("assistant", "a1", "e")],
    ...[said("user", "left", "a1"), attachment("under", "left", { type: "date" })],
    ...[said("user", "p2", "a1"), said("assistant", "a2", "p2"), attachment("end", "a2", { type: "date" })],
  ];
  await adopt(lines);
  const found = ["e", "a1", "end", "left", "under", "nowhere"].map((uuid) => storedUuidAt(path, uuid));
  assert.deepEqual(await Promise.all(found), ["p1", "a1", "a2", undefined, undefined, undefined]);
});

test("G7 where there is no transcript nothing is taken over", async (t) => {
  const { memory, path } = stage(t);
  assert.equal(await adoptTranscript(memory, { ...session, path }, () => ({})), false);
  assert.equal(memory.find("s"), undefined);
});

test("G7 lines that name each other as parents are no endless way", { timeout: 20_000 }, async (t) => {
  const { adopt, path, uuids } = stage(t);
  const system = (uuid: string, parentUuid: string): Fields => ({ type: "progress", uuid, parentUuid });
  await adopt([...turn, system("x", "y"), system("y", "x"), said("user", "p2", "a2"), said("assistant", "a2", "p2")]);
  assert.deepEqual(uuids(), ["p2", "a2"]);
  assert.equal(await storedUuidAt(path, "x"), undefined);
});

test("G7 a uuid that several lines have is one message", async (t) => {
  const { adopt, uuids } = stage(t);
  const lines = [...turn, call("c", "a1", "1"), result("r", "c", "1"), said("assistant", "a2", "r")];
  assert.equal(await adopt([...lines, ...lines]), true);
  assert.deepEqual(uuids(), ["p1", "a1", "c", "r", "a2"]);
});

test("G7 more lines than a call takes arguments are read", async (t) => {
  const { memory, path, uuids } = stage(t);
  writeFileSync(path, `${"{}\n".repeat(400_000)}${turn.map((line) => JSON.stringify(line)).join("\n")}\n`);
  await adoptTranscript(memory, { ...session, path }, () => ({}));
  assert.deepEqual(uuids(), ["p1", "a1"]);
});
