import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** What a key does, for the list of keys. */
export interface Key {
  /** As `KeyboardEvent.key`. */
  readonly key: string;
  /** In the list, where it is not the key itself; empty: it is not listed. */
  readonly shown?: string;
  readonly does: string;
  readonly act: () => void;
}

/** All keys that do something now. */
export const activeKeys = signal<readonly Key[]>([]);

/** Keys that act while this is shown, and nobody writes. A key that is held down acts once. */
export function useKeys(keys: readonly Key[]): void {
  const latest = useRef(keys);
  latest.current = keys;
  const names = keys.map(({ key, does }) => `${key} ${does}`).join("\n");
  useEffect(() => {
    const mine = latest.current;
    activeKeys.value = [...activeKeys.value, ...mine];
    const onKey = (event: KeyboardEvent): void => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || belongsTo(event.target, event.key)) return;
      const found = latest.current.find(({ key }) => key === event.key);
      if (found === undefined) return;
      event.preventDefault();
      found.act();
    };
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey);
      activeKeys.value = activeKeys.value.filter((key) => !mine.includes(key));
    };
  }, [names]);
}

/** Whoever writes means letters; choices are made with arrows and the space bar. */
function belongsTo(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type))
    return key === " " || key.startsWith("Arrow");
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
