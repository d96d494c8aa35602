import assert from "node:assert/strict";
import { test } from "node:test";
import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { MemoryLog } from "../../../test/daemon/log/memory-log.ts";
import { EventSchema } from "../../api/gen/bridle/v1/event_pb.js";
import { defaultEditLimits, ToolEdits } from "./tool-edits.ts";

type Kind = MessageInitShape<typeof EventSchema>["kind"];

/** Counts the events that are read from it. */
class CountingLog extends MemoryLog {
  rows = 0;

  override async read(...args: Parameters<MemoryLog["read"]>) {
    const batch = await super.read(...args);
    if (batch !== undefined) this.rows += batch.last - batch.first + 1;
    return batch;
  }

  async add(session: string, ...kinds: readonly Kind[]): Promise<void> {
    const { last = 0 } = (await this.bounds(session)) ?? {};
    const events = kinds.map((kind, at) => create(EventSchema, { seq: BigInt(last + at + 1), ...(kind && { kind }) }));
    await this.append(
      session,
      last,
      events.map((event) => toBinary(EventSchema, event)),
    );
  }
}

const deltas = (count: number): Kind[] =>
  Array.from({ length: count }, () => ({ case: "textDelta" as const, value: { text: "and so on" } }));

/** A use and its result, as two events. */
function written(id: string, path: string, content = "a\n", isError = false): readonly [Kind, Kind] {
  const inputJson = JSON.stringify({ file_path: path, content });
  return [
    { case: "toolStart", value: { toolUseId: id, name: "Write", inputJson } },
    { case: "toolResult", value: { toolUseId: id, isError } },
  ];
}

const pathsIn = async (edits: ToolEdits, session: string) => (await edits.of(session)).edits.map(({ path }) => path);

test("U3 an event of a log is read once for all who look at what tools wrote", async () => {
  const log = new CountingLog();
  log.create("s");
  await log.add("s", ...deltas(5000), ...written("1", "a"), ...written("2", "failed", "", true));
  const edits = new ToolEdits(log);
  assert.deepEqual(await Promise.all([pathsIn(edits, "s"), pathsIn(edits, "s")]), [["a"], ["a"]]);
  assert.equal(log.rows, 5004, "once, for two who look at the same time");
  assert.deepEqual(await pathsIn(edits, "s"), ["a"]);
  assert.equal(log.rows, 5004, "nothing came since");

  // A use whose result comes later than the look.
  const [start, result] = written("3", "b");
  await log.add("s", start);
  assert.deepEqual(await pathsIn(edits, "s"), ["a"]);
  await log.add("s", result, ...deltas(10));
  assert.deepEqual(await pathsIn(edits, "s"), ["a", "b"]);
  assert.equal(log.rows, 5016, "only what came since");
});

test("U3 of a log that is too long only the newest events are read, and it is said", async () => {
  const log = new CountingLog();
  log.create("s");
  await log.add("s", ...written("1", "old"), ...deltas(5000), ...written("2", "new"));
  const edits = new ToolEdits(log, { ...defaultEditLimits, maxEvents: 1000 });
  const found = await edits.of("s");
  assert.deepEqual([found.edits.map(({ path }) => path), found.isCut], [["new"], true]);
  assert.equal(log.rows, 1000);
});

test("U3 what is kept of the tools' uses has a limit, by number and by size; events that are erased are no trouble", async () => {
  const log = new CountingLog();
  log.create("s");
  const edits = new ToolEdits(log, { ...defaultEditLimits, maxEdits: 3, maxChars: 1000 });
  for (const name of ["a", "b", "c", "d"]) await log.add("s", ...written(name, name));
  assert.deepEqual([await pathsIn(edits, "s"), (await edits.of("s")).isCut], [["b", "c", "d"], true]);
  await log.add("s", ...written("e", "long", "x".repeat(5000)));
  assert.deepEqual(await pathsIn(edits, "s"), ["long"]);
  await log.add("s", ...deltas(10));
  await log.trim("s", 15);
  await log.add("s", ...written("f", "f"));
  assert.deepEqual(await pathsIn(edits, "s"), ["f"]);
  await log.delete("s");
  assert.deepEqual(await edits.of("s"), { edits: [], isCut: false });
});

test("U3 only the sessions that were looked at last are kept", async () => {
  const log = new CountingLog();
  const edits = new ToolEdits(log, { ...defaultEditLimits, maxSessions: 2 });
  for (const session of ["a", "b", "c"]) {
    log.create(session);
    await log.add(session, ...written("1", session));
    assert.deepEqual(await pathsIn(edits, session), [session]);
  }
  assert.equal(log.rows, 6);
  await pathsIn(edits, "c");
  assert.equal(log.rows, 6);
  assert.deepEqual(await pathsIn(edits, "a"), ["a"]);
  assert.equal(log.rows, 8, "read again");
});
