/** Characters that are not seen, or change the order of those that are: a command must look like what it is. */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu;

/** The same text, with what would hide in it shown as `‹U+202E›`. */
export function visible(text: string): string {
  return text.replace(unseen, (character) => `‹U+${hex(character)}›`);
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
