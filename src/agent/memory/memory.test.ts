import assert from "node:assert/strict";
import { test } from "node:test";
import { isBridleError } from "../../errors.ts";
import type { Entry } from "./entry.ts";
import { Memory } from "./memory.ts";

const cwd = "/work";

function said(...texts: readonly string[]): Entry[] {
  return texts.map((content, at) => ({ uuid: `${at}-${content}`, role: at % 2 === 0 ? "user" : "assistant", content }));
}

function contents(memory: Memory, id: string): unknown[] {
  return (memory.load(id)?.messages ?? []).map(({ content }) => content);
}

test("G7 a conversation comes back as it was kept", () => {
  using memory = Memory.open(":memory:");
  const entries: Entry[] = [
    { uuid: "1", role: "user", content: "text with \0, \ud800 and \n", atMs: 1_000 },
    {
      uuid: "2",
      role: "assistant",
      content: [{ type: "tool_use", id: "t", name: "Bash", input: { deep: [1, { a: null }] } }],
      message: { id: "msg_1", model: "m", usage: { input_tokens: 1 } },
      atMs: 2_000,
    },
    { uuid: "3", role: "user", content: [], line: { isMeta: true }, atMs: 3_000 },
  ];
  memory.begin({ id: "a", cwd, model: "m" }, entries.slice(0, 1));
  memory.append("a", entries.slice(1), { totals: { cost: 1.5 } });
  memory.setTitle("a", "A title");
  const loaded = memory.load("a");
  assert.deepEqual(
    loaded?.messages.map(({ number, ...entry }) => entry),
    entries,
  );
  const { id, cwd: folder, model, title, totals, forkedFrom } = loaded;
  assert.deepEqual(
    { id, folder, model, title, totals, forkedFrom },
    { id: "a", folder: cwd, model: "m", title: "A title", totals: { cost: 1.5 }, forkedFrom: undefined },
  );
  memory.setTotals("a", { cost: 2 });
  assert.deepEqual(memory.load("a")?.totals, { cost: 2 });
});

test("G2 an id in use is refused in the words of Claude Code, and nothing is kept", () => {
  using memory = Memory.open(":memory:");
  memory.begin({ id: "a", cwd }, said("first"));
  assert.throws(
    () => memory.begin({ id: "a", cwd: "/other" }, said("second")),
    (error) => isBridleError(error, "invalid_option") && error.message === "Session ID a is already in use.",
  );
  assert.throws(() => memory.fork("a", "a"), /already in use/);
  assert.deepEqual(contents(memory, "a"), ["first"]);
});

test("G1 an id is free text and never a path", () => {
  using memory = Memory.open(":memory:");
  const ids = ["", "../../etc/passwd", "a'; DROP TABLE sessions; --", "ünï 🙂\n", "x".repeat(10_000), "%", "A", "a"];
  for (const id of ids) memory.begin({ id, cwd }, said(`of ${id}`));
  for (const id of ids) assert.deepEqual(contents(memory, id), [`of ${id}`]);
});

test("G7 messages for an unknown session are refused", () => {
  using memory = Memory.open(":memory:");
  assert.equal(memory.load("nobody"), undefined);
  assert.deepEqual([...memory.messages("nobody")], []);
  for (const attempt of [
    () => memory.append("nobody", said("x")),
    () => memory.setTitle("nobody", "x"),
    () => memory.fork("nobody", "b"),
  ]) {
    assert.throws(attempt, (error) => isBridleError(error, "invalid_option") && error.data.found === "nobody");
  }
  assert.deepEqual(memory.list(), []);
});

test("G7 a batch that cannot be kept whole is not kept at all", () => {
  using memory = Memory.open(":memory:");
  memory.begin({ id: "a", cwd });
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  assert.throws(() => memory.append("a", [...said("fine"), { uuid: "x", role: "user", content: [cyclic] }]));
  // SQLite finds this one out in mid-transaction.
  assert.throws(() => memory.append("a", [...said("fine"), { ...said("bad")[0], uuid: null } as never]));
  assert.deepEqual(contents(memory, "a"), []);
  memory.append("a", said("later"));
  assert.deepEqual(contents(memory, "a"), ["later"]);
});

