import type { Signal } from "@preact/signals";
import type { Ask, AskState } from "../../../src/api/gen/bridle/v1/ask_pb.js";
import type { TurnOutcome } from "../../../src/api/gen/bridle/v1/event_pb.js";

/** One thing that a transcript shows. What never changes is plain; what may is a signal, so that a delta renders one row. */
export type Row = PromptRow | TextRow | ToolRow | TurnEndRow | NoteRow;

interface Shown {
  /** Of the event it began with: its permalink. */
  readonly seq: number;
  readonly timeMs: number;
}

export interface PromptRow extends Shown {
  readonly kind: "prompt";
  readonly promptId: string;
  readonly blocks: readonly Block[];
  readonly sender: string;
  /** It was given to a turn that ran. */
  readonly isInjected: boolean;
}

/** What the model says, or thinks. */
export interface TextRow extends Shown {
  readonly kind: "text" | "thinking";
  readonly text: Signal<string>;
  readonly isOpen: Signal<boolean>;
}

export interface ToolRow extends Shown {
  readonly kind: "tool";
  readonly toolUseId: string;
  readonly name: string;
  readonly use: Signal<ToolUse>;
  /** What its sub-agent says and does. */
  readonly children: Rows;
}

export interface ToolUse {
  readonly state: ToolState;
  /** In JSON, as far as it came. */
  readonly inputText: string;
  /** Undefined until it is whole. */
  readonly input: Fields | undefined;
  readonly ask: Ask | undefined;
  readonly decision: Decision | undefined;
  readonly result: readonly Block[];
}

export type ToolState = "writing" | "running" | "asking" | "done" | "failed" | "stopped";

/** How an ask ended, and by whom. */
export interface Decision {
  readonly state: AskState;
  readonly by: string;
  readonly reason: string;
  /** The input that a person put in the place of the agent's. */
  readonly edited: Fields | undefined;
}

export interface TurnEndRow extends Shown {
  readonly kind: "turn_end";
  readonly outcome: TurnOutcome;
  readonly errors: readonly string[];
  readonly durationMs: number;
  readonly costUsd: Signal<number | undefined>;
}

export interface NoteRow extends Shown {
  readonly kind: "note";
  readonly tone: "plain" | "warning" | "error";
  readonly text: string;
  /** For whoever wants to see all of it. */
  readonly details: string;
}

/** A list that only grows. `count` tells of it: to copy thousands of rows for each new one would cost more than to show it. */
export interface Rows {
  readonly all: Row[];
  readonly count: Signal<number>;
}

export type Fields = { readonly [name: string]: unknown };

/** A content block of the Messages API. */
export interface Block extends Fields {
  readonly type: string;
}
