import type { SearchEnd } from "./search.ts";

/** What the model has to know about a search besides what was found; each on a line in brackets. */
export function searchNotes(
  { unreadable, timedOut }: SearchEnd,
  { hidden, timeoutMs }: { readonly hidden: number; readonly timeoutMs: number },
): string[] {
  const shown = unreadable.slice(0, maxShown).toSorted().join("; ");
  const more = unreadable.length > maxShown ? `; and ${unreadable.length - maxShown} more` : "";
  return [
    ...(timedOut ? [`[Stopped after ${timeoutMs / 1_000} s: there may be more. Search a smaller folder.]`] : []),
    ...(unreadable.length > 0 ? [`[Not searched: ${shown}${more}]`] : []),
    ...(hidden > 0 ? [`[Left out by permission rules: ${hidden} ${hidden === 1 ? "file" : "files"}]`] : []),
  ];
}

const maxShown = 5;
