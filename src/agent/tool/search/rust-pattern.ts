/**
 * An expression in the dialect of ripgrep, for JavaScript with the flags `m` and `v`. Without `multiline` no class takes
 * a LF. Throws for what ripgrep does not take either: look-around and backreferences.
 */
export function rustToJavaScript(pattern: string, options: PatternOptions): string {
  return new Translation(pattern, options).run();
}

interface PatternOptions {
  /** Are `\w`, `\d` and `\b` those of Unicode? Dearer, and the same for an ASCII text. */
  readonly unicode: boolean;
  readonly multiline: boolean;
}

const word = String.raw`\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}`;

class Translation {
  readonly #pattern: string;
  readonly #options: PatternOptions;
  #at = 0;
  /** For each open group, how many groups were opened in it for its flags, and with which. */
  readonly #flags: string[][] = [[]];

  constructor(pattern: string, options: PatternOptions) {
    this.#pattern = pattern;
    this.#options = options;
  }

  run(): string {
    let out = "";
    while (this.#at < this.#pattern.length) out += this.#piece();
    return out + ")".repeat(this.#open.length);
  }

  get #open(): string[] {
    return this.#flags.at(-1) ?? [];
  }

  #piece(): string {
    const character = this.#take();
    switch (character) {
      case "\\":
        return this.#escape(false);
      case "[":
        return this.#withoutLf(this.#class());
      case "(":
        return this.#group();
      case ")":
        return `${")".repeat((this.#flags.length > 1 ? (this.#flags.pop() ?? []) : []).length)})`;
      case "|":
        return `${")".repeat(this.#open.length)}|${this.#open.map((flags) => `(?${flags}:`).join("")}`;
      case "]":
      case "}":
        return `\\${character}`;
      case "{":
        return this.#repetition();
      case "\n":
        return this.#lineFeed(character);
      default:
        return character;
    }
  }

  /** The next whole character. */
  #take(): string {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character;
  }

