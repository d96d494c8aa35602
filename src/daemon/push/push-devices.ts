import { randomUUID } from "node:crypto";
import { BridleError, invalidOption } from "../../errors.ts";
import type { Db } from "../store/database.ts";
import { allPushes, getPush, type PushRow, pushByEndpoint, putPush, removePush } from "../store/push-table.ts";
import type { Store } from "../store/store.ts";

export type PushSwitches = Pick<PushRow, "asks" | "ends" | "failures" | "content">;

/** A subscription as a browser made it. */
export interface SubscribedDevice {
  readonly endpoint: string;
  readonly p256dh: Uint8Array;
  readonly auth: Uint8Array;
  /** Empty: as it was. */
  readonly name: string;
  readonly switches: PushSwitches | undefined;
  readonly replacesEndpoint: string;
}

/** What goes into the same transaction: the answer of a call. */
type AlsoStore = (row: PushRow) => (db: Db) => void;

export const maxDevices = 50;
const newSwitches: PushSwitches = { asks: true, ends: true, failures: true, content: false };

/** The devices that want to be told. What is stored counts: each change is made of it, and shown once it is. */
export class PushDevices {
  readonly #store: Store;
  #rows: readonly PushRow[];

  constructor(store: Store) {
    this.#store = store;
    this.#rows = allPushes(store.db);
  }

  get all(): readonly PushRow[] {
    return this.#rows;
  }

  /** Throws `not_found`. */
  get(id: string): PushRow {
    const found = this.#rows.find((row) => row.id === id);
    if (found === undefined)
      throw new BridleError("not_found", `there is no device ${id}; \`bridle push\` lists them`, {
        what: "device",
        id,
      });
    return found;
  }

  /** Adds it, or renews the one of this endpoint or the one before. `owner`: the token that is good for it. */
  async save(given: SubscribedDevice, owner: string, also: AlsoStore): Promise<PushRow> {
    const isKnown = (db: Db): PushRow | undefined =>
      pushByEndpoint(db, given.endpoint) ??
      (given.replacesEndpoint === "" ? undefined : pushByEndpoint(db, given.replacesEndpoint));
    if (this.#rows.length >= maxDevices && isKnown(this.#store.db) === undefined)
      throw invalidOption("devices", `at most ${maxDevices}; remove one`, String(this.#rows.length));
    const fresh = freshRow(given, owner);
    let saved = fresh;
    await this.#write((db) => {
      const known = isKnown(db);
      const { endpoint, p256dh, auth } = given;
      const kept = known && { ...known, endpoint, p256dh, auth, owner, failure: "" };
      saved = { ...(kept ?? fresh), ...(given.name !== "" && { name: given.name }), ...given.switches };
      putPush(db, saved);
      also(saved)(db);
    });
    return saved;
  }

  /** One that is gone meanwhile stays so. */
  async change(id: string, changes: Partial<Omit<PushRow, "id">>, also: AlsoStore = nothing): Promise<void> {
    await this.#write((db) => {
      const row = getPush(db, id);
      if (row === undefined) return;
      const next = { ...row, ...changes };
      putPush(db, next);
      also(next)(db);
    });
  }

  async remove(id: string, work: (db: Db) => void = () => {}): Promise<void> {
    await this.#write((db) => {
      removePush(db, id);
      work(db);
    });
  }

  async #write(work: (db: Db) => void): Promise<void> {
    await this.#store.write(work);
    this.#rows = allPushes(this.#store.db);
  }
}

/** What waits already when a device subscribes is in front of whoever holds it. */
function freshRow({ endpoint, p256dh, auth, name }: SubscribedDevice, owner: string): PushRow {
  const createdMs = Date.now();
  return {
    ...{ id: randomUUID(), endpoint, p256dh, auth, name: name || "A browser", owner, ...newSwitches },
    ...{ createdMs, toldMs: createdMs, sentMs: 0, failure: "" },
  };
}

const nothing: AlsoStore = () => () => {};
