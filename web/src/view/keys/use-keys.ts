import { computed, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { isEscapeTaken } from "./use-escape.ts";

/** What a key does, for the list of keys. */
interface Key {
  /** As `KeyboardEvent.key`. */
  readonly key: string;
  /** In the list, where it is not the key itself; empty: it is not listed. */
  readonly shown?: string;
  readonly does: string;
  readonly act: () => void;
}

const all = signal<readonly Key[]>([]);

/** All keys that do something now: of two for the same one, what was shown last. */
export const activeKeys = computed(() => all.value.filter((one) => meant(one.key) === one));

/**
 * Keys that act while this is shown, and nobody writes. A key that is held down acts once; none acts below a dialog or a menu,
 * where nobody sees what it is about.
 */
export function useKeys(keys: readonly Key[]): void {
  const latest = useRef(keys);
  latest.current = keys;
  const names = keys.map(({ key, does }) => `${key} ${does}`).join("\n");
  // With what is shown, not after it was painted: a key acts as soon as its button is there.
  useLayoutEffect(() => {
    // What a key does may change while it is known.
    const mine = keys.map((one, at) => ({ ...one, act: () => latest.current[at]?.act() }));
    all.value = [...all.value, ...mine];
    return () => {
      all.value = all.value.filter((one) => !mine.includes(one));
    };
  }, [names]);
}

globalThis.addEventListener?.("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || belongsTo(event.target, event.key)) return;
  // Left alone for who listens behind this: what is under way is left first.
  if (event.key === "Escape" && isEscapeTaken()) return;
  const found = isAlone() ? meant(event.key) : undefined;
  if (found === undefined) return;
  event.preventDefault();
  found.act();
});

function meant(key: string): Key | undefined {
  return all.value.findLast((one) => one.key === key);
}

function isAlone(): boolean {
  return document.querySelector("dialog[open], :popover-open") === null;
}

/** Whoever writes means letters; choices are made with arrows and the space bar. */
function belongsTo(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type))
    return key === " " || key.startsWith("Arrow");
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
