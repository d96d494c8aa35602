/** What the scripted model API answers: the first request of a turn gets the first step, and so on. The last one stays. */
export interface Script {
  readonly steps: readonly Step[];
}

/** One answer of the model. Plain JSON, so that it can travel inside a prompt. */
export interface Step {
  readonly thinking?: string;
  readonly text?: string;
  /** How often `text` is said: a 5 MB answer needs no 5 MB prompt. */
  readonly repeat?: number;
  readonly tools?: readonly ScriptedTool[];
  /** `tool_use` with tools, else `end_turn`. */
  readonly stopReason?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;

  /** How many deltas each block is streamed in, 3 unless told. */
  readonly chunks?: number;
  /** The pause after each delta. */
  readonly chunkDelayMs?: number;
  /** The pause before the first byte, also of an error. */
  readonly delayMs?: number;

  /** Answered instead of a message. With `times`, only to that many requests for this step. */
  readonly error?: ScriptedError;
  /** An error event in place of the end of the stream; needs a streaming request. */
  readonly streamError?: { readonly type: string; readonly message: string };
  /** Closes the connection in mid-answer. */
  readonly cut?: ScriptedCut;
  /** Sends the content but never the end. */
  readonly stall?: boolean;
}

export interface ScriptedTool {
  readonly name: string;
  readonly input?: { readonly [key: string]: unknown };
  /** Made up when it is missing. */
  readonly id?: string;
}

export interface ScriptedError {
  readonly status: number;
  readonly type?: string;
  readonly message?: string;
  readonly times?: number;
  /** Seconds, as the header has them. */
  readonly retryAfter?: number;
  readonly shouldRetry?: boolean;
}

/** An answer that is shorter than the cut is cut before its end. An answer that is not streamed has no chunks: none of it is sent. */
export type ScriptedCut = { readonly times?: number } & (
  | { readonly afterBytes: number }
  | { readonly afterChunks: number }
);
