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
    if (kind.case !== "textDelta" && kind.case !== "thinkingDelta") {
      this.#drafts.push(draft);
      return false;
    }
    const { text = "", index = 0 } = kind.value;
    const last = this.#drafts.at(-1);
    if (last === undefined || !isSameBlock(last, kind.case, index, turn, parentToolUseId)) this.#drafts.push(draft);
    else {
      // In a new object: whoever made the other may look at it again.
      const joined = { case: kind.case, value: { text: last.kind.value.text + text, index } } as EventKind;
      this.#drafts[this.#drafts.length - 1] = { turn, parentToolUseId, kind: joined };
    }
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

/** Would a piece of this block go on with the draft, and is there room for it? */
export function isSameBlock(
  draft: Draft,
  type: "textDelta" | "thinkingDelta",
  index: number,
  turn: string,
  parentToolUseId: string,
): draft is Draft & PieceDraft {
  if (draft.kind.case !== type) return false;
  const { value } = draft.kind;
  return (
    value.index === index &&
    draft.turn === turn &&
    draft.parentToolUseId === parentToolUseId &&
    (value.text?.length ?? 0) < maxJoinedLength
  );
}