test("G2 a session is resumed by its id, and with a folder only in that folder", () => {
  using memory = Memory.open(":memory:");
  memory.begin({ id: "a", cwd }, said("hello"));
  assert.equal(memory.load("a", { cwd: "/elsewhere" }), undefined);
  assert.equal(memory.load("a", { cwd })?.id, "a");
  assert.equal(memory.load("a")?.id, "a");
});

test("G2 the session to continue is the one of this folder that spoke last, whatever the clock said", (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  using memory = Memory.open(":memory:");
  assert.equal(memory.latest(cwd), undefined);
  memory.begin({ id: "a", cwd }, said("1"));
  memory.begin({ id: "b", cwd }, said("1"));
  memory.begin({ id: "elsewhere", cwd: "/elsewhere" }, said("1"));
  memory.begin({ id: "silent", cwd });
  assert.equal(memory.latest(cwd)?.id, "b");
  t.mock.timers.setTime(500);
  memory.append("a", said("2"));
  assert.equal(memory.latest(cwd)?.id, "a");
  memory.setTitle("b", "does not make it newer");
  assert.equal(memory.latest(cwd)?.id, "a");
  assert.deepEqual(
    memory.list({ cwd }).map(({ id }) => id),
    ["a", "b", "silent"],
  );
  assert.deepEqual(
    memory.list({ limit: 2 }).map(({ id }) => id),
    ["a", "elsewhere"],
  );
});

test("G2 a fork has the history, and neither one sees what the other says then", () => {
  using memory = Memory.open(":memory:");
  memory.begin({ id: "a", cwd, model: "m" }, said("1", "2"));
  memory.append("a", [], { totals: { cost: 1 } });
  memory.setTitle("a", "T");
  memory.fork("a", "b", { cwd: "/other" });
  memory.append("a", said("only a"));
  memory.append("b", said("only b"));
  assert.deepEqual(contents(memory, "a"), ["1", "2", "only a"]);
  assert.deepEqual(contents(memory, "b"), ["1", "2", "only b"]);
  const fork = memory.load("b");
  assert.deepEqual(
    [fork?.cwd, fork?.model, fork?.title, fork?.totals, fork?.forkedFrom],
    ["/other", "m", "T", { cost: 1 }, "a"],
  );
  const uuids = (id: string): unknown[] => (memory.load(id)?.messages ?? []).slice(0, 2).map(({ uuid }) => uuid);
  assert.deepEqual(uuids("b"), uuids("a"));
  memory.fork("b", "c");
  assert.deepEqual([memory.latest("/other")?.id, memory.load("c")?.cwd], ["c", "/other"]);
});

test("G2 a fork may end at a message of the original", () => {
  using memory = Memory.open(":memory:");
  memory.begin({ id: "a", cwd }, said("1", "2", "3"));
  memory.fork("a", "b", { upTo: "1-2" });
  assert.deepEqual(contents(memory, "b"), ["1", "2"]);
  assert.throws(
    () => memory.fork("a", "c", { upTo: "none" }),
    (error) => isBridleError(error, "invalid_option") && error.data.found === "none",
  );
  assert.equal(memory.load("c"), undefined);
});

test("G7 messages are read page by page, also while new ones are kept", () => {
  using memory = Memory.open(":memory:");
  memory.begin({ id: "other", cwd }, said("not mine"));
  memory.begin(
    { id: "a", cwd },
    Array.from({ length: 128 }, (_, at) => ({ uuid: `${at}`, role: "user", content: `${at}` })),
  );
  const seen: string[] = [];
  for (const { uuid } of memory.messages("a")) {
    if (seen.push(uuid) === 100) memory.append("a", [{ uuid: "late", role: "user", content: "late" }]);
  }
  assert.deepEqual(seen, [...Array.from({ length: 128 }, (_, at) => `${at}`), "late"]);
  const [first, ...rest] = memory.messages("a");
  assert.deepEqual([...memory.messages("a", { after: first?.number ?? 0 })], rest);
});

test("G7 a closed memory stays closed", () => {
  const memory = Memory.open(":memory:");
  memory.close();
  memory.close();
  assert.throws(() => memory.list());
});
