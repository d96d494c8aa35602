import { type Signal, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { copyAndSay } from "../frame/toast.tsx";
import { settledLength } from "./blocks.ts";
import { highlightIn } from "./highlight.ts";
import { renderMarkdown } from "./render-markdown.ts";

/** Text that is still being written is rendered at most so often, and where that takes long, for at most this part of the time. */
const everyMs = 60;
const partOfTime = 1 / 8;

interface Rendered {
  text: string;
  /** So much of it is in `settled`, for good. */
  length: number;
  /** How long the last time took. */
  tookMs: number;
}

interface Props {
  readonly text: Signal<string>;
  /** It is still being written. */
  readonly isOpen: boolean;
}

/** Markdown that may still grow: blocks that are finished are rendered once, only the last one again and again. */
export function Markdown({ text, isOpen }: Props) {
  const settled = useRef<HTMLDivElement>(null);
  const growing = useRef<HTMLDivElement>(null);
  const rendered = useRef<Rendered>({ text: "", length: 0, tookMs: 0 });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isOpenNow = useRef(isOpen);
  isOpenNow.current = isOpen;

  const render = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (settled.current === null || growing.current === null) return;
    const startMs = performance.now();
    const whole = text.peek();
    const before = rendered.current;
    let { length } = before;
    // The finished message is the truth; mostly it is what came in pieces.
    if (!whole.startsWith(before.text.slice(0, length))) {
      settled.current.replaceChildren();
      length = 0;
    }
    const next = isOpenNow.current ? Math.max(length, settledLength(whole)) : whole.length;
    if (next > length) settled.current.append(highlighted(whole.slice(length, next)));
    growing.current.replaceChildren(renderMarkdown(whole.slice(next)));
    rendered.current = { text: whole, length: next, tookMs: performance.now() - startMs };
  };

  // Before it is painted: a row that is drawn empty and then filled pushes all others away.
  useLayoutEffect(render, [isOpen]);
  useSignalEffect(() => {
    if (text.value === rendered.current.text) return;
    if (!isOpenNow.current || rendered.current.text === "") render();
    else timer.current ??= setTimeout(render, Math.max(everyMs, rendered.current.tookMs / partOfTime));
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <CopyingCode>
      <div ref={settled} />
      <div ref={growing} />
    </CopyingCode>
  );
}

/** Markdown that is finished. */
export function StaticMarkdown({ text }: { readonly text: string }) {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => content.current?.replaceChildren(highlighted(text)), [text]);
  return (
    <CopyingCode>
      <div ref={content} />
    </CopyingCode>
  );
}

/** One listener for the buttons of all blocks of code, which are made with the text. */
function CopyingCode({ children }: { readonly children: preact.ComponentChildren }) {
  const copy = ({ target }: MouseEvent): void => {
    const button = target instanceof Element ? target.closest(".copy-code") : null;
    const code = button?.closest(".code-block")?.querySelector("code");
    if (code) void copyAndSay(code.textContent ?? "", "Code copied");
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are what is used, by keyboard, too
    // biome-ignore lint/a11y/useKeyWithClickEvents: a button's key is a click
    <div class="markdown" onClick={copy}>
      {children}
    </div>
  );
}

function highlighted(text: string): DocumentFragment {
  const fragment = renderMarkdown(text);
  void highlightIn(fragment);
  return fragment;
}
