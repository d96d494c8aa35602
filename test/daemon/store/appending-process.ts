// Appends to a log until it is killed, and tells every number that was acknowledged on its standard output.
import { writeSync } from "node:fs";
import { SqliteLog } from "../../../src/daemon/log/sqlite-log.ts";
import { getSession, insertSession, updateSession } from "../../../src/daemon/store/sessions-table.ts";
import { Store } from "../../../src/daemon/store/store.ts";
import { encoded } from "../log/numbered-events.ts";
import { newSession } from "./open-store.ts";

const [file = "", sessions = ""] = process.argv.slice(2);
const store = new Store(file);
const log = new SqliteLog(store);

async function appendForEver(session: string): Promise<never> {
  if (store.read(getSession(session)) === undefined) await store.write(insertSession(newSession(session)));
  let last = (await log.bounds(session))?.last ?? 0;
  for (let round = 0; ; round += 1) {
    const events = encoded(last + 1, 1 + (round % 20), (round * 37) % 3000);
    const appended = log.append(session, last, events);
    last += events.length;
    const title = String(last);
    // In the same tick, so in the same transaction: the title is always the last number.
    store.write(updateSession(session, { title }));
    await appended;
    writeSync(1, `${session} ${last}\n`);
  }
}

await Promise.all(sessions.split(",").map(appendForEver));
