import type { Signal } from "@preact/signals";
import type { Ask, AskState } from "../../../src/api/gen/bridle/v1/ask_pb.js";
import type { TurnOutcome } from "../../../src/api/gen/bridle/v1/event_pb.js";

/** One thing that a transcript shows. What never changes is plain; what may is a signal, so that a delta renders one row. */
export type Row = PromptRow | TextRow | ToolRow | TurnEndRow | NoteRow;

export interface Shown {
  /** Of this row alone; an event may make several. */
  readonly id: number;
  /** Of the event it began with: its permalink. */
  readonly seq: number;
  readonly timeMs: number;
  /** The tool use whose sub-agent it is of. */
  readonly parent: ToolRow | undefined;
}

export interface PromptRow extends Shown {
  readonly kind: "prompt";
  readonly promptId: string;
  readonly blocks: readonly Block[];
  readonly sender: string;
  /** It was given to a turn that ran. */
  readonly isInjected: boolean;
  /** Of the last answer before it: where a fork begins that asks something else. Empty: there is none. */
  readonly forkPoint: string;
}

/** What the model says, or thinks. */
export interface TextRow extends Shown {
  readonly kind: "text" | "thinking";
  readonly text: Signal<string>;
  /** When it was finished; undefined while it is written. */
  readonly endedMs: Signal<number | undefined>;
  /** Where a fork begins that keeps it as its last message. Empty: no fork can, or it is not finished. */
  readonly forkPoint: Signal<string>;
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
  readonly startedMs: number;
  readonly endedMs: number | undefined;
  /** Of its sub-agent; undefined without one. */
  readonly work: Work | undefined;
}

export type ToolState = "writing" | "running" | "asking" | "done" | "failed" | "stopped";

/** What a sub-agent has done so far. */
export interface Work {
  readonly steps: number;
  readonly tokens: number;
  /** What it does now, or did last. */
  readonly now: string;
  /** Its last message, and what that used so far. */
  readonly message: { readonly id: string; readonly tokens: number };
}

/** How an ask ended, and by whom. */
interface Decision {
  readonly state: AskState;
  readonly by: string;
  readonly reason: string;
  readonly timeMs: number;
  /** What a person put in the place of the agent's input. */
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
  /** Notes of one topic that follow each other are one: the newest. */
  readonly topic: string;
  readonly tone: "plain" | "warning" | "error";
  readonly text: Signal<string>;
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