  #takeIf(expected: RegExp): RegExpExecArray | undefined {
    const sticky = new RegExp(expected.source, "yu");
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#pattern) ?? undefined;
    if (found !== undefined) this.#at = sticky.lastIndex;
    return found;
  }

  #repetition(): string {
    const found = this.#takeIf(/\s*(\d*)\s*(,?)\s*(\d*)\s*\}/);
    if (found === undefined || (found[1] === "" && found[3] === ""))
      throw new Error("repetition quantifier expects a valid decimal");
    return `{${found[1] || "0"}${found[2]}${found[3]}}`;
  }

  #group(): string {
    if (this.#takeIf(/\?<?[=!]/) !== undefined) {
      throw new Error("look-around, including look-ahead and look-behind, is not supported");
    }
    const named = this.#takeIf(/\?P?<([^>]*)>/);
    const flags = named === undefined ? this.#takeIf(/\?([a-zA-Z-]*)([:)])/) : undefined;
    if (flags?.[2] === ")") {
      const modifiers = supported(flags[1] ?? "");
      this.#open.push(modifiers);
      return `(?${modifiers}:`;
    }
    this.#flags.push([]);
    if (named !== undefined) return `(?<${named[1]}>`;
    return flags === undefined ? "(" : `(?${supported(flags[1] ?? "")}:`;
  }

  /** What comes after a backslash. */
  #escape(inClass: boolean): string {
    if (this.#at >= this.#pattern.length)
      throw new Error("incomplete escape sequence, reached end of pattern prematurely");
    const character = this.#take();
    if (/[0-9]/.test(character)) throw new Error("backreferences are not supported");
    const perl = this.#perlClass(character);
    if (perl !== undefined) return inClass ? perl : this.#withoutLf(`[${perl}]`);
    if (!inClass && /[bB<>Az]/.test(character)) return this.#assertion(character);
    if (/[pP]/.test(character))
      return inClass ? this.#property(character) : this.#withoutLf(`[${this.#property(character)}]`);
    if (/[xuU]/.test(character)) return this.#codePoint(character);
    if (character === "a") return "\\x07";
    if (character === "n") return this.#lineFeed("\\n");
    if (/[rtfv]/.test(character)) return `\\${character}`;
    if (/[\p{L}]/u.test(character)) throw new Error(`unrecognized escape sequence '\\${character}'`);
    return literal(character);
  }

  #lineFeed(source: string): string {
    if (this.#options.multiline) return source;
    throw new Error('the literal "\\n" is not allowed in a regex without multiline');
  }

  /** Members of a class. */
  #perlClass(character: string): string | undefined {
    const { unicode } = this.#options;
    switch (character) {
      case "d":
        return unicode ? "\\p{Nd}" : "\\d";
      case "D":
        return unicode ? "\\P{Nd}" : "\\D";
      case "w":
        return unicode ? word : "\\w";
      case "W":
        return unicode ? `[^${word}]` : "\\W";
      case "s":
      case "S":
        return `\\${character}`;
      default:
        return undefined;
    }
  }

  #assertion(character: string): string {
    const inWord = this.#options.unicode ? `[${word}]` : "\\w";
    switch (character) {
      case "A":
        return "^";
      case "z":
        return "$";
      case "<":
        return `(?<!${inWord})(?=${inWord})`;
      case ">":
        return `(?<=${inWord})(?!${inWord})`;
    }
    if (!this.#options.unicode) return `\\${character}`;
    return character === "b"
      ? `(?:(?<!${inWord})(?=${inWord})|(?<=${inWord})(?!${inWord}))`
      : `(?:(?<!${inWord})(?!${inWord})|(?<=${inWord})(?=${inWord}))`;
  }

  /** `\pL`, `\p{Greek}`, `\p{Script=Greek}`. */
  #property(character: string): string {
    const name = this.#takeIf(/\{\^?([^}]+)\}/)?.[1] ?? this.#take();
    try {
      new RegExp(`\\p{${name}}`, "v");
      return `\\${character}{${name}}`;
    } catch {
      return `\\${character}{Script=${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}}`;
    }
  }

  #codePoint(character: string): string {
    const digits = { x: 2, u: 4, U: 8 }[character] ?? 2;
    const found = this.#takeIf(/\{([0-9a-fA-F]+)\}/) ?? this.#takeIf(new RegExp(`([0-9a-fA-F]{${digits}})`));
    if (found === undefined) throw new Error("invalid hexadecimal escape");
    const source = `\\u{${found[1]}}`;
    return Number.parseInt(found[1] ?? "", 16) === 10 ? this.#lineFeed(source) : source;
  }

  /** From behind its bracket. Operands of set operations become classes of their own, as JavaScript wants them. */
  #class(): string {
    const negation = this.#takeIf(/\^/) === undefined ? "" : "^";
    const operands: string[] = [];
    let members = this.#takeIf(/\]/) === undefined ? "" : "\\]";
    for (;;) {
      if (this.#at >= this.#pattern.length) throw new Error("unclosed character class");
      const operator = this.#takeIf(/&&|--(?!\])/)?.[0];
      if (operator !== undefined) {
        operands.push(`[${members}]`, operator);
        members = "";
        continue;
      }
      const character = this.#take();
      if (character === "]") break;
      members += this.#member(character, members === "");
    }
    if (operands.length === 0) return `[${negation}${members}]`;
    return `[${negation}${operands.join("")}[${members}]]`;
  }

  #member(character: string, isFirst: boolean): string {
    if (character === "\\") return this.#escape(true);
    if (character === "-") return isFirst || this.#pattern[this.#at] === "]" ? "\\-" : "-";
    if (character !== "[") return literal(character);
    const posix = this.#takeIf(/:(\^?)([a-z]+):\]/);
    if (posix === undefined) return this.#class();
    const found = posixClasses[posix[2] ?? ""];
    if (found === undefined) throw new Error("unrecognized POSIX character class");
    return `[${posix[1]}${found}]`;
  }

  #withoutLf(source: string): string {
    return this.#options.multiline ? source : `[${source}--[\\n]]`;
  }
}

const posixClasses: { readonly [name: string]: string } = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  ascii: "\\x00-\\x7f",
  blank: "\\t ",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "\\x21-\\x7e",
  lower: "a-z",
  print: "\\x20-\\x7e",
  punct: "\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e",
  space: "\\t\\n\\v\\f\\r ",
  upper: "A-Z",
  word: "\\w",
  xdigit: "0-9A-Fa-f",
};

/** Every sign is written as a number: which of them mean something differs inside and outside of classes. */
function literal(character: string): string {
  return /[\p{L}\p{N}_ ]/u.test(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

/** JavaScript has these flags for a part of an expression; `u` is always on. */
function supported(flags: string): string {
  const [on = "", off = ""] = flags.replaceAll("u", "").split("-");
  if (/[^ims]/.test(on + off)) throw new Error(`the flags '${flags}' are not supported`);
  return off === "" ? on : `${on}-${off}`;
}
