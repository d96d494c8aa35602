import { fromBinary } from "@bufbuild/protobuf";
import { EventBatchSchema } from "../../api/gen/bridle/v1/conversation_service_pb.js";
import type { Event } from "../../api/gen/bridle/v1/event_pb.js";
import type { Log } from "../log/log.ts";
import { editsOfUse, type ToolEdit } from "./edits-of-use.ts";
import type { FileDiff } from "./git-file-diff.ts";

/** What the tools of a session wrote, newest last. */
interface FoundEdits {
  readonly edits: readonly ToolEdit[];
  /** There were older ones. */
  readonly isCut: boolean;
}

interface EditLimits {
  /** Of a log that was not read before, the newest events. */
  readonly maxEvents: number;
  /** Of one session. The newest use is kept whatever it is. */
  readonly maxEdits: number;
  readonly maxChars: number;
  /** Sessions whose edits are kept, so that only what came since is read. */
  readonly maxSessions: number;
}

export const defaultEditLimits: EditLimits = {
  maxEvents: 100_000,
  maxEdits: 2000,
  maxChars: 4 * 1024 * 1024,
  maxSessions: 8,
};

const pageBytes = 256 * 1024;
/** Uses that never had a result, as their agent ended. */
const maxOpen = 1000;

/** What the tools of sessions wrote, from their logs: an event is read once while its session is among those looked at last. */
export class ToolEdits {
  readonly #log: Log;
  readonly #limits: EditLimits;
  readonly #readings = new Map<string, EditReading>();

  constructor(log: Log, limits: EditLimits = defaultEditLimits) {
    this.#log = log;
    this.#limits = limits;
  }

  /** Uses that failed are left out. */
  of(session: string): Promise<FoundEdits> {
    const reading = this.#readings.get(session) ?? new EditReading(this.#log, session, this.#limits);
    // The one that was looked at last is the last to go.
    this.#readings.delete(session);
    this.#readings.set(session, reading);
    const [oldest] = this.#readings.keys();
    if (this.#readings.size > this.#limits.maxSessions && oldest !== undefined) this.#readings.delete(oldest);
    return reading.read();
  }
}

/** How far the log of one session is read. */
class EditReading {
  readonly #log: Log;
  readonly #session: string;
  readonly #limits: EditLimits;
  readonly #open = new Map<string, readonly ToolEdit[]>();
  readonly #done: ToolEdit[] = [];
  #chars = 0;
  #after: number | undefined;
  #isCut = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(log: Log, session: string, limits: EditLimits) {
    this.#log = log;
    this.#session = session;
    this.#limits = limits;
  }

  /** One after another: two at once would read the same. */
  read(): Promise<FoundEdits> {
    const done = this.#last.then(() => this.#read());
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #read(): Promise<FoundEdits> {
    const bounds = await this.#log.bounds(this.#session);
    if (bounds === undefined) return { edits: [], isCut: false };
    const from = this.#after ?? bounds.last - this.#limits.maxEvents;
    if (this.#after === undefined && from >= bounds.first) this.#isCut = true;
    // What is no longer kept cannot be read.
    this.#after = Math.max(from, bounds.first - 1);
    while (this.#after < bounds.last) {
      const batch = await this.#log.read(this.#session, this.#after, pageBytes);
      if (batch === undefined) break;
      for (const event of fromBinary(EventBatchSchema, batch.bytes).events) this.#take(event);
      this.#after = batch.last;
    }
    return { edits: [...this.#done], isCut: this.#isCut };
  }

  #take({ kind }: Event): void {
    if (kind.case === "toolStart") {
      const edits = editsOfUse(kind.value.name, kind.value.inputJson);
      if (edits.length > 0) this.#open.set(kind.value.toolUseId, edits);
      const [oldest] = this.#open.keys();
      if (this.#open.size > maxOpen && oldest !== undefined) this.#open.delete(oldest);
    } else if (kind.case === "toolResult") {
      const edits = this.#open.get(kind.value.toolUseId);
      this.#open.delete(kind.value.toolUseId);
      if (edits !== undefined && !kind.value.isError) for (const edit of edits) this.#add(edit);
    }
  }

  #add(edit: ToolEdit): void {
    this.#done.push(edit);
    this.#chars += charsOf(edit);
    const { maxEdits, maxChars } = this.#limits;
    while (this.#done.length > 1 && (this.#done.length > maxEdits || this.#chars > maxChars)) {
      const oldest = this.#done.shift();
      if (oldest !== undefined) this.#chars -= charsOf(oldest);
      this.#isCut = true;
    }
  }
}

function charsOf({ path, hunks }: ToolEdit): number {
  return hunks.reduce((sum, { lines }) => lines.reduce((all, line) => all + line.length, sum), path.length);
}

/** All that was done to one file, in order. */
export function toolFileDiff({ edits, isCut }: FoundEdits, path: string): FileDiff {
  const hunks = edits.filter((edit) => edit.path === path).flatMap((edit) => edit.hunks);
  const kept = hunks.slice(-maxHunks);
  return { hunks: kept, binary: false, truncated: isCut || kept.length < hunks.length, note: "" };
}

const maxHunks = 500;
