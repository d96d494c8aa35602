import { foundName, givesRegularFiles } from "../programs/find.ts";
import { modulePlace, pythonName } from "./python-module.ts";
import { type ShellWord, unknownWords } from "./shell-word.ts";
import { runners, type Wrapper, wrappers } from "./wrappers.ts";

/** A command inside the arguments of another. */
export interface Inner {
  /** Where its words begin in those of the outer command. */
  readonly from: number;
  readonly words: readonly ShellWord[];
  /** Places of `NAME=value` words in front of it. */
  readonly assignments: readonly number[];
  /** The outer command does no more than run it. */
  readonly transparent: boolean;
  /** The word of a subcommand that a rule has to spell, which then covers the program. */
  readonly spelled?: number;
  /** The outer command is a way to start it, as `python -m pytest` is: a rule for the outer one covers what one for it would. */
  readonly isModule?: true;
}

/** What a command runs by its arguments: undefined if it is no wrapper, "unknown" if they cannot be read. */
export function lookThrough(words: readonly ShellWord[]): readonly Inner[] | "unknown" | undefined {
  const program = words[0]?.value ?? "";
  const name = program.slice(program.lastIndexOf("/") + 1);
  if (name === "find" || name === "gfind") return insideFind(words);
  if (pythonName.test(name)) return insidePython(words);
  const runner = `${name} ${words[1]?.value}`;
  if (Object.hasOwn(runners, runner)) return insideRunner(runners[runner] as Wrapper, words);
  if (!Object.hasOwn(wrappers, name)) return undefined;
  if (name === "command" && isQuery(words)) return undefined;
  return insideWrapper(wrappers[name] as Wrapper, words);
}

/** `command -v ls` only tells where ls is. With any other option zsh takes it for a program's name. */
function isQuery([, options, name]: readonly ShellWord[]): boolean {
  return /^-[pvV]*[vV]$/.test(options?.value ?? "") && !name?.prefix.startsWith("-");
}

/** `python -m pytest` */
function insidePython(words: readonly ShellWord[]): readonly Inner[] | undefined {
  const module = modulePlace(words);
  if (module === undefined) return undefined;
  const program: ShellWord = { text: module.name, value: module.name, prefix: module.name, splits: false };
  const inner = [program, ...words.slice(module.at + 1)];
  return [{ from: module.at, words: inner, assignments: [], transparent: false, isModule: true }];
}

/** `uv run pytest` */
function insideRunner(wrapper: Wrapper, words: readonly ShellWord[]): readonly Inner[] | "unknown" | undefined {
  const inside = insideWrapper(wrapper, words.slice(1));
  if (inside === "unknown" || inside === undefined) return inside;
  if (inside.some(({ words: [program] }) => fromElsewhere.test(program?.value ?? ""))) return "unknown";
  return inside.map((inner) => ({ ...inner, from: inner.from + 1, transparent: false, spelled: 1 }));
}

/** Code that is fetched, or read: `uv run https://host/x.py`, `uv run -`. */
const fromElsewhere = /^-$|^[a-z][\w+.-]*:/i;

function insideWrapper(wrapper: Wrapper, words: readonly ShellWord[]): readonly Inner[] | "unknown" | undefined {
  const options = readOptions(wrapper, words);
  if (options === undefined) return "unknown";
  let at = options.end;
  for (let operand = 0; operand < (wrapper.operands ?? 0); operand += 1, at += 1) {
    const word = words[at];
    if (word === undefined || !isOneWord(word)) return "unknown";
  }
  const assignments: number[] = [];
  while (wrapper.assigns && /^[A-Za-z_]\w*=/.test(words[at]?.prefix ?? "") && !words[at]?.splits) {
    assignments.push(at);
    at += 1;
  }
  const rest = words.slice(at);
  if (rest.length === 0 && !wrapper.addsWords) return undefined;
  const inner = wrapper.addsWords ? withAdded(rest, options.replaced) : rest;
  return [{ from: at, words: inner, assignments, transparent: !wrapper.opaque }];
}

