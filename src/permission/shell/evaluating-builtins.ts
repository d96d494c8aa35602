import type { ShellWord } from "./shell-word.ts";
import { calculatesWhenSet, steersShell } from "./variable-names.ts";

/** What a line is known to hold. */
interface KnownValues {
  /** Is the word, as it is written, surely one number? */
  isNumber(text: string): boolean;
  /** Some variable may be an array. */
  readonly hasArrays: boolean;
}

/**
 * Builtins evaluate some of their arguments: as arithmetic, or as the name of a variable, whose subscript is arithmetic. Says
 * what keeps such a command from being judged; undefined if its arguments are only text.
 */
export function evaluationBy(words: readonly ShellWord[], known: KnownValues): string | undefined {
  const check = builtins.get(words[0]?.value ?? "");
  return check === undefined || check(words.slice(1), known) ? undefined : `${words[0]?.value} may evaluate a value`;
}

/** The variables that a builtin sets to what is not known to be a number. */
export function setVariables(words: readonly ShellWord[]): readonly string[] | "unknown" {
  const name = words[0]?.value;
  // It may be any of the builtins.
  if (name === undefined || /^(?:eval|source|\.|let)$/.test(name)) return "unknown";
  if (/^(?:command|builtin|exec)$/.test(name)) return setVariables(words.slice(1));
  if (name === "printf") return words.some(({ prefix }) => prefix.startsWith("-v")) ? namesIn(words) : [];
  if (name === "wait") return words.some(({ prefix }) => prefix.startsWith("-p")) ? "unknown" : [];
  return setters.has(name) ? namesIn(words) : [];
}

const setters = new Set("read mapfile readarray getopts declare typeset local export readonly unset set".split(" "));

function namesIn(words: readonly ShellWord[]): readonly string[] | "unknown" {
  const args = words.slice(1);
  if (args.some(({ value, prefix }) => value === undefined && !/^[A-Za-z_]\w*=/.test(prefix))) return "unknown";
  return args.flatMap(({ value, prefix }) => /^[A-Za-z_]\w*/.exec(value ?? prefix)?.[0] ?? []);
}

type Check = (args: readonly ShellWord[], known: KnownValues) => boolean;

const identifier = /^[A-Za-z_]\w*$/;

function isName({ value = "" }: ShellWord): boolean {
  return identifier.test(value) && !steersShell(value) && !calculatesWhenSet(value);
}

