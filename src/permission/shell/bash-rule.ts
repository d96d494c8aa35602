import { baseName } from "../path/absolute-path.ts";
import { knownPrograms } from "../programs/known-programs.ts";
import { dangerOf } from "./dangers/danger-of.ts";
import type { IsGiven } from "./given-names.ts";
import { scriptPlace } from "./hazards.ts";
import type { Likely } from "./meant/given-options.ts";
import { meansRule, meantCommand } from "./meant/means-rule.ts";
import { covers, hasWildcard, type MarkedText, markedText, mayMatch, unknownMark } from "./rule-pattern.ts";
import { quoted, type ShellWord, unknownWords } from "./shell-word.ts";
import type { SimpleCommand } from "./simple-command.ts";
import { subcommandDepth, subcommandWords } from "./subcommand.ts";
import { wrappers } from "./wrappers.ts";

/**
 * May an allow rule with this pattern let the command run? A wildcard covers no hazard and no
 * variable that changes what runs; the pattern has to spell them.
 */
export function matchesBashRule(pattern: string, command: SimpleCommand): boolean {
  if (command.exactOnly !== undefined && hasWildcard(pattern)) return false;
  return spellings(command).some((spelling) => covers(pattern, spelling.text, spelling.guarded));
}

/** The same as far as only the text is looked at. */
export function spellsBashRule(pattern: string, command: SimpleCommand): boolean {
  return spellings(command).some(({ text }) => covers(pattern, text, []));
}

/** May the command run, if those may for which `allowed` says so? Wrappers are looked through. */
export function isCovered(command: SimpleCommand, allowed: (command: SimpleCommand) => boolean): boolean {
  return (
    allowed(command) || isHarmless(command) || (command.wrapper && command.runs.every((run) => isCoveredInside(run)))
  );

  // Inside of a wrapper the name of a builtin is a program like any other.
  function isCoveredInside(run: SimpleCommand): boolean {
    return allowed(run) || (run.wrapper && run.runs.every(isCoveredInside));
  }
}

/**
 * Does a deny or ask rule with this pattern concern the command or one that it runs? "perhaps" where
 * only an expansion decides.
 */
export function concernsBashRule(pattern: string, command: SimpleCommand): Likely {
  if (surelyConcerns(pattern, command)) return "yes";
  const meant = means(pattern, command);
  return meant === "no" && perhapsConcerns(pattern, command) ? "perhaps" : meant;
}

/** The same for what its words mean, in whichever order they are written. */
function means(pattern: string, command: SimpleCommand): Likely {
  let best: Likely = "no";
  for (const words of commandsWithin(command)) {
    const is = meansRule(pattern, meantCommand(words));
    if (is === "yes") return is;
    if (is === "perhaps") best = is;
  }
  return best;
}

/** The words of a command, and of those that it runs. */
export function ownCommands({ words, runs }: SimpleCommand): readonly (readonly ShellWord[])[] {
  return [words, ...runs.flatMap(ownCommands)];
}

/** The words of a command, of those that it runs, and of those that may begin at one of its words. */
export function commandsWithin(command: SimpleCommand): readonly (readonly ShellWord[])[] {
  const found = knownWithin.get(command);
  if (found !== undefined) return found;
  const { words, runs } = command;
  const all = [words, ...runs.flatMap(commandsWithin)];
  if (mayRunAnyWord(command))
    for (let at = subcommandDepth(words) + 1; at < Math.min(words.length, maxInnerStarts); at += 1)
      all.push(words.slice(at));
  knownWithin.set(command, all);
  return all;
}

const knownWithin = new WeakMap<SimpleCommand, readonly (readonly ShellWord[])[]>();

export function surelyConcerns(pattern: string, command: SimpleCommand): boolean {
  return (
    liberalSpellings(command).some(({ sure }) => covers(pattern, sure, [])) ||
    command.runs.some((run) => surelyConcerns(pattern, run))
  );
}

/** Does only an expansion decide what it is, or what it runs? */
export function hasUnknown(command: SimpleCommand): boolean {
  return liberalSpellings(command).some(({ marked }) => marked !== undefined) || command.runs.some(hasUnknown);
}

/** Could it, once what is not known in its words is? */
export function perhapsConcerns(pattern: string, command: SimpleCommand, isGiven: IsGiven = () => true): boolean {
  const isMeant = ({ marked, variable }: LiberalSpelling): boolean =>
    marked !== undefined &&
    (variable === undefined || (variable !== addedWords && isGiven(variable))) &&
    mayMatch(pattern, marked);
  return liberalSpellings(command).some(isMeant) || command.runs.some((run) => perhapsConcerns(pattern, run, isGiven));
}

/** All that rules are held against: what a rule that allows the command spells is in one of these texts. */
export function spelledTexts(command: SimpleCommand): readonly string[] {
  return spellings(command).map(({ text }) => text);
}

/** The same for rules that surely concern the command, or one that it runs. */
export function concernedTexts(command: SimpleCommand): readonly string[] {
  const texts: string[] = [];
  addConcernedTexts(command, texts);
  return texts;
}

