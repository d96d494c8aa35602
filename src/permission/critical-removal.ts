import type { Ask } from "./ask.ts";
import type { HidingOfLine } from "./hiding.ts";
import { KeptPlaces } from "./kept-places.ts";
import { fedPlaces, LineValues, madePlaces } from "./line-values.ts";
import type { Policy } from "./policy.ts";
import {
  behindEquals,
  isDisk,
  operandsOf,
  type Removal,
  type Removed,
  removalOf,
  removesTree,
  spellsRemoval,
} from "./removals.ts";
import { readShell, type ShellReading } from "./shell/read-shell.ts";
import { bareText, type ShellWord, unknownWords } from "./shell/shell-word.ts";
import type { Feed, SimpleCommand } from "./shell/simple-command.ts";
import { subcommandDepth } from "./shell/subcommand.ts";
import { isHarmlessVariable } from "./shell/variable-names.ts";

/**
 * What a command would remove of the root, one of its folders, the home folder, or a working folder with all in it,
 * itself or by what it runs. No rule and no mode allows that.
 */
export class CriticalRemovals {
  readonly #kept: KeptPlaces;
  readonly #hiding: HidingOfLine;
  #values: LineValues;
  readonly #reading: Reading;
  #sources = 0;

  constructor({ reading, hiding, values }: LineOfRemovals, ask: Ask, policy: Policy) {
    this.#reading = reading;
    this.#kept = new KeptPlaces(ask, policy);
    this.#hiding = hiding;
    this.#values = values;
  }

  /** The word that names it. */
  by(command: SimpleCommand): string | undefined {
    return this.#removedBy(command, command.feed, 0);
  }

  /** By the line around its commands: a disk that is written to as it is, and the value of a variable that is run. */
  byLine(): string | undefined {
    const sources = this.#reading.values.flatMap(({ name, word }) =>
      isHarmlessVariable(name, word.value) ? [] : bareText(word),
    );
    return this.#overwritten() ?? this.#bySources(sources, 0);
  }

  #overwritten(): string | undefined {
    return this.#reading.writes.find(({ text, by }) => by === "redirection" && isDisk(text.replace(/["']/g, "")))?.text;
  }

  #removedBy(command: SimpleCommand, feed: Feed | undefined, level: number): string | undefined {
    for (const run of command.runs) {
      const found = this.#removedBy(run, run.feed ?? feed, level);
      if (found !== undefined) return found;
    }
    const hiding = this.#hiding.of(command, feed);
    if (hiding === undefined) return undefined;
    return this.#byWords(command, feed) ?? this.#bySources([...hiding.sources, ...hiding.given], level);
  }

  /** From each word on that may be a program which removes: whoever runs its arguments need not be known. */
  #byWords({ words, runs, folder }: SimpleCommand, feed: Feed | undefined): string | undefined {
    const named = subcommandDepth(words);
    let seen: Map<Removal, number> | undefined;
    for (const [at, word] of words.entries()) {
      const removal = at > 0 && at <= named ? undefined : removalOf(word);
      if (removal === undefined) continue;
      seen ??= new Map();
      const times = seen.get(removal) ?? 0;
      if (times >= maxPlaces) continue;
      seen.set(removal, times + 1);
      const args = words.slice(at + 1);
      const removed = removal(args, runs);
      const more =
        at > 0 || removed.some(({ word }) => isFed(word)) ? this.#added(words.slice(1, at), removed, feed) : [];
      const found = [...removed, ...more].find((one) => this.#isCritical(one, folder));
      if (found !== undefined) return found.word.text;
    }
    return undefined;
  }

  /** What whoever runs it adds: what it reads, and what stands in front. */
  #added(before: readonly ShellWord[], removed: readonly Removed[], feed: Feed | undefined): readonly Removed[] {
    const fed = removed.length === 0 || removed.some(({ word }) => isFed(word)) ? fedPlaces(feed) : [];
    const places = before.flatMap((word) => (/^-[\w-]+=/.test(word.prefix) ? behindEquals(word) : []));
    return [...fed, ...[...operandsOf(before), ...places].map((word) => ({ word, spares: true }))];
  }

  #isCritical({ word, spares }: Removed, folder: string | undefined): boolean {
    const isWild = word.value === undefined;
    return (
      this.#values.meanings(word).some((text) => this.#kept.isCritical(text, isWild, spares, folder)) ||
      madePlaces(word).some((made) => made.word !== word && this.#isCritical(made, folder))
    );
  }

  /** Shell source in an argument or in what is read, also in double quotes with expansions in it. */
  #bySources(sources: readonly string[], level: number): string | undefined {
    if (sources.length === 0) return undefined;
    for (const source of new Set(sources)) {
      if (!spellsRemoval(source)) continue;
      this.#sources += 1;
      if (source.length > maxSource || level >= maxLevel || this.#sources > maxSources)
        return `${source.slice(0, 60)}…`;
      const found = this.#inSource(source, level) ?? this.#inLanguage(source, level);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #inSource(source: string, level: number): string | undefined {
    const reading = readShell(source.replace(/^[|!&;@\s]+/, ""));
    const outer = this.#values;
    if (reading.values.length > 0) this.#values = new LineValues(reading);
    try {
      for (const inner of reading.commands) {
        const found = this.#removedBy(inner, inner.feed, level + 1);
        if (found !== undefined) return found;
      }
      return undefined;
    } finally {
      this.#values = outer;
    }
  }

  /** In another language, a command as a text, or a function that removes a tree beside the text of such a place. */
  #inLanguage(source: string, level: number): string | undefined {
    const texts = [...source.matchAll(/(["'`])([^"'`\n]*)\1/g)].map((found) => found[2] ?? "");
    const run = texts.filter((text) => /\s/.test(text)).slice(0, maxTexts);
    const found = this.#bySources(run, level + 1);
    if (found !== undefined || !removesTree(source)) return found;
    if (/homedir\(|expanduser|Path\.home|\bHOME\b/.test(source)) return source;
    return texts.find((text) => text !== "" && this.#kept.isCritical(text, true, false, "."));
  }
}

interface LineOfRemovals {
  readonly reading: Reading;
  readonly hiding: HidingOfLine;
  readonly values: LineValues;
}

type Reading = Pick<ShellReading, "values" | "commands" | "writes">;

/** It stands for what is read: added by xargs, or a variable that only a loop knows. */
function isFed(word: ShellWord): boolean {
  if (word.value !== undefined) return false;
  return word === unknownWords || /^\{\}/.test(word.text) || /^"?\$\{?\w+\}?"?$/.test(word.text);
}

const maxLevel = 3;

/** In one command the words behind the first name of a program hold those behind the next. */
const maxPlaces = 4;

/** Of a source in another language, that may be commands. */
const maxTexts = 16;

/** Of a line, that are looked into. */
const maxSources = 64;

/** Longer source that spells a program which removes is not looked into, and asked about. */
const maxSource = 8_192;
