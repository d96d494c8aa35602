import assert from "node:assert/strict";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { AuditChain } from "../../../src/daemon/audit/audit-chain.ts";
import { readAuditHead, readAuditKey } from "../../../src/daemon/audit/audit-files.ts";
import type { AuditEntry } from "../../../src/daemon/core/audit-entry.ts";
import { readDatabaseFile } from "../../../src/daemon/store/database-file.ts";
import { type AuditReport, verifyAudit } from "../../../src/daemon/store/verify-audit.ts";
import { databaseName, type OpenedStore, openStore, temporaryFolder } from "../store/open-store.ts";
import { eventually } from "../support/eventually.ts";

const entry: AuditEntry = {
  ...{ toolName: "Bash", toolUseId: "use", digest: "d", verdict: "allow", decider: { by: "person", name: "phone" } },
  ...{ askedMs: 1000, decidedMs: 3000, folder: "/tmp" },
};

/** A daemon's part in it: a store and its chain, in a folder that is there. */
interface Life extends OpenedStore {
  readonly warnings: string[];
  readonly chain: AuditChain;
  decide(count: number): Promise<void>;
  end(): Promise<void>;
}

const keyOf = (folder: string): string => join(folder, "audit-key");
const headOf = (folder: string): string => join(folder, "audit-head.json");

function live(folder: string): Life {
  const opened = openStore(folder);
  const { store } = opened;
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(message);
  const chain = new AuditChain({ store, keyFile: keyOf(folder), headFile: headOf(folder), warn });
  return {
    ...opened,
    warnings,
    chain,
    decide: async (count) => {
      for (let n = 0; n < count; n++) await store.write(chain.add("session", { ...entry, toolUseId: `use-${n}` }));
      chain.added();
    },
    end: async () => {
      await chain.close();
      await store.close();
    },
  };
}

async function afterDecisions(count: number): Promise<string> {
  const folder = temporaryFolder();
  const life = live(folder);
  await life.decide(count);
  await life.end();
  return folder;
}

function problems(folder: string): readonly string[] {
  const head = readAuditHead(headOf(folder));
  const key = readAuditKey(keyOf(folder));
  assert.ok(key);
  return verifyAudit((query) => readDatabaseFile(join(folder, databaseName), query), key, head).problems;
}

function tamper(folder: string, sql: string): void {
  const database = new DatabaseSync(join(folder, databaseName));
  database.exec(sql);
  database.close();
}

test("P8 rows that are as they were written verify; key and head are for their owner alone and outside the database", async () => {
  const folder = await afterDecisions(5);
  assert.deepEqual(problems(folder), []);
  for (const file of [keyOf(folder), headOf(folder)]) assert.equal(statSync(file).mode & 0o777, 0o600);
  const key = readFileSync(keyOf(folder), "utf8").trim();
  const stored = readFileSync(join(folder, databaseName));
  assert.ok(!stored.includes(key) && !stored.includes(Buffer.from(key, "hex")));
  assert.equal(readAuditHead(headOf(folder))?.number, 5);
});

