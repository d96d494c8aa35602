import assert from "node:assert/strict";
import { test } from "node:test";
import { SqliteLog } from "../../../src/daemon/log/sqlite-log.ts";
import { insertSession } from "../../../src/daemon/store/sessions-table.ts";
import { addText } from "../../../src/daemon/store/texts-table.ts";
import { together } from "../../../src/daemon/store/work.ts";
import { isBridleError } from "../../../src/errors.ts";
import { collect, encoded, range } from "../log/numbered-events.ts";
import { newSession, type OpenedStore, openStore } from "./open-store.ts";

const words = ["apple", "and", "alpha", "anchor", "a", "answer", "zebra", "agent"];

/** Sessions with texts in which nearly every word begins with an a. */
async function manyTexts(sessions: number): Promise<OpenedStore> {
  const opened = openStore();
  const text = (n: number): string =>
    range(1, 300)
      .map((i) => `${words[(i * n) % 8]}${(i * n) % 50}`)
      .join(" ");
  for (let from = 0; from < sessions; from += 100)
    await opened.store.write(
      together(
        ...range(from + 1, from + 100).flatMap((n) => [
          insertSession(newSession(`s${n}`)),
          ...[1, 2, 3].map((part) => addText(`s${n}`, text(n * part), 1)),
        ]),
      ),
    );
  return opened;
}

test("D1 D2 a search that takes long is ended, and no replay waits for it meanwhile", async () => {
  const { store, close } = await manyTexts(600);
  const log = new SqliteLog(store);
  await log.append("s1", 0, encoded(1, 500));
  await collect(log, "s1", 0, 500);
  const order: string[] = [];
  const searches = ["ap", "an", "al"].map((query) => store.reader.search(query, 100).then(() => order.push("found")));
  const replays = [1, 2, 3].map(() => log.read("s1", 0, 100_000_000).then(() => order.push("replayed")));
  await Promise.all([...searches, ...replays]);
  assert.deepEqual(order.slice(0, 3), ["replayed", "replayed", "replayed"]);
  await assert.rejects(
    store.reader.search("an", 100, { timeoutMs: 0 }),
    (error) => isBridleError(error, "timeout") && /search for more words/.test(error.message),
  );
  const hits = await store.reader.search("an", 7);
  assert.ok(hits.length === 7 && hits.every(({ snippet }) => /\ban/.test(snippet)), "the next one is not cut short");
  await close();
});

test("D2 a worker that dies is replaced, and only what it died of fails", async () => {
  const { store, createSession, close } = openStore();
  const log = new SqliteLog(store);
  await createSession("a");
  await log.append("a", 0, encoded(1, 500));
  await log.read("a", 0, 1_000_000);
  await store.write(addText("a", "findable", 1));
  // The words of it are more than the worker's memory.
  const huge = "word ".repeat(12_000_000);
  const outcomes = await Promise.allSettled([
    store.reader.search("findable", 1),
    store.reader.search(huge, 1),
    store.reader.search("findable", 1),
    log.read("a", 0, 1_000_000),
  ]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled", "fulfilled"],
  );
  assert.equal((await store.reader.search("findable", 1)).length, 1);
  assert.equal((await collect(log, "a", 0, 500)).numbers.length, 500);
  await close();
});
