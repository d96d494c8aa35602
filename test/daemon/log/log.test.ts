import { MemoryLog } from "../../../src/daemon/log/memory-log.ts";
import { SqliteLog } from "../../../src/daemon/log/sqlite-log.ts";
import { openStore } from "../store/open-store.ts";
import { logSuite } from "./log-suite.ts";

logSuite("MemoryLog", async () => {
  const log = new MemoryLog();
  return {
    log,
    create: async (session) => log.create(session),
    remove: (session) => log.delete(session),
    trim: (session, first) => log.trim(session, first),
    close: async () => {},
  };
});

logSuite("SqliteLog", async () => {
  const { store, createSession, close } = openStore();
  const log = new SqliteLog(store);
  return {
    log,
    create: createSession,
    remove: (session) => log.delete(session),
    trim: (session, first) => log.trim(session, first),
    close,
  };
});