test("P8 every column of a changed row, a removed, an added and a reordered one and a cut tail are found", async () => {
  const folder = await afterDecisions(6);
  const good = readFileSync(join(folder, databaseName));
  const found = (sql: string): readonly string[] => {
    writeFileSync(join(folder, databaseName), good);
    tamper(folder, sql);
    return problems(folder);
  };
  for (const column of ["session", "tool", "tool_use", "digest", "edited_digest", "verdict", "decided_by", "who"])
    assert.deepEqual(found(`UPDATE audit SET ${column} = 'x' WHERE number = 3`), ["row 3 was changed"], column);
  for (const column of ["asked_ms", "decided_ms"])
    assert.deepEqual(found(`UPDATE audit SET ${column} = 7 WHERE number = 3`), ["row 3 was changed"], column);
  const mac = "UPDATE audit SET mac = zeroblob(32) WHERE number = 3";
  assert.deepEqual(found(mac), ["row 3 was changed", "row 4 was changed"]);
  assert.deepEqual(found("UPDATE audit SET mac = 'x' WHERE number = 6").length, 2);
  assert.deepEqual(found("DELETE FROM audit WHERE number = 3"), ["row 3 is missing"]);
  assert.deepEqual(found("DELETE FROM audit WHERE number < 3"), ["rows 1 to 2 are missing"]);
  assert.deepEqual(found("DELETE FROM audit WHERE number > 4"), ["rows 5 to 6 are missing"]);
  assert.deepEqual(found("DELETE FROM audit"), ["rows 1 to 6 are missing"]);
  assert.deepEqual(found("DROP TABLE audit"), ["rows 1 to 6 are missing"]);
  const swap = `UPDATE audit SET number = 99 WHERE number = 3; UPDATE audit SET number = 3 WHERE number = 4;
    UPDATE audit SET number = 4 WHERE number = 99`;
  assert.deepEqual(found(swap), ["row 3 was changed", "row 4 was changed", "row 5 was changed"]);
  const copy =
    "SELECT 7, session, tool, tool_use, digest, edited_digest, verdict, decided_by, who, 1, 1, mac FROM audit";
  assert.deepEqual(found(`INSERT INTO audit ${copy} WHERE number = 6`), ["row 7 was changed"]);
  const zeroth = copy.replace("7", "0");
  assert.ok(found(`INSERT INTO audit ${zeroth} WHERE number = 6`).includes("row 0 was added"));
  const renumbered = "DELETE FROM audit WHERE number = 3; UPDATE audit SET number = number - 1 WHERE number > 3";
  assert.ok(found(renumbered).length > 1);
});

test("P8 a tail that was cut stays found after the next daemon has gone on, and its numbers are not given again", async () => {
  const folder = await afterDecisions(6);
  tamper(folder, "DELETE FROM audit WHERE number > 4");
  const life = live(folder);
  assert.match(life.warnings.join(), /row 6 of the audit is not as it was: `bridle audit verify` tells more/);
  await life.decide(3);
  await life.end();
  assert.deepEqual(problems(folder), ["rows 5 to 6 are missing"]);
  assert.equal(readAuditHead(headOf(folder))?.number, 9);
});

test("P8 a head that lags is no tampering: it may be some rows behind the database, and the next daemon brings it on", async () => {
  const folder = await afterDecisions(2);
  const behind = readFileSync(headOf(folder));
  const life = live(folder);
  await life.decide(2);
  await life.end();
  writeFileSync(headOf(folder), behind);
  assert.deepEqual(problems(folder), []);
  const next = live(folder);
  assert.deepEqual(next.warnings, []);
  await eventually("the head", () => readAuditHead(headOf(folder))?.number === 4);
  await next.end();
  assert.deepEqual(problems(folder), []);
});

test("P8 the head follows by itself, and never says more than is stored", async () => {
  const folder = temporaryFolder();
  const life = live(folder);
  await life.decide(3);
  await eventually("the head", () => readAuditHead(headOf(folder))?.number === 3);
  assert.deepEqual(problems(folder), []);
  await life.end();
});

test("P8 without its head a chain says that its end cannot be known, also after the next daemon made a new one", async () => {
  const folder = await afterDecisions(3);
  rmSync(headOf(folder));
  assert.match(problems(folder).join(), /the head is missing/);
  const life = live(folder);
  await life.decide(1);
  await life.end();
  assert.match(problems(folder).join(), /the head was lost when row 3 was the last/);
});

test("P8 a new key verifies nothing of before, and the daemon says so", async () => {
  const folder = await afterDecisions(2);
  rmSync(keyOf(folder));
  const life = live(folder);
  assert.match(life.warnings.join(), /audit-key is gone: rows up to 2 cannot be verified/);
  await life.decide(1);
  await life.end();
  assert.deepEqual(problems(folder), ["row 1 was changed", "row 2 was changed"]);
});

