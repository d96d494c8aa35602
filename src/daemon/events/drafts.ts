import type { Draft, EventKind } from "./draft.ts";

/** Joined pieces are no longer than this, so that one event stays small. */
const maxJoinedLength = 64 * 1024;

/** Events of one session that wait for the next commit. Adjacent pieces of one block are joined. */
export class Drafts {
  #drafts: Draft[] = [];

  get length(): number {
    return this.#drafts.length;
  }

  push(kind: EventKind, turn = "", parentToolUseId = ""): void {
    this.#drafts.push({ turn, parentToolUseId, kind });
  }

  /** A piece of text, thinking or tool input: nine of ten events are one. */
  piece(type: "textDelta" | "thinkingDelta", text: string, index: number, turn: string, parentToolUseId: string): void {
    const last = this.#drafts.at(-1);
    if (
      last?.kind.case === type &&
      last.kind.value.index === index &&
      last.turn === turn &&
      last.parentToolUseId === parentToolUseId &&
      (last.kind.value.text?.length ?? 0) < maxJoinedLength
    ) {
      last.kind.value.text += text;
      return;
    }
    this.#drafts.push({ turn, parentToolUseId, kind: { case: type, value: { text, index } } as EventKind });
  }

  take(): readonly Draft[] {
    const drafts = this.#drafts;
    this.#drafts = [];
    return drafts;
  }
}
