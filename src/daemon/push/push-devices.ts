import { randomUUID } from "node:crypto";
import { BridleError, invalidOption } from "../../errors.ts";
import { allPushes, type PushRow, pushByEndpoint, removePush, savePush, updatePush } from "../store/push-table.ts";
import type { Store } from "../store/store.ts";
import { together, type Work } from "../store/work.ts";

type PushSwitches = Pick<PushRow, "asks" | "ends" | "failures" | "content">;

/** A subscription as a browser made it. */
interface SubscribedDevice {
  readonly endpoint: string;
  readonly p256dh: Uint8Array;
  readonly auth: Uint8Array;
  /** Empty: as it was. */
  readonly name: string;
  readonly switches: PushSwitches | undefined;
  readonly replacesEndpoint: string;
}

/** What goes into the same transaction: the answer of a call. */
type AlsoStore = (row: PushRow) => Work;

const maxDevices = 50;
const newSwitches: PushSwitches = { asks: true, ends: true, failures: true, content: false };

/** The devices that want to be notified. What is stored counts: each change is made of it, and shown once it is. */
export class PushDevices {
  readonly #store: Store;
  #rows: readonly PushRow[];

  constructor(store: Store) {
    this.#store = store;
    this.#rows = store.read(allPushes());
  }

  get all(): readonly PushRow[] {
    return this.#rows;
  }

  /** Throws `not_found`, also for those that are not wanted. */
  get(id: string, isWanted: (row: PushRow) => boolean): PushRow {
    const found = this.#rows.find((row) => row.id === id && isWanted(row));
    if (found === undefined)
      throw new BridleError("not_found", `there is no device ${id}; \`bridle push\` lists them`, {
        what: "device",
        id,
      });
    return found;
  }

  /** Adds it, or renews the one of this endpoint or the one before. `owner`: the token that is good for it. */
  async save(given: SubscribedDevice, owner: string, also: AlsoStore): Promise<PushRow> {
    const { endpoint, p256dh, auth, replacesEndpoint } = given;
    const endpoints = [endpoint, ...(replacesEndpoint === "" ? [] : [replacesEndpoint])];
    if (this.#rows.length >= maxDevices && this.#store.read(pushByEndpoint(endpoints)) === undefined)
      throw invalidOption("devices", `at most ${maxDevices}; remove one`, String(this.#rows.length));
    const fresh = freshRow(given, owner);
    const rowOf = (known: PushRow | undefined): PushRow => ({
      ...(known === undefined ? fresh : { ...known, endpoint, p256dh, auth, owner, failure: "" }),
      ...(given.name !== "" && { name: given.name }),
      ...given.switches,
    });
    return this.#write(savePush(endpoints, rowOf, also));
  }

  /** One that is gone meanwhile stays so: undefined. */
  change(
    id: string,
    changes: Partial<Omit<PushRow, "id">>,
    also: AlsoStore = () => together(),
  ): Promise<PushRow | undefined> {
    return this.#write(updatePush(id, changes, also));
  }

  remove(id: string, also: Work = together()): Promise<void> {
    return this.#write(together(removePush(id), also));
  }

  async #write<T>(work: Work<T>): Promise<T> {
    const value = await this.#store.write(work);
    this.#rows = this.#store.read(allPushes());
    return value;
  }
}

/** What waits already when a device subscribes is in front of whoever holds it. */
function freshRow({ endpoint, p256dh, auth, name }: SubscribedDevice, owner: string): PushRow {
  const createdMs = Date.now();
  return {
    ...{ id: randomUUID(), endpoint, p256dh, auth, name: name || "A browser", owner, ...newSwitches },
    ...{ createdMs, notifiedMs: createdMs, sentMs: 0, failure: "" },
  };
}
