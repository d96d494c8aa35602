import * as characters from "./characters.ts";
import type { Source } from "./source.ts";

/** A word as the guard has read it. */
export interface GuardWord {
  readonly start: number;
  /** What it becomes, where that is plain; undefined with an expansion in it. */
  readonly value: string | undefined;
  /** As it is written. */
  readonly text: string;
}

/** Reads words: quotes, expansions, patterns. Everything in them is marked, or the line is refused. */
export class WordReader {
  readonly #source: Source;
  readonly #readList: () => void;

  /** `readList` reads the commands of a substitution up to its parenthesis. */
  constructor(source: Source, readList: () => void) {
    this.#source = source;
    this.#readList = readList;
  }

  /** Up to the next delimiter, `start` may be followed by none: an empty value. */
  read(kind: "word" | "value" = "word"): GuardWord {
    const source = this.#source;
    const start = source.at;
    const literal = new LiteralRun(source);
    while (!source.ended && !characters.delimiters.has(source.char)) this.#part(start, literal);
    if (source.char === "<" || source.char === ">") this.#redirectionBehind(start);
    const text = source.text.slice(start, source.at);
    if (text === "" && kind === "word") source.unexpected();
    source.require("zsh-equals", !text.startsWith("=") || (kind === "word" && /^(?:==?|=~)$/.test(text)));
    const value = literal.close(start);
    return { start, value, text };
  }

