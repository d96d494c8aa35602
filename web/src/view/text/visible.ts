/** Characters that are not seen, or change the order of those that are: a command must look like what it is. */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu;

/** In prose only those that turn the order round or hide whole words: others join letters and emoji there. */
const unseenInProse = /(?![\n\t\r])\p{Cc}|[\u{202a}-\u{202e}\u{2066}-\u{2069}\u{e0000}-\u{e007f}]/gu;

/** The same text, with what would hide in it shown as `‹U+202E›`. */
export function visible(text: string): string {
  return text.replace(unseen, (character) => `‹U+${hex(character)}›`);
}

export function visibleProse(text: string): string {
  return text.replace(unseenInProse, (character) => `‹U+${hex(character)}›`);
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
