// Runs alone: it compares times.
import assert from "node:assert/strict";
import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SqliteLog } from "../../../src/daemon/log/sqlite-log.ts";
import { putAsk } from "../../../src/daemon/store/asks-table.ts";
import type { SessionPage, SessionQuery } from "../../../src/daemon/store/list-sessions.ts";
import { addPrompt } from "../../../src/daemon/store/prompts-table.ts";
import { insertSession, updateSession } from "../../../src/daemon/store/sessions-table.ts";
import type { Store } from "../../../src/daemon/store/store.ts";
import { StoreReader } from "../../../src/daemon/store/store-reader.ts";
import { addText } from "../../../src/daemon/store/texts-table.ts";
import { together } from "../../../src/daemon/store/work.ts";
import { encoded, numbersIn, range } from "../log/numbered-events.ts";
import { eventually } from "../support/eventually.ts";
import { newSession, openStore, temporaryFolder } from "./open-store.ts";
import { sql } from "./sql.ts";

const firstPage: SessionQuery = { pageSize: 100, pageToken: "", includeArchived: false, cwd: "" };

async function allPages(store: Store, query: SessionQuery): Promise<SessionPage[]> {
  const pages: SessionPage[] = [];
  for (let pageToken = ""; ; ) {
    const page = await store.reader.list({ ...query, pageToken });
    pages.push(page);
    pageToken = page.nextPageToken;
    if (pageToken === "") return pages;
  }
}

const idsOf = (pages: readonly SessionPage[]): string[] =>
  pages.flatMap(({ sessions }) => sessions.map(({ id }) => id));

test("D1 sessions are listed by pages, the last changed first, each once, with what waits in them", async () => {
  const { store, close } = openStore();
  const sessions = range(1, 25).map((i) => {
    // Many at the same time: pages are cut between them too.
    const more = { updatedMs: Math.floor(i / 10), archived: i % 5 === 0, cwd: i % 2 === 0 ? "/even" : "/odd" };
    return insertSession(newSession(`s${i}`, more));
  });
  const ask = { session: "s24", agent: "g", requestId: "r", createdMs: 1, ask: new Uint8Array(1) };
  await store.write(
    together(
      ...sessions,
      addPrompt({ id: "p", session: "s24", position: 1, content: "", sender: "", delivery: "" }),
      putAsk({ ...ask, id: "open", open: true }),
      putAsk({ ...ask, id: "done", open: false }),
    ),
  );
  const newestFirst = range(1, 25).reverse();
  const expected = (keep: (i: number) => boolean): string[] => newestFirst.filter(keep).map((i) => `s${i}`);
  const list = async (query: Partial<SessionQuery>): Promise<string[]> =>
    idsOf(await allPages(store, { ...firstPage, pageSize: 4, ...query }));
  assert.deepEqual(
    await list({}),
    expected((i) => i % 5 !== 0),
  );
  assert.deepEqual(
    await list({ includeArchived: true }),
    expected(() => true),
  );
  assert.deepEqual(
    await list({ cwd: "/even" }),
    expected((i) => i % 5 !== 0 && i % 2 === 0),
  );
  assert.deepEqual(
    await list({ pageSize: 1000 }),
    expected((i) => i % 5 !== 0),
  );
  const [first] = (await store.reader.list(firstPage)).sessions;
  assert.equal(first?.openAsks, 1);
  assert.equal(first?.queuedPrompts, 1);
  assert.equal(first?.archived, false);
  await store.write(updateSession("s1", { updatedMs: 9, title: "moved" }));
  assert.equal((await store.reader.list(firstPage)).sessions[0]?.title, "moved");
  await close();
});

test("D12 10 000 stored sessions: a page of 100, and all of them, cost little more than to select them", async (t) => {
  const { store, close } = openStore();
  const sessions = range(1, 10_000).map((i) => {
    const long = JSON.stringify({ systemPrompt: "y".repeat(i % 10 === 0 ? 20_000 : 10) });
    return insertSession(newSession(`session-${i}`, { updatedMs: i, title: `Title ${i}`, options: long }));
  });
  await store.write(together(...sessions));
  // The thread has to be there: without it a page this small is read on the loop.
  await store.reader.search("nothing", 1);
  // The best of several: other tests run beside.
  const times = { floor: Number.POSITIVE_INFINITY, page: Number.POSITIVE_INFINITY, all: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 8; round += 1) {
    const floor = performance.now();
    assert.equal(store.read(sql("SELECT * FROM sessions")).length, 10_000);
    times.floor = Math.min(times.floor, performance.now() - floor);
    const page = performance.now();
    assert.equal((await store.reader.list(firstPage)).sessions.length, 100);
    const all = performance.now();
    assert.equal(new Set(idsOf(await allPages(store, { ...firstPage, pageSize: 1000 }))).size, 10_000);
    times.page = Math.min(times.page, all - page);
    times.all = Math.min(times.all, performance.now() - all);
  }
  t.diagnostic(JSON.stringify(times));
  assert.ok(times.page < times.floor && times.all < 8 * times.floor, JSON.stringify(times));
  await close();
});

