import type { Assistant, Block, User } from "../wire/canonical.ts";
import type { Event } from "./event.ts";

/** How far a message is whose line will be read again: what it changes but for its blocks, it has changed. */
export interface OpenMessageState {
  readonly turn?: string | undefined;
  /** The block whose event is next. */
  readonly next: number;
}

/** What a message does with tools that run. */
export interface RunningTools {
  start(toolUseId: string, name: string): void;
  /** Gives its name, where it is known. */
  end(toolUseId: string): string | undefined;
}

/** A message whose blocks become events, some at a time. */
export class OpenMessage {
  readonly #message: Assistant | User;
  readonly #turn: string | undefined;
  #nextBlock: number;

  constructor(message: Assistant | User, { turn, next }: OpenMessageState) {
    this.#message = message;
    this.#turn = turn;
    this.#nextBlock = next;
  }

  get state(): OpenMessageState {
    return { turn: this.#turn, next: this.#nextBlock };
  }

  /** Events of the next blocks; with the last of them, also of what the message says besides results. */
  next(blocks: number, tools: RunningTools): { readonly events: readonly Event[]; readonly isOver: boolean } {
    const { content, kind } = this.#message;
    const from = this.#nextBlock;
    this.#nextBlock = Math.min(content.length, from + blocks);
    const events = content.slice(from, this.#nextBlock).flatMap((block) => this.#eventOf(block, tools) ?? []);
    const isOver = this.#nextBlock === content.length;
    if (isOver && kind === "user") events.push(...this.#said(this.#message as User));
    return { events, isOver };
  }

  #eventOf(block: Block, tools: RunningTools): Event | undefined {
    const { kind, parentToolUseId, frame } = this.#message;
    const turn = this.#turn;
    if (kind === "assistant" && block.type === "tool_use") {
      const { id: toolUseId, name, input } = block;
      tools.start(toolUseId, name);
      return { type: "tool_start", turn, parentToolUseId, toolUseId, name, input, frame };
    }
    if (kind === "user" && block.type === "tool_result") {
      const { toolUseId, content, isError } = block;
      const name = tools.end(toolUseId);
      return { type: "tool_result", turn, parentToolUseId, toolUseId, name, content, isError, frame };
    }
    return undefined;
  }

  #said(message: User): Event[] {
    const { replay, synthetic, uuid, parentToolUseId, frame } = message;
    const said = saidIn(message);
    if (said.length === 0) return [];
    return [
      {
        type: "message",
        turn: this.#turn,
        parentToolUseId,
        role: "user",
        messageId: uuid,
        model: undefined,
        content: said,
        added: said,
        complete: true,
        stopReason: undefined,
        usage: undefined,
        origin: replay ? "replay" : synthetic ? "synthetic" : undefined,
        error: undefined,
        frame,
      },
    ];
  }
}

/** All but results of tools. */
export function saidIn({ content }: User): readonly Block[] {
  return content.filter(({ type }) => type !== "tool_result");
}
