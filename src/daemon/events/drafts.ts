import type { Draft, EventKind } from "./draft.ts";

/** Joined pieces are no longer than this, so that one event stays small. */
const maxJoinedLength = 64 * 1024;

/** Events of one session that wait for the next commit. Adjacent pieces of one block are joined. */
export class Drafts {
  #drafts: Draft[] = [];

  get length(): number {
    return this.#drafts.length;
  }

  /** True: it is a piece of text or thinking, of which there are many. */
  add(draft: Draft): boolean {
    const { turn, parentToolUseId, kind } = draft;
    const isPiece = kind.case === "textDelta" || kind.case === "thinkingDelta";
    const last = this.#drafts.at(-1);
    if (!isPiece || last === undefined || !joins(last, turn, parentToolUseId, kind)) {
      this.#drafts.push(draft);
      return isPiece;
    }
    // In a new object: whoever made the other may look at it again.
    const text = last.kind.value.text + (kind.value.text ?? "");
    const joined = { case: kind.case, value: { text, index: last.kind.value.index } } as EventKind;
    this.#drafts[this.#drafts.length - 1] = { turn, parentToolUseId, kind: joined };
    return true;
  }

  take(): readonly Draft[] {
    const drafts = this.#drafts;
    this.#drafts = [];
    return drafts;
  }
}

/** A piece of text or thinking. */
interface PieceDraft {
  readonly kind: { readonly value: { text: string; readonly index: number } };
}

/** Is what follows the draft another piece of the same block? */
export function joins(last: Draft, turn: string, parentToolUseId: string, kind: EventKind): last is Draft & PieceDraft {
  if (last.kind.case !== kind.case || (kind.case !== "textDelta" && kind.case !== "thinkingDelta")) return false;
  const { index, text = "" } = last.kind.value as { readonly index?: number; readonly text?: string };
  return (
    index === kind.value.index &&
    last.turn === turn &&
    last.parentToolUseId === parentToolUseId &&
    text.length < maxJoinedLength
  );
}