function addConcernedTexts(command: SimpleCommand, texts: string[]): void {
  for (const { isWhole, sure } of liberalSpellings(command)) if (isWhole) texts.push(sure);
  for (const run of command.runs) addConcernedTexts(run, texts);
}

/** Matches nothing but a wildcard. */
const someCharacter = "\x01";

/** Builtins that only steer the line itself; with a hazard in their words they need a rule like any other. */
const harmlessBuiltins = new Set(
  (
    "true false : break continue return exit shift wait [ test set local declare typeset readonly export read unset " +
    "getopts exec command"
  ).split(" "),
);

function isHarmless({ words, hazards, assignments, runs }: SimpleCommand): boolean {
  const name = words[0]?.value ?? "";
  return (
    hazards.length === 0 &&
    runs.length === 0 &&
    harmlessBuiltins.has(name) &&
    !(printing.has(name) && words.slice(1).every(({ prefix }) => /^[-+]/.test(prefix) && name !== "set")) &&
    assignments.every(({ harmless }) => harmless)
  );
}

/** Given nothing to set, they print the variables, secrets of the environment among them. */
const printing: ReadonlySet<string> = new Set(["set", "local", "declare", "typeset", "readonly", "export"]);

interface Spelling {
  readonly text: string;
  /** Where no wildcard may stand for the text; pairs of start and end. */
  readonly guarded: readonly (readonly [number, number])[];
}

const known = new WeakMap<SimpleCommand, readonly Spelling[]>();

/** As it is written and in the one canonical way; with the variables in front, and without if they are harmless. */
function spellings(command: SimpleCommand): readonly Spelling[] {
  const found = known.get(command);
  if (found) return found;
  const { words, assignments, hazards, folders } = command;
  const written = words.map(({ text }) => text);
  const isCanonical = words.every(({ value, text }) => value === undefined || text === quoted(value));
  const canonical = isCanonical
    ? written
    : words.map(({ value, text }) => (value === undefined ? text : quoted(value)));
  const all: Spelling[] = [];
  if (hazards.length === 0 && assignments.length === 0) {
    all.push({ text: written.join(" "), guarded: [] });
    if (!isCanonical) all.push({ text: canonical.join(" "), guarded: [] });
    known.set(command, all);
    return all;
  }
  const front = assignments.map(({ text }) => text);
  const guarded = new Set(hazards);
  const script = scriptPlace(words);
  const isFolder = (at: number): boolean => at === script || folders?.has(at) === true;
  for (const texts of isCanonical ? [written] : [written, canonical]) {
    if (assignments.every(({ harmless }) => harmless)) all.push(spell(texts, (at) => guarded.has(at), isFolder));
    if (front.length > 0) {
      all.push(
        spell(
          [...front, ...texts],
          (at) => (at < front.length ? assignments[at]?.harmless === false : guarded.has(at - front.length)),
          (at) => isFolder(at - front.length),
        ),
      );
    }
  }
  known.set(command, all);
  return all;
}

function spell(
  texts: readonly string[],
  isGuarded: (at: number) => boolean,
  isFolder: (at: number) => boolean,
): Spelling {
  const guarded: [number, number][] = [];
  let start = 0;
  for (const [at, text] of texts.entries()) {
    if (isGuarded(at)) guarded.push([start, start + (isFolder(at) ? firstFolder(text) : text.length)]);
    start += text.length + 1;
  }
  return { text: texts.join(" "), guarded };
}

/** `bash scripts/*` is any script of that folder: a rule need not spell more. The length of a text up to there, or all of it. */
function firstFolder(text: string): number {
  const folder = /(?:^|\/)\.\.(?:\/|$)/.test(text)
    ? undefined
    : /^(?:-[\w-]*=)?(?:~?\/)?[\w.@+-]+\/(?=[\w./@+-]+$)/.exec(text)?.[0];
  return folder?.length ?? text.length;
}

interface LiberalSpelling {
  /** With marks for what is not known, if there is such. */
  readonly marked: MarkedText | undefined;
  /** With something in their place that only a wildcard stands for. */
  readonly sure: string;
  /** False for the end of another spelling. */
  readonly isWhole: boolean;
  /** Only what this variable holds decides about the program of it. */
  readonly variable?: string | undefined;
}

/** Also without the folder of the program and the options in front of its subcommand; and, where words may be a command of their own, from each of them on. */
function liberalSpellings(command: SimpleCommand): readonly LiberalSpelling[] {
  const found = knownLiberal.get(command);
  if (found) return found;
  const made = makeLiberalSpellings(command);
  knownLiberal.set(command, made);
  return made;
}

const knownLiberal = new WeakMap<SimpleCommand, readonly LiberalSpelling[]>();