/** Surely one word: what `6{0,a}` and `6*` become may end in the program that is run. */
function isOneWord({ value, text, splits }: ShellWord): boolean {
  return value !== undefined || (!splits && /^"[^"]*"$/.test(text));
}

/** Without a program of its own, xargs runs echo. */
function withAdded(words: readonly ShellWord[], replaced: string | undefined): readonly ShellWord[] {
  if (words.length === 0) return [{ text: "echo", value: "echo", prefix: "echo", splits: false }, unknownWords];
  if (replaced === undefined) return [...words, unknownWords];
  return words.map((word) => {
    const at = word.prefix.indexOf(replaced);
    return at === -1
      ? word
      : { text: word.text, value: undefined, prefix: word.prefix.slice(0, at), splits: word.splits };
  });
}

interface Options {
  /** Where the first word behind the options is. */
  readonly end: number;
  /** What `xargs -I` replaces. */
  readonly replaced: string | undefined;
}

function readOptions(wrapper: Wrapper, words: readonly ShellWord[]): Options | undefined {
  let replaced: string | undefined;
  let at = 1;
  for (; at < words.length; at += 1) {
    const option = words[at]?.value;
    if (option === "--") return { end: at + 1, replaced };
    if (!mayBeOption(words[at])) break;
    const position = placeOfValue(wrapper, option);
    if (position === "next") at += 1;
    if (position === undefined || words[at]?.value === undefined) return undefined;
    if (wrapper.addsWords && option?.startsWith("-I")) replaced = option.slice(2) || words[at]?.value;
  }
  return { end: at, replaced };
}

function mayBeOption(word: ShellWord | undefined): boolean {
  if (word?.value !== undefined) return word.value.length > 1 && word.value.startsWith("-");
  return word === undefined || word.splits || word.prefix === "" || word.prefix.startsWith("-");
}

/** Where the value of an option is; undefined if the option is not known. */
type ValuePosition = "none" | "here" | "next" | undefined;

function placeOfValue(wrapper: Wrapper, option: string | undefined): ValuePosition {
  if (option === undefined) return undefined;
  return option.startsWith("--") ? placeOfLong(wrapper, option) : placeOfShort(wrapper, option);
}

function placeOfLong(wrapper: Wrapper, option: string): ValuePosition {
  const equals = option.indexOf("=");
  const name = equals === -1 ? option.slice(2) : option.slice(2, equals);
  if (wrapper.long?.includes(`${name}=`)) return equals === -1 ? "next" : "here";
  return equals === -1 && wrapper.long?.includes(name) ? "none" : undefined;
}

function placeOfShort(wrapper: Wrapper, option: string): ValuePosition {
  for (let at = 1; at < option.length; at += 1) {
    const letter = option.charAt(at);
    // A replacement in the middle of a bundle of letters is not worth reading.
    if (letter === "I" && at > 1) return undefined;
    if (wrapper.valued?.includes(letter)) return at === option.length - 1 ? "next" : "here";
    if (!wrapper.flags?.includes(letter)) return undefined;
  }
  return "none";
}

function insideFind(words: readonly ShellWord[]): readonly Inner[] | undefined {
  const found: Inner[] = [];
  for (let at = 1; at < words.length; at += 1) {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(words[at]?.value ?? "")) continue;
    const from = at + 1;
    at = from;
    while (at < words.length && words[at]?.value !== ";" && words[at]?.value !== "+") at += 1;
    const inner = withAdded(words.slice(from, at), "{}");
    // What else find may do with links makes it no command that only looks.
    const isRegular = words[from - 1]?.value === "-exec" && givesRegularFiles(words.slice(1), from - 2);
    const named = isRegular
      ? inner.map((word, position) => (words[from + position]?.value === "{}" ? foundName : word))
      : inner;
    found.push({ from, words: named, assignments: [], transparent: false });
  }
  return found.length > 0 ? found : undefined;
}
