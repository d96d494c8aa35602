import type { StoreReader } from "./store-reader.ts";

/**
 * Says when the worker moves the log into the database. While somebody commits all the time it can never be moved
 * whole and would grow for ever, so now and then commits are held back for the moment that the rest takes.
 */
export class Checkpointer {
  readonly #reader: StoreReader;
  readonly #hold: <T>(action: () => Promise<T>) => Promise<T>;
  /** About how many were written since the last time. */
  #pages = 0;
  /** The log's file is not empty. */
  #isLeft = false;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(reader: StoreReader, hold: <T>(action: () => Promise<T>) => Promise<T>) {
    this.#reader = reader;
    this.#hold = hold;
  }

  committed(works: number, bytes: number): void {
    this.#pages += pagesPerCommit + works * pagesPerWork + Math.ceil(bytes / pageBytes);
    if (this.#pages >= maxUnmovedPages) this.#start();
    // For a little that was written no thread is started: the log is moved when the store is closed.
    else if (this.#reader.hasThread) this.#wait();
  }

  /** Gives the log's space back, if that is possible now. */
  makeRoom(): void {
    if (this.#closed) return;
    this.#running ??= this.#hold(() => this.#reader.checkpoint("TRUNCATE"))
      .then(ignore, ignore)
      .finally(() => this.#ended());
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #wait(): void {
    if (this.#running !== undefined || this.#closed) return;
    this.#timer ??= setTimeout(() => this.#start(), quietMs).unref();
  }

  #start(): void {
    if (this.#running !== undefined || this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pages = 0;
    // A failure is met again, and reported, by the next commit.
    this.#running = this.#run()
      .catch(ignore)
      .finally(() => this.#ended());
  }

  #ended(): void {
    this.#running = undefined;
    if ((this.#pages > 0 || this.#isLeft) && this.#reader.hasThread) this.#wait();
  }

  async #run(): Promise<void> {
    let { pages, moved } = await this.#reader.checkpoint("PASSIVE");
    const isQuiet = (): boolean => this.#pages === 0;
    this.#isLeft = pages > 0;
    if (pages < (isQuiet() ? 1 : maxPages)) return;
    for (let round = 0; round < maxRounds && pages - moved > maxHeldPages; round += 1) {
      ({ pages, moved } = await this.#reader.checkpoint("PASSIVE"));
    }
    // Moved whole, the log is written from its beginning again. In quiet times its file is emptied, so that
    // nothing that was deleted stays in it.
    const mode = isQuiet() ? "TRUNCATE" : "PASSIVE";
    ({ pages } = await this.#hold(() => this.#reader.checkpoint(mode)));
    this.#isLeft = mode === "PASSIVE" || pages > 0;
  }
}

const ignore = (): void => {};

const quietMs = 1000;
const pageBytes = 4096;
const pagesPerCommit = 1;
const pagesPerWork = 2;
const maxUnmovedPages = 2048;
/** 32 MiB, beyond which the log is made to begin again: what commits wait for then is the disk, so seldom. */
const maxPages = 8192;
const maxHeldPages = 256;
const maxRounds = 3;
