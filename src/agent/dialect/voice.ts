import type { Prompt } from "../../wire/command.ts";
import type { ContentBlock, MessageContent, ToolUseInput } from "../model/content-block.ts";
import type { FailureFacts } from "../model/model-failure.ts";
import type { MessageUsage, ModelEvent } from "../model/provider.ts";
import type { TurnOutcome } from "../session/turn-outcome.ts";
import type { UsageAccount } from "../session/usage-account.ts";

/** How an agent says what happens, in one dialect. Every method writes lines, or nothing where the dialect has no word. */
export interface Voice {
  /** A prompt came in. `waiting`: how many wait now, this one included; 0 when it begins a turn at once. */
  received(prompt: Prompt, waiting: number): void;
  /** It was here before and is not run again. */
  repeated(prompt: Prompt): void;
  /** It was taken back while it waited. */
  dropped(prompt: Prompt): void;
  /** The agent goes on by itself, with a call that an earlier process left; the turn begins when that has its result. */
  goesOn(): void;
  turnBegins(turn: TurnFacts): void;
  /** Prompts that waited begin a turn together, as one message of this length. */
  merged(prompts: readonly Prompt[], contentLength: number): void;
  /** Prompts that waited are part of the turn now, as one message of this length. */
  joined(prompts: readonly Prompt[], contentLength: number): void;
  /** The model is asked. */
  requesting(): void;
  /** Something of an answer, as it comes. */
  event(event: ModelEvent, message: MessageFacts): void;
  /** A finished block of it. */
  block(block: ContentBlock, message: MessageFacts): void;
  /** All of it. */
  message(blocks: readonly ContentBlock[], message: MessageFacts): void;
  /** The answer broke off and is asked for again. */
  retry(retry: RetryFacts): void;
  /** The model could not answer; a person reads the text. */
  failure(text: string, failure: FailureFacts, uuid: string): void;
  toolResult(result: ToolResultFacts): void;
  /** The turn is being interrupted; `open` is the answer that broke off. */
  interrupted(during: "streaming" | "tools", open: OpenMessage | undefined, uuid: string): void;
  /** Words that are put into the conversation in the user's place. */
  synthetic(text: string, uuid: string): void;
  /** `system/<subtype>`: news of the session that no method above is for. */
  notice(subtype: string, fields: NoticeFields): void;
  /** What a setting's change would have told a person in a terminal. */
  localOutput(text: string): void;
  /** The conversation was emptied; the session is about to have this id. */
  reset(newId: string, prompt: Prompt | undefined): void;
  /** The text of a command that needed no model. */
  commandOutput(text: string): void;
  /** A line that could not be used. It never holds the line's content. */
  problem(text: string): void;
  result(outcome: TurnOutcome, turn: TurnFacts): void;
  /** For an agent that works for this one. */
  subAgent(facts: SubAgentFacts): SubAgentVoice;
}

/** A line for the host. */
export interface SpokenFrame {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What a notice holds beside its subtype, in the wire's words. */
export interface NoticeFields {
  readonly [field: string]: unknown;
}

/** What an agent says that works for another. Nothing of it is left once its end is told. */
export interface SubAgentVoice extends Voice {
  begins(prompt: string): void;
  ends(end: SubAgentEnd): void;
}

export interface SubAgentFacts {
  readonly agentId: string;
  /** The call it works on. */
  readonly toolUseId: string;
  readonly kind: string;
  /** Its task in a few words. */
  readonly description: string;
}

export type SubAgentEnd =
  | { readonly status: "completed"; readonly text: string }
  | { readonly status: "failed"; readonly error: string }
  | { readonly status: "stopped" };

export interface MessageFacts {
  readonly id: string;
  readonly model: string;
  readonly usage: MessageUsage;
  /** Of the block that is told; the transcript knows it by the same. */
  readonly uuid: string;
  /** How the API calls the request; undefined where it has no name for it. */
  readonly requestId: string | undefined;
}

export interface OpenMessage extends MessageFacts {
  /** What there was of the block that was being written, if it can be read in part. */
  readonly block: ContentBlock | undefined;
  /** The number of that block; undefined between blocks. */
  readonly index: number | undefined;
}

export interface RetryFacts {
  readonly attempt: number;
  readonly maxRetries: number;
  readonly delayMs: number;
  readonly failure: FailureFacts;
}

export interface ToolResultFacts {
  readonly uuid: string;
  readonly toolUseId: string;
  readonly content: MessageContent;
  /** Undefined: the tool says neither that it failed nor that it did not. */
  readonly isError: boolean | undefined;
  /** The tool's own object, or the error as text. */
  readonly details: unknown;
  /** Why it ran or did not, as `tool_result_meta` has it. */
  readonly meta: ToolResultMeta;
}

/** Who decided that a call runs, or why it did not. */
export interface ToolResultMeta {
  readonly non_execution_kind?: string;
  readonly permission_decision?: {
    readonly decision: "accept" | "reject";
    readonly source: string;
    readonly reason_type?: string;
  };
}

/** A call that did not run, in the words of `permission_denials`. */
export interface Denial {
  readonly tool_name: string;
  readonly tool_use_id: string;
  readonly tool_input: ToolUseInput;
}

/** Why an agent began a turn by itself, in the words of `result.origin`: `kind`, and what an agent adds. */
export interface TurnOrigin {
  readonly [field: string]: unknown;
}

export interface TurnFacts {
  readonly prompts: readonly Prompt[];
  readonly startedAt: number;
  /** One, and one for each message that was put in on the way. */
  readonly numTurns: number;
  /** How often tools were used, one or several at once. */
  readonly toolCycles: number;
  readonly stopReason: string | null;
  readonly firstTokenMs: number | undefined;
  /** Everything it used, the agents that worked for it included. */
  readonly account: UsageAccount;
  /** Without them. */
  readonly own: UsageAccount;
  readonly denials: readonly Denial[];
  /** Why the agent began it by itself. */
  readonly origin: TurnOrigin | undefined;
}
