import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import type { VirtualizerHandle } from "virtua";
import { useKeys } from "../keys/use-keys.ts";

interface Keyed {
  readonly kind: string;
  readonly key: string;
}

/** A line that is not drawn by then is not waited for. */
const maxWaitMs = 2000;

/** Moves the focus through the list, line by line; a line that is not in the document is brought there first. */
export function useListKeys(
  items: readonly Keyed[],
  list: RefObject<VirtualizerHandle>,
  scroller: RefObject<HTMLElement>,
): { readonly onKeyDown: (event: KeyboardEvent) => void; readonly focusFirst: () => void } {
  const stops = items.flatMap(({ kind }, at) => (kind === "note" ? [] : [at]));
  /** Where the focus is going, until it is there. */
  const going = useRef<{ readonly at: number; readonly untilMs: number } | undefined>(undefined);
  const focusedAt = (): number => {
    if (going.current !== undefined) return going.current.at;
    const line = document.activeElement?.closest("[data-line]");
    return line instanceof HTMLElement && scroller.current?.contains(line) === true ? Number(line.dataset.line) : -1;
  };
  const go = (at: number | undefined): void => {
    if (at === undefined) return;
    const goal = { at, untilMs: performance.now() + maxWaitMs };
    going.current = goal;
    list.current?.scrollToIndex(at, { align: "nearest" });
    // It is drawn a frame or more later, and hidden until it is measured: what is hidden takes no focus.
    const focus = (): void => {
      if (going.current !== goal) return;
      const link = scroller.current?.querySelector<HTMLElement>(`[data-line="${at}"] a`) ?? null;
      link?.focus({ preventScroll: true });
      const isThere = link !== null && link === document.activeElement;
      if (isThere || performance.now() > goal.untilMs) going.current = undefined;
      else requestAnimationFrame(focus);
    };
    focus();
  };
  const move = (by: 1 | -1): void => {
    const from = focusedAt();
    go(by === 1 ? stops.find((at) => at > from) : from === -1 ? stops[0] : stops.findLast((at) => at < from));
  };
  const isHere = (): boolean => scroller.current?.offsetParent !== null;
  useKeys([
    { key: "j", does: "next session", act: () => isHere() && move(1) },
    { key: "k", does: "previous session", act: () => isHere() && move(-1) },
  ]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (focusedAt() === -1) return;
    const act = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Home: () => go(stops[0]),
      End: () => go(stops.at(-1)),
    }[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return { onKeyDown, focusFirst: () => go(stops[0]) };
}
