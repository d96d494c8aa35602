import { createHmac } from "node:crypto";

/** Stands for a secret in a recording. The last digit checks the others, so that a changed mark is seen as one. */
const mark = /\[secret:([0-9a-f]{12})\]/g;

/** The same secret and salt always give the same mark. Without the salt, guesses cannot be tried against it. */
export function secretMark(secret: string, salt: Uint8Array): string {
  const digits = createHmac("sha256", salt).update(secret).digest("hex").slice(0, 11);
  return `[secret:${digits}${checkDigit(digits)}]`;
}

export function isSecretMark(text: string): boolean {
  return text.length === 21 && splitAtMarks(text).length === 3;
}

/** Text, mark, text, mark … text: every second part is a mark. */
export function splitAtMarks(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(mark)) {
    const digits = match[1] ?? "";
    if (checkDigit(digits.slice(0, -1)) !== digits.at(-1)) continue;
    parts.push(text.slice(from, match.index), match[0]);
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}

function checkDigit(digits: string): string {
  let sum = 0;
  for (const digit of digits) sum += Number.parseInt(digit, 16);
  return (sum % 16).toString(16);
}
