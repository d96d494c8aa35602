/** Names the first character that makes a line look different from what it is, or that no shell reads alike. */
export function unsafeCharacter(text: string): string | undefined {
  const at = text.search(unsafe);
  if (at === -1) return undefined;
  return `U+${(text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Control characters but tab and line feed, lone surrogates, bidirectional controls, line separators, tags. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unsafe = /[\0-\x08\x0b-\x1f\x7f-\x9f\p{Surrogate}\p{Bidi_Control}\u2028\u2029\u{e0000}-\u{e007f}]/u;
