import type { Mutant } from "./mutant.ts";
import { patternMutants } from "./pattern-mutants.ts";

/**
 * Mutants of code as esbuild prints it, one statement on a line: without a statement, without a label of a switch, with a condition
 * that always or never holds, with another operator, without one word of a list, with one regular expression changed.
 */
export function codeMutants(code: string): Mutant[] {
  const pieces = [...code.matchAll(piece)];
  const plain = withoutTexts(code, pieces);
  return [
    ...lineMutants(code, plain),
    ...conditionMutants(plain),
    ...operatorMutants(plain),
    ...pieces.flatMap((found) => textMutants(found, code)),
  ];
}

/** Comments, texts and regular expressions. A slash begins one where no value stands in front of it. */
const piece =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|(?<=[(,=:[!&|?{;]\s*|\n\s*|return )\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;

/** The same code with blanks for all of them, so that what is found in it is code. */
function withoutTexts(code: string, pieces: readonly RegExpExecArray[]): string {
  let plain = "";
  for (const { 0: text, index } of pieces) plain += code.slice(plain.length, index) + "\u0000".repeat(text.length);
  return plain + code.slice(plain.length);
}

function lineMutants(code: string, plain: string): Mutant[] {
  const mutants: Mutant[] = [];
  for (const { 0: line, index } of plain.matchAll(/^[ \t]+(?=\S)(?!(?:const|let|return|break|continue)\b)[^\n]*;$/gm)) {
    if (/^\s*[\w.#[\]]+ = (?:\0|void)/.test(line) || isField(line)) continue;
    mutants.push({ start: index, end: index + line.length, replacement: ";" });
  }
  for (const { 0: label, index } of code.matchAll(/^[ \t]+case "[^"\n]*":$/gm))
    mutants.push({ start: index, end: index + label.length, replacement: "" });
  return mutants;
}

/** A field of a class, or a member of a literal. */
function isField(line: string): boolean {
  return /^ {2}(?:#?\w+|static)(?: = .*)?;$/.test(line);
}

function conditionMutants(plain: string): Mutant[] {
  const mutants: Mutant[] = [];
  for (const { 0: opening, index } of plain.matchAll(/\bif \(/g)) {
    const start = index + opening.length;
    const end = closing(plain, start);
    for (const replacement of ["true", "false"]) mutants.push({ start, end, replacement });
  }
  return mutants;
}

function closing(plain: string, start: number): number {
  let open = 1;
  let at = start;
  for (; open > 0; at += 1) open += plain.charAt(at) === "(" ? 1 : plain.charAt(at) === ")" ? -1 : 0;
  return at - 1;
}

const others: { readonly [operator: string]: string } = {
  "&&": "||",
  "||": "&&",
  "??": "&&",
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
};

function operatorMutants(plain: string): Mutant[] {
  const mutants: Mutant[] = [];
  for (const { 0: text, index } of plain.matchAll(/(?<= )(?:&&|\|\||\?\?|===|!==|<=?|>=?)(?= )/g))
    mutants.push({ start: index, end: index + text.length, replacement: others[text] ?? text });
  for (const { index } of plain.matchAll(/(?<=[ (])!(?=[\w(\0])/g))
    mutants.push({ start: index, end: index + 1, replacement: "" });
  return mutants;
}

/** Of a regular expression, and of a list of words. */
function textMutants({ 0: text, index }: RegExpExecArray, code: string): Mutant[] {
  const pattern = /^\/(.+)\/[a-z]*$/s.exec(text);
  if (pattern && !text.startsWith("//") && !text.startsWith("/*"))
    return patternMutants(pattern[1] ?? "").map(({ start, end, replacement }) => ({
      start: index + 1 + start,
      end: index + 1 + end,
      replacement,
    }));
  if (!code.startsWith('.split(" ")', index + text.length)) return [];
  return [...text.slice(1, -1).matchAll(/\S+/g)].map(({ 0: word, index: at }) => ({
    start: index + 1 + at,
    end: index + 1 + at + word.length,
    replacement: "never-a-word",
  }));
}
