import { LineNumbers } from "./line-numbers.ts";

/** A value of a JSON text and where it stands: reading goes on after an error, and an edit can keep the rest as it is. */
export type JsonNode =
  | { readonly kind: "object"; readonly start: number; end: number; readonly members: JsonMember[] }
  | { readonly kind: "array"; readonly start: number; end: number; readonly items: JsonNode[] }
  | { readonly kind: "scalar"; readonly start: number; readonly end: number; readonly value: JsonScalar };

type JsonScalar = string | number | boolean | null;

export interface JsonMember {
  readonly key: string;
  readonly keyStart: number;
  readonly value: JsonNode;
}

interface JsonError {
  readonly line: number;
  readonly message: string;
  /** The meaning is not in doubt: a comment or a comma too many. */
  readonly harmless: boolean;
}

interface JsonReading {
  readonly root: JsonNode | undefined;
  readonly errors: readonly JsonError[];
}

/** Never throws. Of a damaged text comes as much as can be read; `errors` says where the rest was lost. */
export function readJsonTree(text: string): JsonReading {
  return new TreeReader(text).read();
}

const maxDepth = 200;
const space = /\s/;
const key = /"[^"\n]*"\s*:/y;
const number = /-?\d+(\.\d+)?([eE][+-]?\d+)?/y;

class TreeReader {
  readonly #text: string;
  readonly #errors: JsonError[] = [];
  readonly #lines: LineNumbers;
  #at = 0;

  constructor(text: string) {
    // A byte order mark is no error: editors of Windows write one.
    this.#text = text;
    this.#lines = new LineNumbers(text);
    if (text.charCodeAt(0) === 0xfeff) this.#at = 1;
  }

  read(): JsonReading {
    this.#skip();
    const root = this.#value(0);
    this.#skip();
    if (root !== undefined && this.#at < this.#text.length) this.#error("something follows the end of the settings");
    if (root === undefined && this.#errors.length === 0) this.#error("there is no value");
    return { root, errors: this.#errors };
  }

  #value(depth: number): JsonNode | undefined {
    const start = this.#at;
    const char = this.#text[start];
    if (depth > maxDepth) this.#error("it is nested too deeply");
    else if (char === "{") return this.#object(depth);
    else if (char === "[") return this.#array(depth);
    else if (char === '"') {
      const value = this.#string();
      return value === undefined ? undefined : { kind: "scalar", start, end: this.#at, value };
    } else return this.#word(start);
    this.#at = this.#text.length;
    return undefined;
  }

  #object(depth: number): JsonNode {
    const node = { kind: "object" as const, start: this.#at++, end: 0, members: [] as JsonMember[] };
    this.#list("}", () => {
      const keyStart = this.#at;
      const key = this.#text[keyStart] === '"' ? this.#string() : undefined;
      if (key === undefined) return this.#lost("a key in double quotes is expected");
      this.#skip();
      if (this.#text[this.#at] !== ":") return this.#lost(`":" is expected after "${key}"`);
      this.#at++;
      this.#skip();
      const value = this.#value(depth + 1);
      if (value !== undefined) node.members.push({ key, keyStart, value });
    });
    node.end = this.#at;
    return node;
  }

  #array(depth: number): JsonNode {
    const node = { kind: "array" as const, start: this.#at++, end: 0, items: [] as JsonNode[] };
    this.#list("]", () => {
      const item = this.#value(depth + 1);
      if (item !== undefined) node.items.push(item);
    });
    node.end = this.#at;
    return node;
  }

  /** Entries up to the closing bracket, with whatever commas there are. */
  #list(close: "}" | "]", entry: () => void): void {
    for (let isFirst = true; ; isFirst = false) {
      this.#comma(isFirst, close);
      const char = this.#text[this.#at];
      if (char === undefined) return this.#error(`it ends before "${close}"`);
      if (char === close) {
        this.#at++;
        return;
      }
      // The next key, where an item is expected: the list was never closed.
      key.lastIndex = this.#at;
      if (close === "]" ? char === "}" || key.test(this.#text) : char === "]")
        return this.#error(`"${close}" is expected`);
      const before = this.#at;
      entry();
      if (this.#at === before) this.#at++;
    }
  }

  #comma(isFirst: boolean, close: string): void {
    this.#skip();
    const char = this.#text[this.#at];
    if (char === ",") {
      this.#at++;
      this.#skip();
      if (isFirst || this.#text[this.#at] === close) this.#error("there is a comma too many", true);
    } else if (!isFirst && char !== undefined && char !== close) this.#error('"," is expected');
  }

  /** A word that is a value, or one that is none and is stepped over. */
  #word(start: number): JsonNode | undefined {
    for (const [word, value] of words)
      if (this.#text.startsWith(word, start)) {
        this.#at += word.length;
        return { kind: "scalar", start, end: this.#at, value };
      }
    number.lastIndex = start;
    const found = number.exec(this.#text)?.[0];
    if (found === undefined) {
      this.#lost("a value is expected");
      return undefined;
    }
    this.#at += found.length;
    return { kind: "scalar", start, end: this.#at, value: Number(found) };
  }

  #string(): string | undefined {
    const start = this.#at;
    for (let at = start + 1; at < this.#text.length; at++) {
      const char = this.#text[at];
      if (char === "\\") at++;
      else if (char === "\n") break;
      else if (char === '"') {
        this.#at = at + 1;
        try {
          return JSON.parse(this.#text.slice(start, this.#at)) as string;
        } catch {
          this.#error("a string holds something that is not allowed in one");
          return undefined;
        }
      }
    }
    this.#error("a string is not closed on its line");
    this.#toLineEnd();
    return undefined;
  }

  #toLineEnd(): void {
    const end = this.#text.indexOf("\n", this.#at);
    this.#at = end === -1 ? this.#text.length : end;
  }

  /** Tells what is wrong and goes on behind it, at the next place where an entry may end. */
  #lost(message: string): void {
    this.#error(message);
    while (this.#at < this.#text.length && !/[,\]}\n"[{]/.test(this.#text[this.#at] as string)) this.#at++;
  }

  #skip(): void {
    for (;;) {
      while (this.#at < this.#text.length && space.test(this.#text[this.#at] as string)) this.#at++;
      if (this.#text.startsWith("//", this.#at)) {
        this.#error("there is a comment", true);
        this.#toLineEnd();
      } else if (this.#text.startsWith("/*", this.#at)) {
        this.#error("there is a comment", true);
        const end = this.#text.indexOf("*/", this.#at + 2);
        this.#at = end === -1 ? this.#text.length : end + 2;
      } else return;
    }
  }

  #error(message: string, harmless = false): void {
    this.#errors.push({ line: this.#lines.at(this.#at), message, harmless });
  }
}

const words: readonly [string, JsonScalar][] = [
  ["true", true],
  ["false", false],
  ["null", null],
];
