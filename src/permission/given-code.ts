import { knownPrograms } from "./programs/known-programs.ts";
import { dangerOf } from "./shell/dangers/danger-of.ts";
import { isPlainSedScript } from "./shell/sed-script.ts";
import { bareText, type ShellWord } from "./shell/shell-word.ts";
import { plainPrograms } from "./text-arguments.ts";

/** Not a single word to a shell. */
export function isSource(word: ShellWord): boolean {
  return /[\s;|&(){}<>`$!"'[\]]/.test(bareText(word));
}

/** Is a word code, of whichever language: behind an option or a subcommand that is called so? `tsx -e`, `manage.py shell -c`. */
export function givesCode(program: string, words: readonly ShellWord[], at: number): boolean {
  const word = words[at] as ShellWord;
  if (!isSource(word) || takesText(program)) return false;
  const before = words[at - 1]?.prefix ?? "";
  return (
    (at > 1 && codeOption.test(before)) ||
    /^--(?:eval|execute?|expr(?:ession)?|command|code|script|print|run)=/.test(word.prefix) ||
    /^-[ceE](?=[^=])/.test(word.prefix) ||
    isConsole(program, words.slice(0, at))
  );
}

const codeOption = /^-[a-zA-Z]*[ceE]$|^-[pr]$|^--(?:eval|execute?|expr(?:ession)?|command|code|script|print|run)$/;

/** Is it told to be a console, which runs what it reads? `flask shell`, `rails console`, `wp eval`. */
export function isConsole(program: string, words: readonly ShellWord[]): boolean {
  if (takesText(program)) return false;
  return words.some(({ value }, at) => at > 0 && value !== undefined && consoleWord.test(value));
}

const consoleWord =
  /^(?:(?:db)?shell(?:_plus)?|console|repl|tinker|(?:php[:-]?)?eval(?:-file)?|runner|interactive|psysh|pry|irb|iex|dbconsole)$/;

/** Of the programs that do more, the first table knows how they are asked for their version. */
export function onlyLooks(program: string): boolean {
  return knownPrograms.has(program) && dangerOf(program) === undefined;
}

/** What looks like code there is a pattern, a text, or run on another machine. */
function takesText(program: string): boolean {
  return onlyLooks(program) || plainPrograms.has(program) || notCode.test(program);
}

const notCode =
  /^(?:git|docker|podman|nerdctl|docker-compose|podman-compose|kubectl|oc|curl|wget|rg|ag|ack|[efz]?grep|tar)$/;

/**
 * A script in which other marks may stand around a text than those around words: `s/x/rm y/e` of sed, `q/rm x/` of Perl, `1erm x`.
 * The same with blanks in their place.
 */
export function withoutMarks(program: string, script: string): readonly string[] {
  const isSed = /^g?sed$/.test(program);
  if (!delimiting.test(program) || (isSed && isPlainSedScript(script))) return [];
  const marks = new Set<string>();
  for (const [, , mark = ""] of script.matchAll(/(s|y|m|tr|q[qxwr]?|%[xqQwWr])([^\s\w]|(?<=^s)\w)/g)) {
    marks.add(mark);
    if (marks.size >= maxMarks) break;
  }
  const plain = [...marks].map((mark) => script.replaceAll(mark, " "));
  return [...plain, ...(isSed ? [script.replace(/(^|[\s;{}\d$!/])e(?=\w)/g, "$1 ")] : [])];
}

const delimiting = /^(?:g?sed|perl|ruby|[gmn]?awk|vim?|nvim|ex|ed)$/;
const maxMarks = 4;