/** Options of these letters, each with its value if it takes one, then plain names. */
function namesBehind(flags: string, valued: string): Check {
  const option = new RegExp(`^-[${flags}]*(?:[${valued}](.*))?$`, "s");
  return (args, known) => {
    let at = 0;
    for (; args[at]?.prefix.startsWith("-"); at += 1) {
      const { value } = args[at] as ShellWord;
      if (value === undefined) return false;
      if (value === "--") {
        at += 1;
        break;
      }
      const found = option.exec(value);
      if (found === null) return false;
      if (found[1] !== "") continue;
      at += 1;
      const given = args[at];
      if (given === undefined || (!known.isNumber(given.text) && !/^[^[$`]*$/.test(given.value ?? "$"))) return false;
    }
    return args.slice(at).every(isName);
  };
}

/** `declare -x A=1 B`: no attribute that evaluates, and nothing but plain names in front of `=`. */
const declares: Check = (args, { hasArrays }) =>
  args.every(({ value, prefix, splits }) => {
    if (splits) return false;
    if (/^-[grx]+$/.test(value ?? "") || identifier.test(value ?? "")) return true;
    const [, name = "", assigned] = /^([A-Za-z_]\w*)\+?=(.*)$/s.exec(prefix) ?? [];
    if (steersShell(name) || (calculatesWhenSet(name) && !/^\d+$/.test(assigned ?? ""))) return false;
    // For an array, bash takes a value in parentheses for its elements, and expands them.
    return (
      assigned !== undefined && !assigned.startsWith("(") && (assigned !== "" || value !== undefined || !hasArrays)
    );
  });

/** `exit`, `shift`: zsh calculates. */
const numbers: Check = (args, known) => args.every(({ text }) => known.isNumber(text));

const waits: Check = (args, known) =>
  args.every(
    ({ value, text }) =>
      value === "-n" || value?.startsWith("%") || text === "$!" || text === '"$!"' || known.isNumber(text),
  );

const unaryTests = /^-[abcdefghknprsuwxzLNOGS]$/;
const textTests = /^(?:==?|!=|<|>|-nt|-ot|-ef)$/;
const numberTests = /^-(?:eq|ne|lt|le|gt|ge)$/;

/** One to three words, and of those that decide how the others are taken, each is known. */
const tests: Check = (args, known) => {
  const [first, operator, last] = args;
  if (args.some(({ splits, text }) => splits && !known.isNumber(text))) return false;
  if (first?.value === "!" && args.length > 1) return tests(args.slice(1), known);
  if (args.length <= 1) return true;
  if (args.length === 2 && first?.value === "-t") return known.isNumber(operator?.text ?? "");
  if (args.length === 2) return unaryTests.test(first?.value ?? "");
  if (args.length > 3 || operator?.value === undefined) return false;
  if (textTests.test(operator.value)) return true;
  return numberTests.test(operator.value) && known.isNumber(first?.text ?? "") && known.isNumber(last?.text ?? "");
};

/** Patterns and braces may become several words: only the known ones have a place. */
const isSingle = ({ value, text }: ShellWord): boolean =>
  value !== undefined || !/[*?[{]/.test(text.replaceAll(/\$(?:\{[^}]{0,200}\}|[?#@*])/g, ""));

/** Its format is known, and where it wants numbers it gets them: zsh calculates. */
const prints: Check = (args, known) => {
  const [first, second] = args;
  if (first === undefined) return true;
  if (first.value === "--") return prints(args.slice(1), known);
  if (first.value === "-v") return second !== undefined && isName(second) && prints(args.slice(2), known);
  if (first.value === undefined || first.value.startsWith("-")) return false;
  // It would set a variable.
  if (/%[^a-zA-Z%]*n/.test(first.value)) return false;
  if (!/%[^a-zA-Z%]*[*diouxXeEfFgGaAcC(]/.test(first.value)) return true;
  const wantsNumber = numbersWanted(first.value);
  // To zsh a name is a variable, and what that holds is calculated, too.
  return args
    .slice(1)
    .every(
      ({ value, text }, at) =>
        known.isNumber(text) ||
        (value !== undefined && (!wantsNumber(at) || /^(?:[+-]?(?:\d[\w.]*|\.\d+))?$/.test(value))),
    );
};

/** By the place of an argument, whether the format takes a number there. A format begins anew for further arguments. */
function numbersWanted(format: string): (at: number) => boolean {
  // Widths of their own, numbered places and times: any of them may be one.
  if (/%[^a-zA-Z%]*[*$(]/.test(format)) return () => true;
  const kinds = [...format.replaceAll("%%", "").matchAll(/%[^a-zA-Z%]*([a-zA-Z])/g)].map(([, kind = ""]) => kind);
  return (at) => /[diouxXeEfFgGaA]/.test(kinds[at % kinds.length] ?? "d");
}

const builtins: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["let", () => false],
  ["test", (args, known) => args.every(isSingle) && tests(args, known)],
  ["[", (args, known) => args.every(isSingle) && args.at(-1)?.value === "]" && tests(args.slice(0, -1), known)],
  ["printf", prints],
  ["declare", declares],
  ["typeset", declares],
  ["local", declares],
  ["export", declares],
  ["readonly", declares],
  ["read", namesBehind("rsea", "dnNptu")],
  ["mapfile", namesBehind("t", "dnsu")],
  ["readarray", namesBehind("t", "dnsu")],
  ["getopts", (args) => args.length >= 2 && isName(args[1] as ShellWord) && args[0]?.value !== undefined],
  ["unset", namesBehind("fv", "")],
  ["wait", waits],
  ["exit", numbers],
  ["return", numbers],
  ["shift", numbers],
  ["break", numbers],
  ["continue", numbers],
]);