test("P8 a row of a transaction that is undone is not in the chain, and the others are", async () => {
  const folder = temporaryFolder();
  const { store, end, decide } = live(folder);
  const chain = new AuditChain({ store, keyFile: keyOf(folder), headFile: headOf(folder), warn: () => {} });
  const bad = chain.add("session", { ...entry, verdict: null as never });
  const outcomes = await Promise.allSettled([
    store.write(chain.add("session", entry)),
    store.write(bad),
    store.write(chain.add("session", entry)),
  ]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  await decide(1);
  await end();
  assert.deepEqual(problems(folder), []);
  assert.equal(readAuditHead(headOf(folder))?.number, 3);
});

const all = { beforeMs: Number.MAX_SAFE_INTEGER, maxRows: Number.MAX_SAFE_INTEGER };
const cutMs = 1_800_000_000_000;

/** Of 1200 decisions only so many are left, in a daemon's life of its own. */
async function afterCut(maxRows: number): Promise<string> {
  const folder = await afterDecisions(1200);
  const life = live(folder);
  assert.equal(await life.chain.cut({ beforeMs: 0, maxRows }, cutMs), 1200 - maxRows);
  await life.end();
  return folder;
}

test("P8 what retention cuts off the beginning verifies, says how much and when, and the chain goes on behind it", async () => {
  const folder = await afterCut(3);
  const report = (): AuditReport => {
    const key = readAuditKey(keyOf(folder));
    assert.ok(key);
    return verifyAudit(
      (query) => readDatabaseFile(join(folder, databaseName), query),
      key,
      readAuditHead(headOf(folder)),
    );
  };
  assert.deepEqual(report(), { rows: 3, cut: { rows: 1197, lastMs: cutMs }, problems: [] });
  const life = live(folder);
  await life.decide(2);
  // The head does not name the new ones yet.
  assert.equal(await life.chain.cut(all, cutMs + 1), 2);
  await life.end();
  const later = live(folder);
  assert.deepEqual(later.warnings, []);
  assert.equal(await later.chain.cut(all, cutMs + 1), 2, "the last row stays, since the head names it");
  await later.end();
  assert.deepEqual(report(), { rows: 1, cut: { rows: 1201, lastMs: cutMs + 1 }, problems: [] });
  const again = live(folder);
  assert.deepEqual(again.warnings, []);
  await again.decide(1);
  await again.end();
  assert.deepEqual(report().problems, []);
});

test("P8 every other cut is found: of rows behind a mark, of a mark, of one that was changed, moved or put back", async () => {
  const folder = await afterCut(4);
  const good = readFileSync(join(folder, databaseName));
  const found = (sql: string): readonly string[] => {
    writeFileSync(join(folder, databaseName), good);
    tamper(folder, sql);
    return problems(folder);
  };
  assert.deepEqual(found("DELETE FROM audit WHERE number = 1197"), ["row 1197 is missing"]);
  assert.deepEqual(found("DELETE FROM audit_cuts"), ["rows 1 to 1196 are missing"]);
  for (const change of ["number = 1197", "rows = 1", "cut_ms = 1", "mac = zeroblob(32)", "seal = zeroblob(32)"]) {
    const [first = ""] = found(`UPDATE audit_cuts SET ${change} WHERE number = 1196`);
    assert.match(first, /^the mark that rows up to 119[67] were cut was changed$/, change);
  }
  assert.match(found("DELETE FROM audit_cuts WHERE number = 500").join(), /mark that rows up to 1000 .* changed/);
  // An older mark that is put back says nothing of the rows behind it.
  assert.deepEqual(found("DELETE FROM audit_cuts WHERE number > 1000"), ["rows 1001 to 1196 are missing"]);
});

test("P8 rows that are not as they were written are not cut: that would hide it", async () => {
  for (const sql of ["UPDATE audit SET who = 'x' WHERE number = 2", "DELETE FROM audit WHERE number = 2"]) {
    const folder = await afterDecisions(5);
    tamper(folder, sql);
    const life = live(folder);
    assert.equal(await life.chain.cut(all, cutMs), 0);
    assert.match(life.warnings.join(), /nothing of the audit is cut: row 2 is not as it was written/);
    await life.end();
    assert.ok(problems(folder).length > 0);
  }
});

test("P8 only decisions that are older than what is to be kept are cut", async () => {
  const folder = await afterDecisions(5);
  const life = live(folder);
  const { decidedMs } = entry;
  assert.equal(await life.chain.cut({ ...all, beforeMs: decidedMs }, cutMs), 0);
  assert.equal(await life.chain.cut({ ...all, beforeMs: decidedMs + 1 }, cutMs), 4);
  await life.end();
  assert.deepEqual(problems(folder), []);
});
