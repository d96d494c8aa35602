import { hasWildcard } from "../rule-pattern.ts";
import { joinsCommands, shellKeyword } from "../useless-command.ts";

/** A rule for commands, read as words: its options in whichever order, its other words in theirs. */
export interface RuleWords {
  /** `*`: any. */
  readonly program: string;
  readonly operands: readonly RuleOperand[];
  readonly options: readonly RuleOption[];
  /** Further words may follow. */
  readonly isOpen: boolean;
}

export interface RuleOperand {
  readonly text: string;
  /** What stands around its wildcards; undefined: it has none. */
  readonly pieces: readonly string[] | undefined;
  /** Any words may stand in front of it. */
  readonly isBehindAny: boolean;
  /** The option in front of it, by its place, of which it may be the value. */
  readonly behind: number | undefined;
}

export interface RuleOption {
  /** `-rf`, `--force`, without the value behind `=` */
  readonly text: string;
  readonly value: string | undefined;
  /** `--force*`: it may go on. */
  readonly isBeginning: boolean;
}

/** Undefined: it spells no option and no word behind its program, or no single command. */
export function ruleWords(pattern: string): RuleWords | undefined {
  if (known.has(pattern)) return known.get(pattern);
  const made = readRule(pattern);
  if (known.size >= maxKnown) known.clear();
  known.set(pattern, made);
  return made;
}

/** Rules are few, and looked at for every command. */
const known = new Map<string, RuleWords | undefined>();
const maxKnown = 10_000;
/** Nobody writes more. */
const maxWords = 32;

function readRule(pattern: string): RuleWords | undefined {
  if (joinsCommands(pattern) || shellKeyword(pattern) !== undefined) return undefined;
  const isFurther = pattern.length > 2 && /(?::| )\*$/.test(pattern);
  const written = (isFurther ? pattern.slice(0, -2) : pattern).trim();
  // A text with blanks in quotes is spelled or it is not.
  if (/["'][^"'\s]*\s[^"']*["']/.test(written)) return undefined;
  const [first = "", ...rest] = written.replace(/["']/g, "").split(/\s+/);
  const anyProgram = /^\*+(-.*)?$/.exec(first);
  if (anyProgram === null && /[*\\]/.test(first)) return undefined;
  const all = anyProgram?.[1] === undefined ? rest : [anyProgram[1], ...rest];
  if (all.length === 0 || all.length > maxWords) return undefined;
  const read = readWords(all, anyProgram !== null);
  if (read.options.length === 0 && (anyProgram !== null || read.operands.length === 0)) return undefined;
  return { program: anyProgram === null ? first : "*", ...read, isOpen: isFurther || /(?:^|[^\\])\*$/.test(written) };
}

function readWords(words: readonly string[], isAnyFirst: boolean): Pick<RuleWords, "operands" | "options"> {
  const operands: RuleOperand[] = [];
  const options: RuleOption[] = [];
  let isBehindAny = isAnyFirst;
  let behind: number | undefined;
  let areOver = false;
  for (const word of words) {
    const bare = word.replace(/^\*+(?=-)/, "");
    if (/^\*+$/.test(word)) isBehindAny = true;
    else if (!areOver && /^-[\w-]/.test(bare)) {
      options.push(readOption(bare));
      behind = bare.includes("=") ? undefined : options.length - 1;
      isBehindAny ||= hasWildcard(word);
    } else {
      const pieces = word.includes("*") ? word.split(/(?<!\\)\*+/) : undefined;
      operands.push({ text: word, pieces, isBehindAny, behind: isBehindAny ? undefined : behind });
      isBehindAny = hasWildcard(word);
      behind = undefined;
      areOver ||= word === "--";
    }
  }
  return { operands, options };
}

function readOption(word: string): RuleOption {
  const isBeginning = word.endsWith("*");
  const [, text = "", value] = /^([^=*]+)(?:=(.*?))?\**$/s.exec(word) ?? ["", word.replace(/\*.*$/s, "")];
  return { text, value: value === "" ? undefined : value, isBeginning };
}
