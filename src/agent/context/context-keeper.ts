import type { AgentTurn } from "../kit/agent-turn.ts";
import type { ModelRequest } from "../model/provider.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { type CompactionParts, compact } from "./compaction.ts";
import { type ContextLimits, contextLimits } from "./context-limits.ts";
import { recall } from "./recall.ts";
import { recallsOthers } from "./recalls-others.ts";
import { textTokens } from "./token-estimate.ts";
import { isTooLong } from "./too-long.ts";

/** Keeps what a turn sends to the model within its window, and adds what the memory has on the prompt. */
export class ContextKeeper {
  readonly #turn: AgentTurn;
  readonly #parts: Omit<CompactionParts, "turn">;
  #besideTokens = 0;
  #hasRecalled = false;

  constructor(turn: AgentTurn, parts: Omit<CompactionParts, "turn">) {
    this.#turn = turn;
    this.#parts = parts;
  }

  /** Before the model is asked, with what is sent besides the conversation. */
  async prepare({ system, tools }: Pick<ModelRequest, "system" | "tools">): Promise<void> {
    const { context } = this.#parts.conversation;
    this.#besideTokens = textTokens(system) + textTokens(JSON.stringify(tools));
    const { window, full, keep } = this.#limits;
    const used = context.tokens(this.#besideTokens);
    // Not for a handful of messages: what cannot be made much smaller would be summed up before every question.
    const isWorthIt = used > full && context.before(context.cut(keep)).tokens > window / 10;
    if (isWorthIt) await this.#compact(window, keep);
    this.#recall();
  }

  /** After the model API refused the request: true when it was for its length, and there is less now. */
  async madeRoom(error: unknown): Promise<boolean> {
    if (!isTooLong(error)) return false;
    // Its window is smaller than we know, or its tokens are.
    const { window, keep } = this.#limits;
    const used = this.#parts.conversation.context.tokens(this.#besideTokens);
    const isDone = await this.#compact(Math.min(window, used / 2), Math.min(keep, used / 4));
    if (isDone) this.#recall();
    return isDone;
  }

  async #compact(windowTokens: number, keepTokens: number): Promise<boolean> {
    const order = { trigger: "auto", windowTokens, keepTokens, besideTokens: this.#besideTokens } as const;
    const isDone = (await compact({ ...this.#parts, turn: this.#turn }, order)) === "done";
    if (isDone) this.#hasRecalled = false;
    return isDone;
  }

  /** Once for the prompt, and again when what was said is out of sight. */
  #recall(): void {
    const { memory, conversation, session } = this.#parts;
    if (memory === undefined || this.#hasRecalled) return;
    this.#hasRecalled = true;
    const found = recall({
      memory,
      cwd: session.cwd,
      sessionId: conversation.id,
      prompt: this.#turn.prompt,
      hiddenThrough: conversation.context.hiddenThrough,
      given: conversation.recalled,
      ofOthers: recallsOthers(session),
      maxLength: Math.min(maxRecallLength, this.#limits.window / 5),
    });
    if (found !== undefined) conversation.context.attach(found);
  }

  get #limits(): ContextLimits {
    const { model, env }: AgentSession = this.#parts.session;
    return contextLimits(model, env);
  }
}

const maxRecallLength = 6_000;
