import type { Fields } from "../wire/fields.ts";

/** `>` from the host to the agent, `<` from the agent to the host. */
export type Direction = ">" | "<";

/** One line of `frames.ndjson`. `number` counts them from 1; `t` is milliseconds since the start. */
export type RecordedLine = RecordedFrame | RecordedRaw;

export interface RecordedFrame {
  readonly number: number;
  readonly t: number;
  readonly dir: Direction;
  readonly frame: unknown;
  /** The frame as it stood on the wire, secrets aside. */
  readonly json: string;
}

/** A line that is no JSON. */
export interface RecordedRaw {
  readonly number: number;
  readonly t: number;
  readonly dir: Direction;
  /** One character per byte with `latin1`, for a line that is not UTF-8 or was too long. */
  readonly raw: string;
  readonly encoding?: "latin1";
  /** The size of a line of which `raw` is only the beginning. */
  readonly bytes?: number;
}

/** `meta.json`. What the caller of the recorder adds stays as it is. */
export interface RecordingMeta extends Fields {
  readonly version: 1;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** What a replayer needs of a recording. */
export interface RecordedSession {
  readonly meta: RecordingMeta;
  lines(): Iterable<RecordedLine>;
}
