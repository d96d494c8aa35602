import type { Fields } from "./fields.ts";

/** What a host says to an agent, in our own words. An adapter writes it as its version wants it. */
export type Command = Prompt | RequestCommand | AnswerCommand | ErrorAnswerCommand | CancelCommand | KeepAlive;

export interface Prompt {
  readonly kind: "prompt";
  readonly content: string | readonly Fields[];
  readonly uuid?: string;
  readonly sessionId?: string;
  readonly parentToolUseId?: string;
  /** Where it goes when a turn runs. */
  readonly priority?: "now" | "next" | "later";
  /** False: add it to the conversation without a turn. */
  readonly shouldQuery?: boolean;
  /** Further fields, as the wire has them. */
  readonly more?: Fields;
}

export interface RequestCommand {
  readonly kind: "request";
  readonly requestId: string;
  readonly subtype: string;
  readonly payload: Fields;
}

export interface AnswerCommand {
  readonly kind: "answer";
  readonly requestId: string;
  readonly payload?: Fields;
}

export interface ErrorAnswerCommand {
  readonly kind: "error_answer";
  readonly requestId: string;
  readonly error: string;
  readonly errorCode?: string;
}

/** Withdraws a request of ours. */
export interface CancelCommand {
  readonly kind: "cancel";
  readonly requestId: string;
}

export interface KeepAlive {
  readonly kind: "keep_alive";
}
