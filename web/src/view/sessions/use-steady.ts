import { useRef, useState } from "preact/hooks";

/** So long after a finger or mouse was last felt nothing moves under it. */
const calmMs = 1200;

/**
 * The same order while somebody is about to tap: what changes is shown in its place, what is gone goes, and what is new or moved waits
 * until the hand is away. `what`: another filter is another list.
 */
export function useSteady<T extends { readonly id: string }>(items: readonly T[], what: string): Steady<T> {
  const [, render] = useState(0);
  const shown = useRef<{ readonly what: string; readonly items: readonly T[] }>({ what, items });
  const hand = useRef<{ untilMs: number; timer: ReturnType<typeof setTimeout> | undefined }>({
    untilMs: 0,
    timer: undefined,
  });
  const isHeld = performance.now() < hand.current.untilMs && shown.current.what === what;
  const next = isHeld ? inOrderOf(shown.current.items, items) : items;
  shown.current = { what, items: next };
  const touch = (): void => {
    clearTimeout(hand.current.timer);
    hand.current.untilMs = performance.now() + calmMs;
    hand.current.timer = setTimeout(() => render((n) => n + 1), calmMs + 1);
  };
  return { items: next, touch };
}

interface Steady<T> {
  readonly items: readonly T[];
  readonly touch: () => void;
}

function inOrderOf<T extends { readonly id: string }>(before: readonly T[], now: readonly T[]): readonly T[] {
  const byId = new Map(now.map((item) => [item.id, item]));
  return before.flatMap(({ id }) => byId.get(id) ?? []);
}
