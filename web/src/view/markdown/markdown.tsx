import { type Signal, useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { settledLength } from "./blocks.ts";
import { highlightIn } from "./highlight.ts";
import { renderMarkdown } from "./render-markdown.ts";

/** Text that is still being written is rendered at most so often. */
const everyMs = 60;

interface Rendered {
  text: string;
  /** So much of it is in `settled`, for good. */
  length: number;
}

/** Markdown that may still grow: blocks that are finished are rendered once, only the last one again and again. */
export function Markdown({ text, isOpen }: { readonly text: Signal<string>; readonly isOpen: Signal<boolean> }) {
  const settled = useRef<HTMLDivElement>(null);
  const growing = useRef<HTMLDivElement>(null);
  const rendered = useRef<Rendered>({ text: "", length: 0 });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const render = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (settled.current === null || growing.current === null) return;
    const whole = text.peek();
    const before = rendered.current;
    // The finished message is the truth; mostly it is what came in pieces.
    if (!whole.startsWith(before.text.slice(0, before.length))) {
      settled.current.replaceChildren();
      before.length = 0;
    }
    const length = isOpen.peek() ? Math.max(before.length, settledLength(whole)) : whole.length;
    if (length > before.length) settled.current.append(highlighted(whole.slice(before.length, length)));
    growing.current.replaceChildren(renderMarkdown(whole.slice(length)));
    rendered.current = { text: whole, length };
  };

  useSignalEffect(() => {
    const isWriting = isOpen.value;
    if (text.value === rendered.current.text && isWriting) return;
    if (!isWriting || rendered.current.text === "") render();
    else timer.current ??= setTimeout(render, everyMs);
  });

  return (
    <div class="markdown">
      <div ref={settled} />
      <div ref={growing} />
    </div>
  );
}

function highlighted(text: string): DocumentFragment {
  const fragment = renderMarkdown(text);
  void highlightIn(fragment);
  return fragment;
}
