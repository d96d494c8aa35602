import type { WordPart } from "unbash";

/** More are not worth judging. */
const maxWords = 64;

/**
 * The words that braces make of one, in order, as bash and zsh do it before anything else: of `a{b,c}` `ab` and `ac`. Undefined:
 * that cannot be told, as something else is expanded in it, too. For words with braces alone.
 */
export function spreadBraces(parts: readonly WordPart[]): readonly string[] | undefined {
  let words: readonly string[] = [""];
  for (const part of parts) {
    const choices = choicesOf(part);
    if (choices === undefined || words.length * choices.length > maxWords) return undefined;
    words = words.flatMap((word) => choices.map((choice) => word + choice));
  }
  // Behind braces a `~` counts as at the beginning of a word.
  return words.some((word) => /(?:^|[=:])~/.test(word)) ? undefined : words;
}

function choicesOf(part: WordPart): readonly string[] | undefined {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
      return [part.value];
    case "DoubleQuoted":
      return part.parts.every(({ type }) => type === "Literal")
        ? [part.parts.map((child) => ("value" in child ? child.value : "")).join("")]
        : undefined;
    case "BraceExpansion":
      return /^\{[\w./,@%+={}:-]*\}$/.test(part.text) ? insideBraces(part.text) : undefined;
    default:
      return undefined;
  }
}

/** Of a text that is one pair of braces: what stands between its commas, or a sequence. */
function insideBraces(text: string): readonly string[] | undefined {
  const inner = text.slice(1, -1);
  const sequence = /^(-?\d{1,4})\.\.(-?\d{1,4})$/.exec(inner);
  if (sequence !== null) return numbers(String(sequence[1]), String(sequence[2]));
  if (inner.includes("..") && !inner.includes(",")) return undefined;
  const choices: string[] = [];
  let [depth, begin] = [0, 0];
  for (let at = 0; at <= inner.length; at += 1) {
    const char = inner.charAt(at);
    if (char === "{") depth += 1;
    if (char === "}") depth -= 1;
    if (depth < 0) return undefined;
    if ((char === "," && depth === 0) || at === inner.length) {
      choices.push(inner.slice(begin, at));
      begin = at + 1;
    }
  }
  // Braces in braces are seldom, and unlike in different shells.
  return depth !== 0 || choices.length < 2 || inner.includes("{") ? undefined : choices;
}

function numbers(first: string, last: string): readonly string[] | undefined {
  // With zeros in front all have the same width.
  if (/^-?0\d/.test(first) || /^-?0\d/.test(last)) return undefined;
  const [from, to] = [Number(first), Number(last)];
  const length = Math.abs(to - from) + 1;
  if (length > maxWords) return undefined;
  return Array.from({ length }, (_, at) => String(from + (to < from ? -at : at)));
}
