import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenOptions } from "../../../src/daemon/store/open-database.ts";
import { insertSession, type NewSession } from "../../../src/daemon/store/sessions-table.ts";
import { Store } from "../../../src/daemon/store/store.ts";

export interface OpenedStore {
  readonly store: Store;
  readonly folder: string;
  createSession(id: string): Promise<void>;
  /** Also removes its folder. */
  close(): Promise<void>;
}

/** A store in a folder of its own, or in one that is there. */
export function openStore(folder = temporaryFolder(), options: OpenOptions = {}): OpenedStore {
  const store = new Store(join(folder, databaseName), options);
  return {
    store,
    folder,
    createSession: (id) => store.write(insertSession(newSession(id))),
    close: async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const databaseName = "bridle.db";

/** Removed at the end of the process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "bridle-store-"));
  if (folders.length === 0) process.once("exit", removeFolders);
  folders.push(folder);
  return folder;
}

const folders: string[] = [];

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

export function newSession(id: string, more: Partial<NewSession> = {}): NewSession {
  const times = { createdMs: 1, updatedMs: 1 };
  return { id, agent: "twin", cwd: "/tmp", state: "idle", options: "{}", ...times, ...more };
}
