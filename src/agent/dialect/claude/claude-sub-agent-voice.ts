import { randomBytes } from "node:crypto";
import { isFields, number, text } from "../../../wire/fields.ts";
import type { ContentBlock } from "../../model/content-block.ts";
import type { MessageUsage } from "../../model/provider.ts";
import { SilentVoice } from "../silent-voice.ts";
import type {
  MessageFacts,
  NoticeFields,
  RetryFacts,
  SpokenFrame,
  SubAgentEnd,
  SubAgentFacts,
  ToolResultFacts,
  Voice,
} from "../voice.ts";
import { assistantFrame, toolResultFrame, userFrame } from "./message-frames.ts";

interface ClaudeSubAgentOptions {
  /** Of the agent it works for. */
  readonly voice: Pick<Voice, "notice" | "retry">;
  readonly say: (frame: SpokenFrame) => void;
  /** Does the host want what it says in between, and not only what it does? */
  readonly saysTexts: boolean;
}

/** An agent that works for another: its messages carry the id of the call, and its life is that of a task. */
export class ClaudeSubAgentVoice extends SilentVoice {
  readonly #facts: SubAgentFacts;
  readonly #options: ClaudeSubAgentOptions;
  readonly #startedAt = performance.now();
  readonly #task: { readonly task_id: string; readonly run_id: string };
  #toolUses = 0;
  #tokens = 0;
  #isOver = false;

  constructor(facts: SubAgentFacts, options: ClaudeSubAgentOptions) {
    super();
    this.#facts = facts;
    this.#options = options;
    this.#task = {
      task_id: facts.agentId,
      run_id: `${Date.now().toString(36)}-${randomBytes(4).toString("hex")}`,
    };
  }

  override begins(prompt: string): void {
    this.#notice("task_started", {
      ...this.#called,
      description: this.#facts.description,
      subagent_type: this.#facts.kind,
      is_backgrounded: false,
      spawn_depth: 1,
      task_type: "local_agent",
      prompt,
    });
    this.#say(userFrame(prompt));
  }

  override block(block: ContentBlock, message: MessageFacts): void {
    this.#count(message.usage);
    if (block.type === "tool_use") this.#progress(block);
    else if (!this.#options.saysTexts) return;
    this.#say(assistantFrame(block, message));
  }

  override message(_blocks: unknown, { usage }: MessageFacts): void {
    this.#count(usage);
  }

  override toolResult(result: ToolResultFacts): void {
    this.#say(toolResultFrame(result));
  }

  override retry(retry: RetryFacts): void {
    this.#options.voice.retry(retry);
  }

  override notice(subtype: string, fields: NoticeFields): void {
    // The host would take it for the conversation it knows.
    const isCompaction = fields.status === "compacting" || fields.compact_result !== undefined;
    if (subtype === "compact_boundary" || isCompaction) return;
    this.#options.voice.notice(subtype, fields);
  }

  override ends(end: SubAgentEnd): void {
    if (this.#isOver) return;
    const { status } = end;
    const patch = {
      status: status === "stopped" ? "killed" : status,
      end_time: Date.now(),
      ...(status === "failed" && { error: end.error }),
    };
    this.#notice("task_updated", { patch });
    this.#notice("task_notification", {
      ...this.#called,
      status,
      // What it said is here and in its transcript, which hooks are told of.
      output_file: "",
      summary: this.#summary(end),
      ...(status === "completed" && { usage: this.#usage }),
    });
    this.#isOver = true;
  }

  #summary(end: SubAgentEnd): string {
    switch (end.status) {
      case "completed":
        return end.text;
      case "failed":
        return end.error;
      case "stopped":
        return this.#facts.description;
    }
  }

  #progress({ name, input }: ContentBlock): void {
    this.#toolUses++;
    const about = isFields(input) ? text(input.description) : undefined;
    this.#notice("task_progress", {
      ...this.#called,
      description: about === undefined ? `Using ${name}` : `Running ${about}`,
      subagent_type: this.#facts.kind,
      usage: this.#usage,
      last_tool_name: name,
    });
  }

  get #called(): NoticeFields {
    return { tool_use_id: this.#facts.toolUseId };
  }

  get #usage(): NoticeFields {
    const duration_ms = Math.round(performance.now() - this.#startedAt);
    return { total_tokens: this.#tokens, tool_uses: this.#toolUses, duration_ms };
  }

  /** How long its conversation is, not what all of it cost. */
  #count(usage: MessageUsage): void {
    const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens } = usage;
    const counts = [input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens];
    this.#tokens = counts.reduce<number>((sum, count) => sum + (number(count) ?? 0), 0);
  }

  #notice(subtype: string, fields: NoticeFields): void {
    if (!this.#isOver) this.#options.voice.notice(subtype, { ...this.#task, ...fields });
  }

  #say(frame: SpokenFrame): void {
    if (this.#isOver) return;
    const { agentId, toolUseId, kind, description } = this.#facts;
    this.#options.say({
      ...frame,
      parent_tool_use_id: toolUseId,
      agent_id: agentId,
      subagent_type: kind,
      task_description: description,
    });
  }
}
