import type { Fields } from "../wire/fields.ts";

/**
 * What goes wrong, and when. Exactly one action; `times` is how often from the
 * first time on, once unless told. Plain JSON, so that it can travel.
 */
export type Fault =
  | ({ readonly at: LineMoment; readonly times?: number | "every" } & OneOf<LineActions & AnytimeActions>)
  | ({ readonly at: Moment; readonly times?: number | "every" } & OneOf<AnytimeActions>);

/** `start`: before anything is read. `end_of_input`: the host has closed the twin's input. */
export type Moment = "start" | "end_of_input" | LineMoment | HeardMoment;

/**
 * A line the twin is about to write, named by its word: `system/init`, `stream_event/content_block_delta`,
 * `control_request/can_use_tool`, `control_response/interrupt` (the answer to it), `result`; `system` for all of
 * them, `*` for every line.
 */
export interface LineMoment {
  readonly line: string;
  /** The first one unless told. Counted in the turn where one is named, else from the start or the prompt the fault came with. */
  readonly nth?: number;
  /** Only in this turn, from 1. A turn's lines are those up to its result. */
  readonly turn?: number;
  /** When the line has been written, not before. */
  readonly after?: boolean;
}

/** A line of the host, before the twin knows of it: `user`, `control_request/interrupt`, `control_response`. */
export interface HeardMoment {
  readonly heard: string;
  readonly nth?: number;
}

/** Done to the line itself. */
export interface LineActions {
  /** Written in pieces. */
  readonly split: Split;
  /** Made this long, LF not counted. */
  readonly hugeBytes: number;
  /** Changed by a JSON merge patch: null removes a field. */
  readonly edit: Fields;
  /** A control answer becomes an error. */
  readonly refuse: Refusal;
  /** Ends in CR LF. */
  readonly crlf: true;
  /** Written again, with the same ids. */
  readonly repeat: Repetition;
  /** Never written. */
  readonly drop: true;
  /** Written later, while others go on. */
  readonly holdUntil: Until;
  /** Held back until there are so many, then written last one first. */
  readonly reverse: number;
}

/** Done at the moment, whatever is being written. */
export interface AnytimeActions {
  /** Further lines. */
  readonly say: readonly Fields[];
  /** Exactly these bytes, no LF added. */
  readonly write: string | { readonly base64: string };
  /** Lines that are no frames. */
  readonly garbage: GarbageKind | "all";
  /** Nothing more is written for so many milliseconds. */
  readonly stall: number | "forever";
  readonly exit: Exiting;
  /** On stderr, `repeat` times. A full pipe blocks the twin. */
  readonly stderr: { readonly text: string; readonly repeat?: number };
  /** From now on. */
  readonly ignore: "SIGTERM" | "end_of_input";
  /** Nothing more is read for so many milliseconds. */
  readonly deaf: number | "forever";
  /** Starts a process that lives for ten minutes. */
  readonly grandchild: Grandchild;
  /** Says what was heard, as `{"type":"twin_heard","heard":…}`. */
  readonly echo: true;
}

export interface Split {
  /** Inside its first character of several bytes, after each byte, or behind these bytes. */
  readonly at: "character" | "every_byte" | readonly number[];
  /** Between the pieces; 5 unless told. */
  readonly pauseMs?: number;
}

export interface Repetition {
  /** Once unless told. */
  readonly times?: number;
  /** How the further ones differ, as a JSON merge patch. */
  readonly edit?: Fields;
}

export interface Refusal {
  readonly error: string;
  readonly code?: string;
}

/** `line`: behind the next such line. `heard`: when the host has said such a line, for the `nth` time. */
export type Until =
  | { readonly ms: number }
  | { readonly line: string }
  | { readonly heard: string; readonly nth?: number };

export interface Exiting {
  /** 1 unless told. */
  readonly code?: number;
  /** Ends by this signal, without a code. */
  readonly signal?: NodeJS.Signals;
  /** How much of the line is written before: none of it unless told. `unended`: all but its LF. */
  readonly written?: "half" | "unended";
}

export interface Grandchild {
  /** It has the twin's stdout and stderr, too. */
  readonly holdsOutput?: boolean;
  readonly ignoresSigterm?: boolean;
  /** In a process group and session of its own. */
  readonly ownSession?: boolean;
}

export type GarbageKind =
  | "text"
  | "truncated"
  | "scalar"
  | "untyped"
  | "control"
  | "fields"
  | "utf8"
  | "blank"
  | "terminal"
  | "deep";

type OneOf<T> = { [K in keyof T]: { readonly [P in K]: T[K] } }[keyof T];
