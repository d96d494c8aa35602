interface SyntaxPosition {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** Holds nothing of the text. */
  readonly message: string;
}

/** Where a text stops being JSON. To be asked only of one that `JSON.parse` refused. */
export function syntaxError(text: string): SyntaxPosition {
  const scanner = new Scanner(text);
  let message = "something after the end";
  try {
    scanner.value(0);
  } catch (error) {
    message = error instanceof Expected ? error.message : "something that is not JSON";
  }
  const before = text.slice(0, scanner.at).split("\n");
  const what = scanner.at >= text.length ? "the end of the file" : message;
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message: what };
}

class Expected extends Error {}

const space = /[ \t\r\n]*/y;
const scalar = /true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const plain = /[^"\\\p{Cc}]*/uy;
const escaped = /\\(["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const maxDepth = 500;

class Scanner {
  readonly #text: string;
  at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#take(space);
  }

  value(depth: number): void {
    if (depth > maxDepth) throw new Expected("too many levels");
    const first = this.#text[this.at];
    if (first === "{") this.#entries("}", () => this.#member(depth));
    else if (first === "[") this.#entries("]", () => this.value(depth + 1));
    else if (first === '"') this.#string();
    else if (!this.#take(scalar)) throw new Expected("something that is no value");
    this.#take(space);
  }

  #entries(close: string, entry: () => void): void {
    this.at++;
    this.#take(space);
    if (this.#is(close)) return;
    for (;;) {
      entry();
      if (this.#is(close)) return;
      if (!this.#is(",")) throw new Expected(`something where "," or "${close}" belongs`);
      this.#take(space);
    }
  }

  #member(depth: number): void {
    if (this.#text[this.at] !== '"') throw new Expected("something where a key in double quotes belongs");
    this.#string();
    this.#take(space);
    if (!this.#is(":")) throw new Expected('something where ":" belongs');
    this.#take(space);
    this.value(depth + 1);
  }

  #string(): void {
    this.at++;
    do this.#take(plain);
    while (this.#take(escaped));
    if (!this.#is('"')) throw new Expected("a text with a character that must be escaped, or that is not closed");
  }

  #is(char: string): boolean {
    if (this.#text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.at += found.length;
    return found !== "";
  }
}
