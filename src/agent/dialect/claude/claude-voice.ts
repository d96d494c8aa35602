import { randomUUID } from "node:crypto";
import type { Prompt } from "../../../wire/command.ts";
import type { ContentBlock } from "../../model/content-block.ts";
import type { FailureFacts } from "../../model/model-failure.ts";
import type { ModelEvent } from "../../model/provider.ts";
import type { AgentSession } from "../../session/agent-session.ts";
import type { TurnOutcome } from "../../session/turn-outcome.ts";
import type {
  MessageFacts,
  NoticeFields,
  OpenMessage,
  RetryFacts,
  SpokenFrame,
  SubAgentFacts,
  SubAgentVoice,
  ToolResultFacts,
  TurnFacts,
  Voice,
} from "../voice.ts";
import { ClaudeSubAgentVoice } from "./claude-sub-agent-voice.ts";
import { initFrame, type SelfDescription } from "./init-frame.ts";
import { assistantFrame, toolResultFrame, userFrame } from "./message-frames.ts";
import { resultFrame } from "./result-frame.ts";

export interface ClaudeVoiceOptions {
  readonly session: AgentSession;
  readonly describe: () => SelfDescription;
  readonly emit: (frame: SpokenFrame) => void;
  /** How many prompts wait. */
  readonly queued: () => number;
}

/** Claude Code's dialect, as its newest version speaks it. */
export class ClaudeVoice implements Voice {
  readonly #options: ClaudeVoiceOptions;
  readonly #session: AgentSession;
  #results = 0;
  #begun: readonly Prompt[] = [];
  /** What the agent gave itself to do. */
  #ownCommand: Prompt | undefined;

  constructor(options: ClaudeVoiceOptions) {
    this.#options = options;
    this.#session = options.session;
  }

  received(prompt: Prompt): void {
    this.#lifecycle(prompt, "queued");
  }

  repeated(prompt: Prompt): void {
    this.#replay([prompt]);
  }

  dropped(prompt: Prompt): void {
    this.#lifecycle(prompt, "cancelled");
  }

  goesOn(): void {
    this.#ownCommand = { kind: "prompt", content: "", uuid: randomUUID() };
    this.#lifecycle(this.#ownCommand, "started");
  }

