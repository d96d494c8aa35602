import { feedTexts } from "./given-input.ts";
import { programName } from "./program-name.ts";
import { fdFoundBy, foundBy, here, operandsOf, type Removed } from "./removals.ts";
import { readShell, type ShellReading } from "./shell/read-shell.ts";
import { bareText, literal, type ShellWord } from "./shell/shell-word.ts";
import type { Feed } from "./shell/simple-command.ts";

/** What a line itself gives to its variables, as text. */
export class LineValues {
  readonly #values = new Map<string, string[]>();
  readonly #meanings = new Map<string, readonly string[]>();
  readonly #reading: Pick<ShellReading, "values" | "commands">;
  #isRead = false;

  constructor(reading: Pick<ShellReading, "values" | "commands">) {
    this.#reading = reading;
  }

  /** Most lines have no word for which it matters. */
  #read(): void {
    if (this.#isRead) return;
    this.#isRead = true;
    const { values, commands } = this.#reading;
    for (const { name, word } of values) this.#add(name, this.meanings(word));
    for (const { words, feed } of commands) {
      const args = words.slice(1);
      const program = programName(words[0]);
      if (isShell.test(program)) this.#addAll([..."0123456789", "@", "*"], behindSource(args).map(bareText));
      else if (program === "set") this.#addAll(["@", "*", ..."123456789"], args.map(bareText));
      else if (/^(?:read|mapfile|readarray)$/.test(program))
        this.#addAll(
          operandsOf(args).map(bareText),
          feedTexts(feed).texts.flatMap((text) => text.split(/\s+/)),
        );
      else if (program === "printf" && args[0]?.value === "-v")
        this.#addAll([args[1]?.value ?? ""], args.slice(2).map(bareText));
    }
  }

  /** What a word may be: its own text, and that with what the line has set in place of its variables. */
  meanings({ value, text }: ShellWord): readonly string[] {
    if (value !== undefined) return [value];
    this.#read();
    const known = this.#meanings.get(text);
    if (known !== undefined) return known;
    const found = this.#meaningsOf(text.replace(/["']/g, ""));
    this.#meanings.set(text, found);
    return found;
  }

  #meaningsOf(bare: string): readonly string[] {
    let found = [bare];
    for (const [whole, plain, braced, , otherwise] of bare.matchAll(variable)) {
      const values = [
        ...(this.#values.get(plain ?? braced ?? "") ?? []),
        ...(otherwise === undefined ? [] : [otherwise]),
      ];
      if (values.length > 0) found = found.flatMap((one) => values.map((value) => one.replace(whole, () => value)));
      found = found.slice(0, maxMeanings);
    }
    return found[0] === bare ? [bare] : [bare, ...found];
  }

  #addAll(names: readonly string[], values: readonly string[]): void {
    for (const name of names) this.#add(name, values);
  }

  #add(name: string, values: readonly string[]): void {
    this.#meanings.clear();
    const known = this.#values.get(name) ?? [];
    this.#values.set(name, [...known, ...values.slice(0, maxMeanings)].slice(-maxMeanings));
  }
}

const maxMeanings = 16;

const isShell = /^(?:ba|da|z|k|mk|a)?sh$/;

/** `sh -c 'rm $1' _ /`: the source has them as `$0`, `$1` … */
function behindSource(args: readonly ShellWord[]): readonly ShellWord[] {
  const option = args.findIndex(({ value }) => /^-[a-zA-Z]*c/.test(value ?? ""));
  return option === -1 ? [] : args.slice(option + 2);
}

/** `$x`, `${x}`, `${x:-y}`, `${x[@]}`. */
const variable = /\$(?:([A-Za-z_]\w*|[@*\d])|\{([A-Za-z_]\w*|[@*\d])(\[[^\]]*\])?(?::?[-=+]([^{}]*)|[^{}]*)\})/g;

/** The places that the output of a substitution names: `rm $(ls /)`. */
export function madePlaces({ value, text }: ShellWord): readonly Removed[] {
  if (value !== undefined) return [];
  const [, dollar, ticks] = /^"?(?:\$\((.*)\)|`(.*)`)"?$/s.exec(text) ?? [];
  const source = dollar ?? ticks;
  return source === undefined ? [] : fedPlaces({ commands: readShell(source).commands, texts: [], isWhole: true });
}

const knownPlaces = new WeakMap<Feed, readonly Removed[]>();

/** The places that a command is told of by what it reads: `ls / | xargs rm`. */
export function fedPlaces(feed: Feed | undefined): readonly Removed[] {
  if (feed === undefined) return [];
  const known = knownPlaces.get(feed) ?? findPlaces(feed);
  knownPlaces.set(feed, known);
  return known;
}

function findPlaces(feed: Feed): readonly Removed[] {
  const isFiltered = feed.commands.some(({ words }) => filters.test(programName(words[0])));
  const texts = feed.texts
    .flatMap((text) => text.split(/\s+/))
    .filter(Boolean)
    .slice(0, maxWords);
  const printed = feed.commands.flatMap(({ words, feed: own }) => {
    const inner = own === feed ? [] : (own?.texts ?? []).flatMap((text) => text.split(/\s+/)).slice(0, maxWords);
    return [...toldBy(words), ...inner.filter(Boolean).map((text) => ({ word: unquoted(text), spares: false }))];
  });
  return [...printed, ...texts.map((text) => ({ word: unquoted(text), spares: false }))].map((one) =>
    isFiltered ? { ...one, spares: true } : one,
  );
}

const filters = /^(?:[efz]?grep|rg|head|tail|awk|sed|cut|uniq|fzf|comm)$/;
const maxWords = 64;

function toldBy([program, ...args]: readonly ShellWord[]): readonly Removed[] {
  const name = programName(program);
  if (/^g?find$/.test(name)) return foundBy(args);
  if (/^fd(?:find)?$/.test(name)) return fdFoundBy(args);
  const operands = operandsOf(args).slice(0, maxWords);
  if (/^(?:g?ls|dir|vdir|exa|eza)$/.test(name))
    return (operands.length > 0 ? operands : [here]).map((word) => ({ word, spares: false }));
  if (!/^(?:echo|printf|yes)$/.test(name)) return operands.map((word) => ({ word, spares: true }));
  const texts = operands.flatMap((word) => (word.value === undefined ? [] : word.value.split(/\s+/)));
  const unknown = operands.filter(({ value }) => value === undefined);
  return [...unknown, ...texts.map(unquoted)].map((word) => ({ word, spares: false }));
}

/** A text that the shell has not expanded yet, for what it may stand for. */
function unquoted(text: string): ShellWord {
  return /[~$`*?[{]/.test(text) ? { text, value: undefined, prefix: "", splits: false } : literal(text);
}
