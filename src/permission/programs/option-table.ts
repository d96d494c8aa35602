import { lazyObject } from "../../util/lazy-object.ts";

/** What is known of one option. */
export interface Option {
  /** As it is written out: `-n`, `--lines`. */
  readonly name: string;
  readonly takes: "nothing" | "value" | "optional";
  /** What its value is: a file that is read or written makes a path of it. */
  readonly value: "text" | "read" | "write";
  /** It changes nothing and runs nothing. */
  readonly harmless: boolean;
}

export interface OptionTable {
  readonly short: ReadonlyMap<string, Option>;
  readonly long: ReadonlyMap<string, Option>;
  /** The same by their first letter. */
  readonly longByLetter: ReadonlyMap<string, readonly (readonly [name: string, option: Option])[]>;
  /** `-20` is a number of lines. */
  readonly numbers: boolean;
  /** No option of the program could do harm, whatever word becomes one. */
  readonly harmless: boolean;
}

/**
 * Options in a notation that shows many of them at once: `-abc` are three letters, `-n=` takes a value, `-c?` may have one glued
 * to it, `-f<` reads the file it names, `-o>` writes it, `-#` is any number. A `!` behind all that: not harmless. Those are
 * listed, too, since an abbreviation has to be told apart from them.
 */
export function options(...lines: readonly string[]): OptionTable {
  // There are many such programs, and a process meets few of them.
  return lazyObject(["short", "long", "longByLetter", "numbers", "harmless"], () => readOptions(lines));
}

function readOptions(lines: readonly string[]): OptionTable {
  const short = new Map<string, Option>();
  const long = new Map<string, Option>();
  let numbers = false;
  for (const word of lines.join(" ").split(/\s+/)) {
    const [, dashes = "", names = "", mark = "", bad] = /^(--?)([\w#@,-]+?)([=?<>]?)(!?)$/.exec(word) ?? [];
    if (names === "#") numbers = true;
    const make = (name: string): Option => ({ name, ...meaning(mark), harmless: bad !== "!" && mark !== ">" });
    if (dashes === "--") long.set(names, make(`--${names}`));
    else if (dashes === "-" && names !== "#") for (const letter of names) short.set(letter, make(`-${letter}`));
  }
  const all = [...short.values(), ...long.values()];
  const longByLetter = Map.groupBy(long, ([name]) => name.charAt(0));
  return {
    short,
    long,
    longByLetter,
    numbers,
    harmless: all.every(({ harmless, value }) => harmless && value === "text"),
  };
}

function meaning(mark: string): Pick<Option, "takes" | "value"> {
  if (mark === "") return { takes: "nothing", value: "text" };
  if (mark === "?") return { takes: "optional", value: "text" };
  return { takes: "value", value: mark === "<" ? "read" : mark === ">" ? "write" : "text" };
}

/**
 * The option that getopt takes an abbreviation for: itself, or the only one that begins so. Undefined: unknown, or ambiguous in
 * a way that matters; where all that may be meant are alike, the program takes one of them or refuses.
 */
export function longOption({ long, longByLetter }: OptionTable, name: string): Option | undefined {
  const exact = long.get(name);
  if (exact !== undefined || name === "") return exact;
  let meant: Option | undefined;
  for (const [full, option] of longByLetter.get(name.charAt(0)) ?? []) {
    if (!full.startsWith(name)) continue;
    if (meant !== undefined && !isAlike(meant, option)) return undefined;
    meant ??= option;
  }
  return meant;
}

function isAlike(one: Option, other: Option): boolean {
  return one.takes === other.takes && one.value === other.value && one.harmless === other.harmless;
}
