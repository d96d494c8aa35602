import type { ShellReading } from "./read-shell.ts";
import { isSecretName } from "./secret-names.ts";
import type { ShellWord } from "./shell-word.ts";
import type { Feed, SimpleCommand } from "./simple-command.ts";

interface SetNames {
  readonly given: ReadonlySet<string>;
  /** Those that are given something secret. */
  readonly handed: Set<string>;
}

/** What is in variables of that kind, and which commands of a line would print it. */
export class PrintedSecrets {
  readonly #line: string;
  readonly #reading: Pick<ShellReading, "values" | "commands">;
  #names: SetNames | undefined;
  /** Of the line, and of texts that several commands read. */
  readonly #known = new Map<string | Feed, boolean>();

  constructor(line: string, reading: Pick<ShellReading, "values" | "commands">) {
    this.#line = line;
    this.#reading = reading;
  }

  /** `test` and `[` tell no more than one thing about it. */
  arePrintedBy({ words, feed }: SimpleCommand): boolean {
    if (!this.#line.includes("$")) return false;
    const name = words[0]?.value ?? "";
    if (name === "test" || name === "[") return false;
    // From there on the shell prints whatever it expands.
    if (name === "set" && words.some(({ value }) => /^-\w*[xv]|^(?:xtrace|verbose)$/.test(value ?? "")))
      return this.#once(this.#line, () => this.#expands(this.#line));
    return (
      words.some(({ value, text }) => value === undefined && this.#expands(text)) ||
      (feed?.expanded !== undefined &&
        this.#once(feed, () => feed.expanded?.some((text) => this.#expands(text)) === true))
    );
  }

  #once(what: string | Feed, find: () => boolean): boolean {
    const known = this.#known.get(what) ?? find();
    this.#known.set(what, known);
    return known;
  }

  #expands(text: string): boolean {
    if (!text.includes("$")) return false;
    for (const [, plain, braced, rest = ""] of text.matchAll(expansion)) {
      // `${TOKEN:+set}` tells that it is set.
      if (!/^:?\+[^$`]*$/.test(rest) && this.#isSecret(plain ?? braced ?? "")) return true;
    }
    return false;
  }

  /** A name in small letters that the line itself sets is its own; others are mostly of the environment, whatever may be set. */
  #isSecret(name: string): boolean {
    const { given, handed } = this.#namesOfLine();
    if (handed.has(name)) return true;
    return isSecretName(name) && !(given.has(name) && /[a-z]/.test(name));
  }

  #namesOfLine(): SetNames {
    if (this.#names !== undefined) return this.#names;
    const { values, commands } = this.#reading;
    const given = new Set([...values.map(({ name }) => name), ...commands.flatMap(({ words }) => readNames(words))]);
    this.#names = { given, handed: new Set() };
    for (const { name, word } of values)
      if (word.value === undefined && this.#expands(word.text)) this.#names.handed.add(name);
    return this.#names;
  }
}

/** `$x`, `${x…}`; `${#x}` is a number. */
const expansion = /\$(?:([A-Za-z_]\w*)|\{!?([A-Za-z_]\w*)([^{}]*))/g;

function readNames(words: readonly ShellWord[]): readonly string[] {
  if (!/^(?:read|mapfile|readarray|getopts)$/.test(words[0]?.value ?? "")) return none;
  return words.slice(1).flatMap(({ value }) => (value === undefined || value.startsWith("-") ? [] : [value]));
}

const none: readonly never[] = [];
