import type { Prompt } from "../../../wire/command.ts";
import type { ContentBlock } from "../../model/content-block.ts";
import type { FailureFacts } from "../../model/model-failure.ts";
import type { AgentSession } from "../../session/agent-session.ts";
import type { TurnOutcome } from "../../session/turn-outcome.ts";
import { SilentVoice } from "../silent-voice.ts";
import type {
  MessageFacts,
  NoticeFields,
  RetryFacts,
  SpokenFrame,
  SubAgentVoice,
  ToolResultFacts,
  TurnFacts,
  Voice,
} from "../voice.ts";

/** The dialect of seed 001 (docs/dialects.md): whole messages, no init, no deltas, and notices of its own. */
export class Seed001Voice implements Voice {
  readonly #session: AgentSession;
  readonly #emit: (frame: SpokenFrame) => void;

  constructor({ session, emit }: { session: AgentSession; emit: (frame: SpokenFrame) => void }) {
    this.#session = session;
    this.#emit = emit;
  }

  received(prompt: Prompt, waiting: number): void {
    if (waiting === 0) return;
    this.#system("queued", { session_id: prompt.sessionId ?? this.#session.id, position: waiting });
  }

  merged(prompts: readonly Prompt[], contentLength: number): void {
    this.joined(prompts, contentLength);
  }

  joined(prompts: readonly Prompt[], contentLength: number): void {
    this.#system("injected", { message_count: prompts.length, content_length: contentLength });
  }

  message(blocks: readonly ContentBlock[], { model }: MessageFacts): void {
    // Thinking has no word here.
    const content = blocks.filter(({ type }) => type === "text" || type === "tool_use");
    if (content.length > 0) this.#emit({ type: "assistant", message: { role: "assistant", content, model } });
  }

  toolResult({ toolUseId, content, isError }: ToolResultFacts): void {
    const result = { type: "tool_result", tool_use_id: toolUseId, content, ...(isError && { is_error: true }) };
    this.#system("tool_result", { tool_result: result });
  }

  retry({ attempt, maxRetries, delayMs, failure }: RetryFacts): void {
    const why = failure.status === null ? failure.kind : `${failure.kind}, ${failure.status}`;
    this.problem(`The model could not answer (${why}); trying again in ${delayMs} ms (${attempt} of ${maxRetries}).`);
  }

  failure(text: string, _failure: FailureFacts): void {
    this.problem(text);
  }

  problem(text: string): void {
    this.#system("error", { message: text });
  }

  notice(subtype: string, fields: NoticeFields): void {
    if (subtype === "consolidation") this.#system(subtype, fields);
    else if (subtype === "permission_denied" || subtype === "informational")
      this.problem(String(fields.message ?? fields.content));
  }

  result(outcome: TurnOutcome, turn: TurnFacts): void {
    const { input_tokens, output_tokens } = turn.account.usage;
    this.#emit({
      type: "result",
      ...ending(outcome, turn),
      duration_ms: Math.round(performance.now() - turn.startedAt),
      num_turns: turn.toolCycles,
      session_id: this.#session.id,
      usage: { input_tokens, output_tokens },
    });
  }

  // What this dialect has no word for.
  subAgent(): SubAgentVoice {
    return new SilentVoice();
  }

  repeated(): void {}
  dropped(): void {}
  turnBegins(): void {}
  requesting(): void {}
  event(): void {}
  block(): void {}
  interrupted(): void {}
  goesOn(): void {}
  synthetic(): void {}
  localOutput(): void {}
  reset(): void {}
  commandOutput(): void {}

  #system(subtype: string, fields: NoticeFields): void {
    this.#emit({ type: "system", subtype, ...fields });
  }
}

function ending(outcome: TurnOutcome, turn: TurnFacts): object {
  const error = (result: string): object => ({ subtype: "error", is_error: true, result });
  switch (outcome.kind) {
    case "success":
      return { subtype: "success", is_error: false, result: outcome.text };
    case "deferred":
      return { subtype: "success", is_error: false, result: "" };
    case "interrupted":
      return { subtype: "cancelled", is_error: false };
    case "api_error":
      return error(outcome.text);
    case "max_turns":
      return error(`Reached maximum number of turns (${outcome.limit}) after ${turn.toolCycles} tool uses`);
    case "max_budget":
      return error(`Reached maximum budget ($${outcome.limitUsd})`);
    case "max_structured_output_retries":
      return error(`No valid structured output after ${outcome.limit} attempts`);
    case "unopened":
      return error(outcome.error);
    case "failed":
      return error(outcome.errors.join("; "));
  }
}
