import { appendFile, open } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "../../files/make-folder.ts";
import type { Entry, TranscriptLine } from "./entry.ts";
import { lastPromptLine, lastPromptOf, type TranscriptOrigin, titleLines, transcriptLine } from "./transcript-line.ts";

export interface TranscriptFileOptions extends TranscriptOrigin {
  readonly path: string;
  /** What was said before. It is written when the file is not there: after a fork, or when somebody removed it. */
  readonly history?: Iterable<Entry>;
  /** The end of it, for the file that is there; what `history` has, if it is short enough to be read for that. */
  readonly recent?: readonly Entry[];
  /** The branch that is checked out when something is said. */
  readonly gitBranch?: () => string | undefined;
  /** Told what is in the file now, line by line. */
  readonly onWritten?: (path: string, lines: readonly TranscriptLine[]) => void;
  /** Told the first failure only. The turn goes on, because the conversation itself is in the database. */
  readonly onFailure?: (error: Error) => void;
}

/** The conversation once more, as Claude Code writes it: for hooks and for hosts that read its files themselves. */
export class TranscriptFile {
  /** Known at once; the file comes with the first message. */
  readonly path: string;
  readonly #origin: TranscriptOrigin;
  readonly #gitBranch: () => string | undefined;
  readonly #onWritten: (path: string, lines: readonly TranscriptLine[]) => void;
  readonly #onFailure: (error: Error) => void;
  /** What of it is still to be written; a batch of it is being written. */
  #history: Iterator<Entry>;
  #batch: Entry[] = [];
  readonly #recent: readonly Entry[];
  /** The last message in the file: the parent of the next one. */
  #last: { readonly uuid: string | null; readonly atMs: number } = { uuid: null, atMs: 0 };
  #prompt: string | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isOpen = false;
  #hasFailed = false;

  constructor(options: TranscriptFileOptions) {
    const { path, history = [], recent, gitBranch, onWritten, onFailure, ...origin } = options;
    this.path = path;
    this.#origin = origin;
    this.#gitBranch = gitBranch ?? (() => undefined);
    this.#onWritten = onWritten ?? (() => {});
    this.#onFailure = onFailure ?? (() => {});
    this.#history = history[Symbol.iterator]();
    this.#recent = recent ?? [...history];
  }

  /** Settles when they are in the file, or could not be written; never rejects. */
  append(entries: readonly Entry[]): Promise<void> {
    return entries.length === 0 ? this.#writing : this.#next(() => this.#write(entries));
  }

  /** What lists of sessions show from now on. */
  setTitle(title: string): Promise<void> {
    return this.appendLines(titleLines(title, this.#origin.sessionId));
  }

  /** Lines that are no messages. */
  appendLines(lines: readonly TranscriptLine[]): Promise<void> {
    return this.#next(() => this.#put(lines));
  }

  #next(write: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing
      .then(() => this.#prepare())
      .then(write)
      .catch((error: Error) => {
        this.#isOpen = false;
        if (!this.#hasFailed) this.#onFailure(error);
        this.#hasFailed = true;
      });
    return this.#writing;
  }

  async #prepare(): Promise<void> {
    if (!this.#isOpen) {
      makeFolder(dirname(this.path), 0o700);
      const isThere = await endWithLineFeed(this.path);
      if (isThere && this.#last.uuid === null) {
        const last = this.#recent.at(-1);
        if (last !== undefined) this.#last = { uuid: last.uuid, atMs: last.atMs ?? 0 };
        this.#prompt = lastPromptOf(this.#recent);
        this.#history = [].values();
      }
      this.#isOpen = true;
    }
    while (this.#fillBatch()) {
      await this.#write(this.#batch);
      this.#batch = [];
    }
  }

  /** One that could not be written is tried again. */
  #fillBatch(): boolean {
    while (this.#batch.length < batchLength) {
      const { done, value } = this.#history.next();
      if (done) break;
      this.#batch.push(value);
    }
    return this.#batch.length > 0;
  }

  async #write(entries: readonly Entry[]): Promise<void> {
    const gitBranch = this.#gitBranch() ?? "HEAD";
    const lines: TranscriptLine[] = [];
    let last = this.#last;
    for (const entry of entries) {
      // Readers take the newest message for the end of the conversation, and of two in one millisecond the first.
      const atMs = Math.max(entry.atMs ?? Date.now(), last.atMs + 1);
      lines.push(transcriptLine({ ...entry, atMs }, { parentUuid: last.uuid, gitBranch }, this.#origin));
      last = { uuid: entry.uuid, atMs };
    }
    const prompt = lastPromptOf(entries) ?? this.#prompt;
    // With every batch: lists of sessions read only the two ends of a long file.
    if (prompt !== undefined && this.#origin.agentId === undefined)
      lines.push(lastPromptLine(prompt, last.uuid, this.#origin.sessionId));
    await this.#put(lines);
    // Only now: a message that could not be written must not be the parent of one that is.
    this.#last = last;
    this.#prompt = prompt;
  }

  async #put(lines: readonly TranscriptLine[]): Promise<void> {
    await appendFile(this.path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""), { mode: 0o600 });
    this.#onWritten(this.path, lines);
  }
}

const batchLength = 200;

/** Whether something is in the file. A line left open by a killed process or a full disk is ended, or it would swallow the next one. */
async function endWithLineFeed(path: string): Promise<boolean> {
  await using file = await open(path, "a+", 0o600);
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
  if (buffer[0] !== "\n".charCodeAt(0)) await file.appendFile("\n");
  return true;
}