  /** `a>b` is a word and a redirection, unless the word may be its descriptor; `<(` is part of a word. */
  #redirectionBehind(start: number): void {
    const source = this.#source;
    if (source.next !== "(") {
      source.require("descriptor-variable", /[^\d}]/.test(source.text.charAt(source.at - 1)));
      return;
    }
    source.require("process-inside-word", source.at === start);
    const from = source.at;
    source.at += 2;
    this.#substitution("ProcessSubstitution", from, false);
    source.require("process-inside-word", source.ended || /[ \t\n;&|)]/.test(source.char));
  }

  #part(start: number, literal: LiteralRun): void {
    const source = this.#source;
    const { char, at } = source;
    switch (char) {
      case "'":
        literal.break();
        this.#singleQuoted();
        return;
      case '"':
        literal.break();
        return this.#doubleQuoted();
      case "$":
        return this.#dollar(literal, false);
      case "\\":
        source.require("character", /[\x20-\x7e]/.test(source.next));
        literal.add(source.next, 2);
        return;
      case "`":
        return source.refuse("backtick");
      case "*":
      case "?":
        literal.break();
        source.at += source.text.startsWith("**", at) ? 2 : 1;
        return source.mark("Glob", at, source.at);
      case "[":
      case "]":
        return this.#bracket(start, literal);
      case "{":
        return this.#brace(literal);
      default:
        return this.#bareCharacter(start, literal);
    }
  }

  #bareCharacter(start: number, literal: LiteralRun): void {
    const source = this.#source;
    const plain = source.lookText(characters.bareRun) ?? source.lookText(characters.letter);
    if (plain !== undefined) return literal.add(plain, plain.length);
    const { at, char } = source;
    if (char === "#") source.require("hash", literal.isOpen && /[\w./:=-]/.test(source.text.charAt(at - 1)));
    else if (char === "!")
      source.require("history", at === start && /^=?(?:[ \t\n]|$)/.test(source.text.slice(at + 1, at + 3)));
    else if (char === "^") source.require("caret", at > start && /^[ \t\n\d^~.:]?$/.test(source.next));
    else source.refuse("character");
    literal.add(char, 1);
  }

  /** `[`, `]` and `]]` are words of their own; others are patterns. */
  #bracket(start: number, literal: LiteralRun): void {
    const source = this.#source;
    const from = source.at;
    const alone = from === start && source.look(/(?:\[|\]\]?)(?=[ \t\n;&|)]|$)/y);
    if (alone) return literal.add(alone[0], alone[0].length);
    if (source.take(characters.bracket) === undefined) source.refuse("bracket");
    literal.breakAt(from);
    source.mark("Glob", from, source.at);
  }

  #brace(literal: LiteralRun): void {
    const source = this.#source;
    const from = source.at;
    const plain = source.look(characters.plainBrace);
    if (plain) return literal.add(plain[0], plain[0].length);
    if (source.take(characters.expandedBrace) === undefined) source.refuse("brace");
    literal.breakAt(from);
    source.mark("BraceExpansion", from, source.at);
  }

  #singleQuoted(): void {
    const source = this.#source;
    const from = source.at;
    const text = source.take(/'([^']*)/y)?.[1];
    source.expect("'");
    this.#afterQuotes(from);
    source.mark("SingleQuoted", from, source.at, text);
  }

  #doubleQuoted(): void {
    const source = this.#source;
    const from = source.at;
    source.at += 1;
    const literal = new LiteralRun(source);
    while (source.char !== '"') {
      if (source.ended) source.unexpected();
      if (source.char === "$") this.#dollar(literal, true);
      else if (source.char === "\\") this.#escapeInQuotes(literal);
      else {
        source.require("backtick", source.char !== "`");
        const plain = source.lookText(characters.quotedRun) ?? source.char;
        literal.add(plain, plain.length);
      }
    }
    literal.break();
    source.at += 1;
    this.#afterQuotes(from);
    source.mark("DoubleQuoted", from, source.at);
  }

  /** A backslash stays, except in front of what it escapes. */
  #escapeInQuotes(literal: LiteralRun): void {
    const source = this.#source;
    source.require("escaped-newline", source.next !== "\n");
    literal.add(/[$`"\\]/.test(source.next) ? source.next : source.char + source.next, 2);
  }

  #dollar(literal: LiteralRun, inQuotes: boolean): void {
    const source = this.#source;
    const from = source.at;
    const opening = source.text.slice(from, from + 3);
    if (opening === "$((") {
      literal.break();
      return this.#arithmetic();
    }
    if (source.next === "(") {
      literal.break();
      source.at += 2;
      return this.#substitution("CommandExpansion", from, inQuotes);
    }
    if (source.next === "{") {
      literal.break();
      return this.#parameter();
    }
    if (!inQuotes && source.next === "'") {
      literal.break();
      return this.#ansiQuoted();
    }
    const found = source.look(characters.simpleExpansion);
    if (found === undefined) {
      const isLast = from + 1 === source.text.length || characters.delimiters.has(source.next);
      source.require("dollar", inQuotes ? source.look(characters.dollarInQuotes) !== undefined : isLast);
      return literal.add("$", 1);
    }
    literal.break();
    source.at += found[0].length;
    source.mark("SimpleExpansion", from, source.at);
    source.require("expansion-subscript", source.char !== "[");
  }

  #parameter(): void {
    const source = this.#source;
    const from = source.at;
    if (source.take(characters.parameter) === undefined) source.refuse("parameter");
    source.mark("ParameterExpansion", from, source.at);
  }

  /** Parentheses are balanced, and the last two are the end. */
  #arithmetic(): void {
    const source = this.#source;
    const from = source.at;
    source.at += 3;
    for (let open = 0; open > 0 || source.char !== ")"; ) {
      source.count(1);
      if (source.skip(characters.arithmetic)) continue;
      if (source.char === "(") open += 1;
      else if (source.char === ")") open -= 1;
      else source.refuse("arithmetic");
      source.at += 1;
    }
    source.expect("))");
    source.mark("ArithmeticExpansion", from, source.at);
  }

  #ansiQuoted(): void {
    const source = this.#source;
    const from = source.at;
    if (source.take(characters.ansiQuoted) === undefined) source.refuse("ansi-escape");
    this.#afterQuotes(from);
    source.mark("AnsiCQuoted", from, source.at);
  }

  /** Shells differ in which end of a line the text of a here-document follows. */
  #afterQuotes(from: number): void {
    const { pending, text, at } = this.#source;
    if (pending.length > 0) this.#source.require("here-pending", !text.slice(from, at).includes("\n"));
  }

  /** Behind its opening parenthesis. */
  #substitution(kind: "CommandExpansion" | "ProcessSubstitution", from: number, inQuotes: boolean): void {
    const source = this.#source;
    source.require("here-pending", source.pending.length === 0);
    source.enclosing.push(inQuotes ? "quoted" : "bare");
    source.nested(this.#readList);
    source.enclosing.pop();
    source.require("here-pending", source.pending.length === 0);
    source.expect(")");
    source.mark(kind, from, source.at);
  }
}

/** The literal text between two expansions, or all of a word. */
class LiteralRun {
  readonly #source: Source;
  #value = "";
  #from = 0;
  #isWhole = true;

  constructor(source: Source) {
    this.#source = source;
  }

  /** The character in front of this one is literal. */
  get isOpen(): boolean {
    return this.#value !== "";
  }

  add(value: string, length: number): void {
    if (this.#value === "") this.#from = this.#source.at;
    this.#value += value;
    this.#source.at += length;
  }

  /** What follows is no literal. */
  break(): void {
    this.breakAt(this.#source.at);
  }

  breakAt(end: number): void {
    if (this.#value !== "") this.#source.mark("Literal", this.#from, end, this.#value);
    this.#value = "";
    this.#isWhole = false;
  }

  /** Marks the word that ends here, and gives its value if all of it is literal. */
  close(start: number): string | undefined {
    const { at } = this.#source;
    const value = this.#isWhole ? this.#value : undefined;
    if (value === undefined) this.break();
    this.#source.mark("Word", start, at, value);
    return value;
  }
}
