import type { ShellWord } from "./shell-word.ts";

/** The same, made once for the words of a command: each of its files may ask for it, and there may be many. */
export function ofWords<T>(make: (words: readonly ShellWord[]) => T): (words: readonly ShellWord[]) => T {
  const known = new WeakMap<readonly ShellWord[], { readonly made: T }>();
  return (words) => {
    let found = known.get(words);
    if (found === undefined) {
      found = { made: make(words) };
      known.set(words, found);
    }
    return found.made;
  };
}
