import { SqliteLog } from "../../../src/daemon/log/sqlite-log.ts";
import { insertSession } from "../../../src/daemon/store/sessions-table.ts";
import { newSession, openStore } from "../store/open-store.ts";
import { logSuite } from "./log-suite.ts";
import { MemoryLog } from "./memory-log.ts";

logSuite("MemoryLog", async () => {
  const { store, createSession, close } = openStore();
  const log = new MemoryLog(store);
  const create = async (session: string, closedMs?: number): Promise<void> => {
    await createSession(session);
    log.create(session, closedMs);
  };
  return { log, store, create, close };
});

logSuite("SqliteLog", async () => {
  const { store, close } = openStore();
  const create = (session: string, closedMs?: number): Promise<void> => {
    const closed = closedMs === undefined ? {} : { state: "closed", updatedMs: closedMs };
    return store.write(insertSession(newSession(session, closed)));
  };
  return { log: new SqliteLog(store), store, create, close };
});