test("D1 a search finds sessions by all words of a text, with the words around; nothing typed is syntax", async () => {
  const { store, createSession, close } = openStore();
  await createSession("a");
  await createSession("b");
  await store.write(
    together(
      addText("a", "Please mend the parser of the café's menu", 1),
      addText("a", "The parser is mended, parser and all", 7),
      addText("b", `${"filler ".repeat(100)}the lexer, not the PARSER`, 9),
      updateSession("b", { title: "The café round the corner" }),
    ),
  );
  const found = async (query: string): Promise<string[]> =>
    (await store.reader.search(query, 10)).map(({ session }) => session.id).sort();
  assert.deepEqual(await found("parser"), ["a", "b"]);
  assert.deepEqual(await found("lexer parser"), ["b"]);
  assert.deepEqual(await found("pars"), ["a", "b"], "the last word may be begun");
  assert.deepEqual(await found("cafe menu"), ["a"]);
  assert.deepEqual(await found("café"), ["a", "b"], "titles, too");
  assert.deepEqual(await found("nothing"), []);
  for (const query of ["", "  ", '"', "a* OR (", "NEAR(", "text:parser", "';--"]) await found(query);
  const [hit] = await store.reader.search("lexer", 1);
  assert.equal(hit?.seq, 9, "the event that has it");
  const [titled, said] = await store.reader.search("café", 10);
  assert.deepEqual([titled?.session.id, titled?.seq, said?.session.id, said?.seq], ["b", 0, "a", 1], "titles first");
  assert.match(hit?.snippet ?? "", /^….*the lexer, not the PARSER$/);
  await close();
});

test("D9 a backup made while events are written is whole, for its owner only, and opens like any other", async () => {
  const { store, folder, createSession, close } = openStore();
  const log = new SqliteLog(store);
  await createSession("a");
  let last = 0;
  const append = async (): Promise<void> => {
    await log.append("a", last, encoded(last + 1, 20, 500));
    last += 20;
  };
  while (last < 2000) await append();
  const to = join(folder, "copy", "bridle.db");
  const target = temporaryFolder();
  let isDone = false;
  const backup = store.reader.backup(join(target, "bridle.db")).finally(() => {
    isDone = true;
  });
  while (!isDone) await append();
  await backup;
  assert.equal(statSync(join(target, "bridle.db")).mode & 0o777, 0o600);
  const copy = openStore(target);
  const { problems, events } = await copy.store.reader.check();
  assert.deepEqual(problems, []);
  assert.ok(events >= 2000 && events <= last, `${events} of ${last}`);
  assert.deepEqual(numbersIn(await new SqliteLog(copy.store).read("a", 0, 10_000_000)), range(1, events));
  await copy.close();
  writeFileSync(join(folder, "taken"), "");
  await assert.rejects(store.reader.backup(join(folder, "taken")), { code: "invalid_option" });
  await assert.rejects(store.reader.backup(to), /ENOENT/);
  await close();
});

test("D2 the log file beside the database stays small under a flood, and is emptied afterwards", async () => {
  const { store, createSession, close } = openStore();
  const log = new SqliteLog(store);
  await createSession("a");
  let largest = 0;
  let last = 0;
  // About 150 MB of log if it were never begun again.
  for (let round = 0; round < 9000; round += 1) {
    await log.append("a", last, encoded(last + 1, 2, 1500));
    last += 2;
    if (round % 100 === 0) largest = Math.max(largest, statSync(`${store.file}-wal`).size);
  }
  assert.ok(largest < 64 * 1024 * 1024, `${largest} bytes`);
  const deadline = Date.now() + 5000;
  while (statSync(`${store.file}-wal`).size > 0) {
    assert.ok(Date.now() < deadline, "never emptied");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await close();
});

test("D12 a thread that reads is ended when nobody needs it, and another is started for who comes then", async () => {
  const { store, createSession, close } = openStore();
  await createSession("s");
  const reader = new StoreReader(store.file, undefined, 50);
  for (let round = 0; round < 3; round++) {
    const listed = reader.list({ ...firstPage, pageSize: 1000 });
    assert.equal(reader.hasThread, true);
    assert.deepEqual(idsOf([await listed]), ["s"]);
    await eventually("the end of the thread", () => !reader.hasThread);
  }
  await reader.close();
  await close();
});

test("D9 the thread that reads ends with the store", async () => {
  const { store, createSession, folder } = openStore();
  await createSession("a");
  await store.reader.list(firstPage);
  await store.close();
  await assert.rejects(store.reader.list(firstPage), /closed/);
  rmSync(folder, { recursive: true });
});