function makeLiberalSpellings(command: SimpleCommand): readonly LiberalSpelling[] {
  const { words, assignments } = command;
  const texts = words.map(({ value, prefix }) => (value === undefined ? prefix + unknownMark : quoted(value)));
  const plain = subcommandWords(words);
  const line = whole(texts);
  const all = plain === undefined ? [line] : [line, whole(plain.map((at) => texts[at] as string))];
  const bare = words.map(({ value, prefix }) => value ?? prefix + unknownMark);
  if (bare.some((text, at) => text !== texts[at])) all.push(whole(bare));
  const slash = texts[0]?.lastIndexOf("/") ?? -1;
  if (slash !== -1) all.push(...all.map((one) => from(one, slash + 1)));
  all.push(...all.flatMap(otherNames));
  const front = assignments.slice(-maxFront).map(({ text }) => text);
  for (const [at] of front.entries()) all.push(whole([...front.slice(at), ...texts]));
  if (!mayRunAnyWord(command)) return all;
  const named = subcommandDepth(words);
  const program = runsFirstWord(words)
    ? words.findIndex(({ prefix }, at) => at > named && !prefix.startsWith("-"))
    : -1;
  let start = 0;
  for (const [at, text] of texts.slice(0, maxInnerStarts).entries()) {
    start += text.length + 1;
    if (start < line.sure.length && at >= named)
      all.push({ ...from(line, start), variable: at + 1 === program ? undefined : variableOf(words[at + 1]) });
  }
  return all;
}

/** Of wrappers, and of those that start a package, the first word behind options is a program. */
function runsFirstWord([first]: readonly ShellWord[]): boolean {
  const name = baseName(first?.value ?? "");
  return Object.hasOwn(wrappers, name) || /^(?:p?npx|bunx|uvx|pipx)$/.test(name);
}

/** The name of the variable that a word begins with, or what is added from a pipe: {@link addedWords}. */
function variableOf(word: ShellWord | undefined): string | undefined {
  if (word === undefined || word.value !== undefined || word.prefix !== "") return undefined;
  if (word === unknownWords) return addedWords;
  const [, plain, braced] = /^"?\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})[^$`]*$/.exec(word.text) ?? [];
  return plain ?? braced;
}

/** What a pipe holds is looked at where commands are hidden. */
const addedWords = "…";

/** `git.exe push` and `git-push`, as git has it in its own folder, are `git push`. */
function otherNames({ marked, sure }: LiberalSpelling): LiberalSpelling[] {
  const [, name = "", end = ""] = /^([\w.+-]+)(.*)$/s.exec(marked?.whole ?? sure) ?? [];
  const plain = name.replace(/\.(?:exe|com|cmd|bat)$/i, "");
  const dash = plain.indexOf("-");
  const parted = dash > 0 && dangerOf(plain.slice(0, dash))?.subcommands ? [plain.replace("-", " ") + end] : [];
  return (plain === name ? parted : [plain + end, ...parted]).map((text) => whole([text]));
}

function whole(texts: readonly string[]): LiberalSpelling {
  const text = texts.join(" ");
  const marked = markedText(text);
  return { marked, sure: marked === undefined ? text : text.replaceAll(unknownMark, someCharacter), isWhole: true };
}

function from({ marked, sure }: LiberalSpelling, start: number): LiberalSpelling {
  return { marked: marked && markedText(marked.whole.slice(start)), sure: sure.slice(start), isWhole: false };
}

/** May a command begin at any of its words? */
export function mayRunAnyWord({ words, hazards }: SimpleCommand): boolean {
  const program = words[0]?.value ?? "";
  // What only looks runs none of its words; find and awk may.
  if (knownPrograms.has(program) && dangerOf(program) === undefined && !/^(?:find|[\w-]*awk)$/.test(program))
    return false;
  if (elsewhere.test(program)) return /ssh$/.test(program) || words.some(({ value }) => runsInside.test(value ?? ""));
  return hazards.length > 0 && hazards.length >= words.length - 1 && !opensFiles(program) && !sessions.test(program);
}

/** May one begin at any of its words, once what is not known in them is? */
export function mayRunOtherWords({ words, hazards }: SimpleCommand): boolean {
  return hazards.length > 0 || elsewhere.test(words[0]?.value ?? "");
}

/** They show or edit the files that they are given; what else they run stands in one word, or behind an option. */
export function opensFiles(program: string): boolean {
  return viewers.test(program);
}

const viewers = /(?:^|\/)(?:man|info|vi|n?vim|view|nano|pico|micro|hx|emacs|code|subl|less|more|most|open|xdg-open)$/;

/** Their words name sessions as often as programs. */
const sessions = /(?:^|\/)(?:tmux|screen|zellij|byobu)$/;

/** Subcommands that run a program in a container; others only name things. */
const runsInside = /^(?:exec|run|create|debug|attach|service|shell|sh|rsh|ssh)$/;

/** They run their words on another machine or in a container. */
const elsewhere = /(?:^|\/)(?:ssh|docker|podman|nerdctl|docker-compose|podman-compose|kubectl|oc)$/;

const maxInnerStarts = 32;
/** Variables in front of a command that a rule may spell with it. */
const maxFront = 4;
