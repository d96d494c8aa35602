import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { SqliteLog } from "../../../src/daemon/log/sqlite-log.ts";
import { getSession } from "../../../src/daemon/store/sessions-table.ts";
import { Store } from "../../../src/daemon/store/store.ts";
import { collect, range } from "../log/numbered-events.ts";
import { databaseName, temporaryFolder } from "./open-store.ts";

test("D2 kill -9 at any moment: all that was acknowledged is there, without gaps, and numbering goes on", async () => {
  const folder = temporaryFolder();
  const file = join(folder, databaseName);
  const sessions = ["a", "b", "c"];
  let before = new Map(sessions.map((session) => [session, 0]));
  for (let round = 0; round < 6; round += 1) {
    const acknowledged = await appendAndKill(file, sessions, 20 + Math.random() * 250);
    const store = new Store(file);
    const log = new SqliteLog(store);
    const now = new Map<string, number>();
    for (const session of sessions) {
      const last = (await log.bounds(session))?.last ?? 0;
      const promised = acknowledged.get(session) ?? 0;
      assert.ok(last >= promised, `round ${round}: ${promised} was acknowledged, ${last} is there`);
      assert.ok(last >= (before.get(session) ?? 0));
      assert.equal(
        store.read(getSession(session))?.title,
        last === 0 ? "" : String(last),
        "one tick is one transaction",
      );
      if (last > 0) assert.deepEqual((await collect(log, session, 0, last)).numbers, range(1, last));
      now.set(session, last);
    }
    assert.deepEqual((await store.reader.check()).problems, []);
    await store.close();
    before = now;
  }
  assert.ok(
    [...before.values()].every((last) => last > 50),
    "enough was appended to prove something",
  );
  rmSync(folder, { recursive: true });
});

/** The last number acknowledged for each session, by a process that is killed so long after its first one. */
async function appendAndKill(file: string, sessions: readonly string[], afterMs: number): Promise<Map<string, number>> {
  const program = join(import.meta.dirname, "appending-process.ts");
  const child = spawn(process.execPath, [program, file, sessions.join()], { stdio: ["ignore", "pipe", "inherit"] });
  const output = text(child.stdout);
  child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), afterMs));
  await once(child, "exit");
  const lines = (await output).split("\n").slice(0, -1);
  return new Map(lines.map((line) => line.split(" ")).map(([session = "", last]) => [session, Number(last)]));
}
