import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { messageOf } from "../../model/message-of.ts";
import { copyText } from "../copy-text.ts";

/** As long as it takes to read it, and longer where there is something to press. Trouble stays until somebody has read it. */
const shownMs = 2500;
const msPerCharacter = 90;
const undoMs = 8000;

interface Said {
  readonly text: string;
  readonly isTrouble?: boolean;
  readonly undo?: () => void;
}

const said = signal<Said | undefined>(undefined);

/** Says what was just done; also to who listens. */
export function toast(text: string, more: Omit<Said, "text"> = {}): void {
  said.value = { text, ...more };
}

/** Copies, and says so, or why not. */
export async function copyAndSay(text: string, what: string): Promise<void> {
  try {
    await copyText(text);
    toast(what);
  } catch (error) {
    toast(messageOf(error), { isTrouble: true });
  }
}

const dismiss = (): void => {
  said.value = undefined;
};

export function Toast() {
  const now = said.value;
  useEffect(() => {
    if (now === undefined || now.isTrouble) return;
    const readingMs = Math.max(shownMs, now.text.length * msPerCharacter);
    const timer = setTimeout(dismiss, now.undo === undefined ? readingMs : Math.max(readingMs, undoMs));
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <div class="toast" role="status" data-tone={now?.isTrouble ? "failed" : undefined}>
      {now !== undefined && (
        <>
          <span>{now.text}</span>
          {now.undo !== undefined && (
            <button
              type="button"
              onClick={() => {
                dismiss();
                now.undo?.();
              }}
            >
              Undo
            </button>
          )}
          {now.isTrouble && (
            <button type="button" onClick={dismiss}>
              Close
            </button>
          )}
        </>
      )}
    </div>
  );
}
