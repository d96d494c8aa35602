import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import type { AuditEntry } from "../../../src/daemon/core/audit-entry.ts";
import { SqliteLog } from "../../../src/daemon/log/sqlite-log.ts";
import { putAgentFacts } from "../../../src/daemon/store/agent-facts-table.ts";
import { allAgents, putAgent } from "../../../src/daemon/store/agents-table.ts";
import { putAsk } from "../../../src/daemon/store/asks-table.ts";
import { beforeFirst } from "../../../src/daemon/store/audit-mac.ts";
import { addAudit } from "../../../src/daemon/store/audit-table.ts";
import { getCall, putCall } from "../../../src/daemon/store/calls-table.ts";
import { beginErasing } from "../../../src/daemon/store/erase-session.ts";
import { addNotice } from "../../../src/daemon/store/notices-table.ts";
import { addToOutbox } from "../../../src/daemon/store/outbox-table.ts";
import { addPrompt } from "../../../src/daemon/store/prompts-table.ts";
import { insertSession, updateSession } from "../../../src/daemon/store/sessions-table.ts";
import { addSpent } from "../../../src/daemon/store/spent-table.ts";
import { addText } from "../../../src/daemon/store/texts-table.ts";
import { addUsage } from "../../../src/daemon/store/usage-table.ts";
import { together, type Work } from "../../../src/daemon/store/work.ts";
import { newSession, openStore } from "./open-store.ts";
import { sql } from "./sql.ts";

const secret = "xyzzyplughsecret";

/** A row in every table that has data of sessions, each with the secret in it. */
function fill(session: string, word: string): Work {
  const bytes = Buffer.from(word);
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheCreationTokens: 0 };
  return together(
    insertSession(newSession(session, { title: word, cwd: `/${word}`, options: JSON.stringify({ word }) })),
    putAgent({ id: `g-${session}`, session, reading: word, outputOffset: 0, inputOffset: 0, startedMs: 1 }),
    addToOutbox(`g-${session}`, 0, bytes),
    addPrompt({ id: `p-${session}`, session, position: 0, content: word, sender: word, delivery: "" }),
    putAsk({ id: `k-${session}`, session, agent: "g", requestId: "r", open: true, createdMs: 1, ask: bytes }),
    putCall({ id: `c-${session}`, method: "m", requestDigest: "d", answer: bytes, madeMs: 1, session }),
    addUsage(session, { model: word, timeMs: 1, usage, costUsd: 1, durationMs: 1 }),
    addSpent([{ whose: "session", name: session }], word, { usd: 1, tokens: 1, turns: 1 }),
    addNotice({
      ...{ id: `n-${session}`, recipient: word, session, kind: "end", ask: "", outcome: word, createdMs: 1, dueMs: 1 },
    }),
    putAgentFacts(session, { saidAt: "init", facts: JSON.stringify({ word }) }),
    addAudit(session, audited(word), { key: Buffer.alloc(32), known: beforeFirst }),
    ...Array.from({ length: 50 }, (_, i) => addText(session, `${word} ${word}${i} and other words`, 1)),
  );
}

/** Its row in the audit stays: nothing of what the tool was given may be in it. */
function audited(word: string): AuditEntry {
  return {
    ...{ toolName: "Bash", toolUseId: "use", digest: "d", editedInputJson: word, verdict: "deny" },
    decider: { by: "rule", why: `because of ${word}`, rule: "rule Bash(x) of settings.json (user)" },
    ...{ askedMs: 1, decidedMs: 1, folder: `/${word}/x` },
  };
}

/** Git worktrees outlive their sessions; the other is the list of what is being erased. */
const keptTables = ["worktrees", "erasing"];

