import { matcher } from "../../model/find.ts";

/** More than fits on a screen. */
const maxMarks = 500;
const name = "found";

/**
 * Marks a text wherever it is on the screen, as long as it is there and until it is stopped. By ranges, and not by elements: what agents
 * wrote is not changed.
 */
export function markFound(scroller: HTMLElement, text: string): () => void {
  const wanted = matcher(text, "giu");
  if (wanted === undefined || typeof CSS === "undefined" || !("highlights" in CSS)) return () => {};
  let frame = 0;
  const mark = (): void => {
    frame = 0;
    CSS.highlights.set(name, new Highlight(...rangesIn(scroller, wanted)));
  };
  const observer = new MutationObserver(() => {
    frame ||= requestAnimationFrame(mark);
  });
  observer.observe(scroller, { childList: true, characterData: true, subtree: true });
  mark();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    CSS.highlights.delete(name);
  };
}

function rangesIn(scroller: HTMLElement, wanted: RegExp): Range[] {
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(scroller, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null && ranges.length < maxMarks; node = texts.nextNode())
    for (const { index, 0: found } of (node.nodeValue ?? "").matchAll(wanted)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + found.length);
      if (ranges.push(range) >= maxMarks) break;
    }
  return ranges;
}