  turnBegins(turn: TurnFacts): void {
    this.#begun = turn.prompts;
    for (const prompt of turn.prompts) this.#lifecycle(prompt, "started");
    this.#say(initFrame(this.#session, this.#options.describe(), uuidsOf(turn.prompts)));
    // What nobody sent is nobody's to see again.
    if (turn.origin === undefined && this.#ownCommand === undefined) this.#replay(turn.prompts);
  }

  /** Its init names them. */
  merged(): void {}

  joined(prompts: readonly Prompt[]): void {
    this.#replay(prompts);
    for (const prompt of prompts) this.#lifecycle(prompt, "started");
  }

  requesting(): void {
    if (this.#session.flags.partialMessages) this.notice("status", { status: "requesting" });
  }

  event(event: ModelEvent, { id }: MessageFacts): void {
    if (!this.#session.flags.partialMessages) return;
    // By hand: this is the one line there may be a hundred thousand of in a second.
    this.#options.emit({
      type: "stream_event",
      event,
      session_id: this.#session.id,
      parent_tool_use_id: null,
      uuid: randomUUID(),
      api_message_id: id,
    });
  }

  block(block: ContentBlock, message: MessageFacts): void {
    this.#say(assistantFrame(block, message));
  }

  message(): void {
    // Said block by block.
  }

  retry({ attempt, maxRetries, delayMs, failure }: RetryFacts): void {
    this.notice("api_retry", {
      attempt,
      max_retries: maxRetries,
      retry_delay_ms: delayMs,
      error_status: failure.status,
      error: failure.kind,
    });
  }

  failure(text: string, { kind, status, type, requestId }: FailureFacts, uuid: string): void {
    this.#say({
      uuid,
      ...syntheticMessage(text, { stop_reason: "stop_sequence", stop_sequence: "" }),
      error: kind,
      is_api_error_message: true,
      ...(status !== null && { api_error_status: status }),
      ...(type !== undefined && { api_error_type: type }),
      ...(requestId !== undefined && { request_id: requestId }),
    });
  }

  toolResult(result: ToolResultFacts): void {
    this.#say(toolResultFrame(result));
  }

  interrupted(during: "streaming" | "tools", open: OpenMessage | undefined, uuid: string): void {
    if (open?.block !== undefined) this.#say({ ...assistantFrame(open.block, open), aborted: true });
    this.#say(userFrame(`[Request interrupted by user${during === "tools" ? " for tool use" : ""}]`, uuid));
    if (open === undefined || !this.#session.flags.partialMessages) return;
    if (open.index !== undefined) this.event({ type: "content_block_stop", index: open.index }, open);
    const delta = { stop_reason: null, stop_sequence: null };
    this.event({ type: "message_delta", delta, usage: open.usage }, open);
    this.event({ type: "message_stop" }, open);
  }

  synthetic(text: string, uuid: string): void {
    this.#say({ ...userFrame(text, uuid), isSynthetic: true });
  }

  notice(subtype: string, fields: NoticeFields): void {
    if (subtype === "consolidation") return this.#consolidated(fields);
    this.#say({ type: "system", subtype, ...fields });
  }

  /** A word of the other dialect. */
  #consolidated({ entries_created, entries_updated }: NoticeFields): void {
    const content = `Long-term memory: ${entries_created} entries created, ${entries_updated} updated`;
    this.notice("informational", { content, level: "info", tag: "memory_consolidation" });
  }

  commandOutput(text: string): void {
    this.#say(syntheticMessage(text, { stop_reason: "end_turn", stop_sequence: null }));
  }

  reset(newId: string, prompt: Prompt | undefined): void {
    this.#say({
      type: "conversation_reset",
      new_conversation_id: newId,
      trigger: "clear",
      timestamp: now(),
      ...(prompt?.uuid !== undefined && { user_message_uuid: prompt.uuid }),
    });
  }

  localOutput(text: string): void {
    const content = `<local-command-stdout>${text}</local-command-stdout>`;
    this.#say({
      type: "user",
      message: { role: "user", content },
      parent_tool_use_id: null,
      timestamp: now(),
      isReplay: true,
    });
  }

  problem(text: string): void {
    this.notice("informational", { content: text, level: "warning", tag: "invalid_input" });
  }

  result(outcome: TurnOutcome, turn: TurnFacts): void {
    const joined = turn.prompts.filter((prompt) => !this.#begun.includes(prompt));
    for (const prompt of joined) this.#lifecycle(prompt, "completed");
    this.#say(
      resultFrame(outcome, turn, {
        totals: this.#session.totals,
        uuids: uuidsOf(turn.prompts),
        resultIndex: this.#results++,
        queued: this.#options.queued(),
      }),
    );
    const state = outcome.kind === "interrupted" ? "cancelled" : "completed";
    for (const prompt of this.#begun) this.#lifecycle(prompt, "completed");
    if (this.#ownCommand !== undefined) this.#lifecycle(this.#ownCommand, state);
    this.#ownCommand = undefined;
  }

  subAgent(facts: SubAgentFacts): SubAgentVoice {
    const say = (frame: SpokenFrame): void => this.#say(frame);
    return new ClaudeSubAgentVoice(facts, { voice: this, say, saysTexts: this.#session.forwardSubagentText });
  }

  #replay(prompts: readonly Prompt[]): void {
    if (!this.#session.flags.replayUserMessages) return;
    for (const { content, uuid } of prompts) {
      const message = { role: "user", content };
      this.#say({
        type: "user",
        message,
        parent_tool_use_id: null,
        timestamp: now(),
        isReplay: true,
        ...(uuid !== undefined && { uuid }),
      });
    }
  }

  #lifecycle({ uuid }: Prompt, state: "queued" | "started" | "completed" | "cancelled"): void {
    if (uuid !== undefined) this.#say({ type: "command_lifecycle", command_uuid: uuid, state });
  }

  #say(frame: SpokenFrame): void {
    this.#options.emit({ ...frame, session_id: this.#session.id, uuid: frame.uuid ?? randomUUID() });
  }
}

/** An answer that no model gave. */
function syntheticMessage(
  text: string,
  ending: { readonly stop_reason: string; readonly stop_sequence: string | null },
): SpokenFrame {
  const usage = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const content = [{ type: "text", text }];
  const message = { id: randomUUID(), type: "message", role: "assistant", model: "<synthetic>", content };
  return { type: "assistant", message: { ...message, ...ending, usage }, parent_tool_use_id: null, timestamp: now() };
}

function uuidsOf(prompts: readonly Prompt[]): string[] {
  return prompts.flatMap(({ uuid }) => uuid ?? []);
}

function now(): string {
  return new Date().toISOString();
}