test("D9 what is erased is tried with every table that has data of sessions", async () => {
  const { store, close } = openStore();
  await store.write(fill("one", secret));
  const found = store.read(
    sql(`SELECT name FROM sqlite_schema WHERE type = 'table'
      AND EXISTS (SELECT 1 FROM pragma_table_info(sqlite_schema.name) AS field WHERE field.name = 'session')`),
  );
  const tables = found.map(({ name }) => String(name));
  assert.ok(tables.length > 7, tables.join());
  const empty = tables.filter((name) => store.read(sql(`SELECT 1 FROM "${name}" LIMIT 1`)).length === 0);
  assert.deepEqual(empty.sort(), [...keptTables].sort());
  await close();
});

function holds(file: string, word: string): boolean {
  return ["", "-wal"].some((suffix) => existsSync(file + suffix) && readFileSync(file + suffix).includes(word));
}

test("D9 deleting a session erases every row of it, the search index included, and its bytes from the files", async () => {
  const { store, close } = openStore();
  const log = new SqliteLog(store);
  await store.write(fill("gone", secret));
  await store.write(fill("kept", "ordinary"));
  const events = (word: string): Uint8Array[] =>
    Array.from({ length: 1200 }, (_, i) => Buffer.from(`${word} ${i}`.repeat(9)));
  await log.append("gone", 0, events(secret));
  await log.append("kept", 0, events("ordinary"));
  await store.write(updateSession("gone", { title: `${secret} once more` }));
  assert.ok(holds(store.file, secret), "the test sees what is stored");
  assert.equal((await store.reader.search(secret, 10)).length, 1);
  assert.equal(await log.delete("gone"), true);
  assert.ok(!holds(store.file, secret), "nothing is left in the files");
  for (const { name } of store.read(sql("SELECT name FROM sqlite_schema WHERE type = 'table'"))) {
    for (const row of store.read(sql(`SELECT * FROM "${name}"`))) {
      for (const value of Object.values(row)) {
        const bytes = value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value));
        assert.ok(!bytes.includes(secret), `left in ${name}`);
      }
    }
  }
  assert.deepEqual(await store.reader.search(secret, 10), []);
  assert.equal((await store.reader.search("ordinary", 10))[0]?.session.id, "kept");
  assert.deepEqual(
    store.read(allAgents()).map(({ session }) => session),
    ["kept"],
  );
  assert.equal(store.read(getCall("c-gone")), undefined);
  const audits = store.read(sql("SELECT session FROM audit ORDER BY number")).map(({ session }) => session);
  assert.deepEqual(audits, ["gone", "kept"], "the audit is whole");
  assert.deepEqual(await log.bounds("kept"), { first: 1, last: 1200 });
  assert.deepEqual((await store.reader.check()).problems, []);
  assert.equal(await log.delete("gone"), false);
  await close();
});

test("D9 an erasing that was cut short is finished by the next daemon", async () => {
  const { store, folder } = openStore();
  await store.write(fill("gone", secret));
  await new SqliteLog(store).append("gone", 0, [Buffer.from(secret)]);
  await store.write(beginErasing("gone"));
  await store.close();
  assert.ok(holds(store.file, secret));
  const again = openStore(folder);
  const log = new SqliteLog(again.store);
  assert.equal(await log.bounds("gone"), undefined, "it is gone for everybody");
  assert.deepEqual((await again.store.reader.check()).problems, []);
  await log.finishErasing();
  assert.ok(!holds(again.store.file, secret));
  await again.close();
});

test("D9 an id that is used again after a deletion begins at 1, and has nothing of the old one", async () => {
  const { store, createSession, close } = openStore();
  const log = new SqliteLog(store);
  await createSession("a");
  await log.append("a", 0, [Buffer.from("1"), Buffer.from("2")]);
  await log.delete("a");
  await createSession("a");
  assert.deepEqual(await log.bounds("a"), { first: 1, last: 0 });
  await log.append("a", 0, [Buffer.from("3")]);
  assert.deepEqual(await log.bounds("a"), { first: 1, last: 1 });
  await close();
});
