import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { copyText } from "../copy-text.ts";

const shownMs = 2500;
const said = signal<{ readonly text: string } | undefined>(undefined);

/** A word on what was just done, for a moment; also for who listens. */
export function toast(text: string): void {
  said.value = { text };
}

/** Copies, and says so, or why not. */
export async function copyAndSay(text: string, what: string): Promise<void> {
  try {
    await copyText(text);
    toast(what);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}

export function Toast() {
  const now = said.value;
  useEffect(() => {
    if (now === undefined) return;
    const timer = setTimeout(() => {
      said.value = undefined;
    }, shownMs);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <div class="toast" role="status">
      {now?.text}
    </div>
  );
}
