import * as characters from "./characters.ts";
import { readRedirection } from "./redirection-reader.ts";
import type { Source } from "./source.ts";
import { endLine, expectKeyword, skipBlanks, skipLines, takeKeyword } from "./spaces.ts";
import { readTest } from "./test-reader.ts";
import { type GuardWord, WordReader } from "./word-reader.ts";

/** Reads lists, pipelines and commands of a restricted shell grammar, and marks all of them. */
export class CommandReader {
  readonly #source: Source;
  readonly #words: WordReader;

  constructor(source: Source) {
    this.#source = source;
    this.#words = new WordReader(source, () => this.#statements());
  }

  readScript(): void {
    const source = this.#source;
    skipLines(source);
    if (!source.ended) this.#statements();
    if (!source.ended) source.unexpected();
    source.requireLength();
    source.require("here-pending", source.pending.length === 0);
  }

  /** Statements up to what none can begin with: a reserved word, `)`, `;;` or the end. Gives where the last one ends. */
  #statements(): { start: number; end: number } {
    const source = this.#source;
    skipLines(source);
    const start = source.at;
    let end = start;
    while (!this.#isListEnd()) {
      const before = source.at;
      this.#andOr(before);
      const statement = this.#endOfStatement(before);
      end = statement.end;
      if (source.char === "\n" || source.char === "#") endLine(source);
      else if (!statement.isBackground) {
        if (source.char !== ";" || source.next === ";") break;
        source.at += 1;
      }
      skipLines(source);
    }
    if (end === start) source.unexpected();
    return { start, end };
  }

  /** A list, and where its last statement ends. */
  #list(): number {
    const source = this.#source;
    let listEnd = source.at;
    source.nested(() => {
      const { start, end } = this.#statements();
      source.mark("CompoundList", start, end);
      listEnd = end;
    });
    return listEnd;
  }

  #isListEnd(): boolean {
    const source = this.#source;
    if (source.ended || source.char === ")" || source.text.startsWith(";;", source.at)) return true;
    const word = source.lookText(characters.reserved);
    return word !== undefined && closing.has(word);
  }

  /** Marks the statement and gives its end: behind `&`, before `;`. */
  #endOfStatement(start: number): { end: number; isBackground: boolean } {
    const source = this.#source;
    let end = source.at;
    skipBlanks(source);
    const isBackground = source.char === "&";
    if (isBackground) {
      source.at += 1;
      end = source.at;
    }
    source.mark("Statement", start, end, isBackground ? "&" : "");
    return { end, isBackground };
  }

  /** Leaves the source at the end of the last pipeline. */
  #andOr(start: number): void {
    const source = this.#source;
    const operators: string[] = [];
    this.#pipeline();
    for (;;) {
      const end = source.at;
      skipBlanks(source);
      const operator = source.takeText(andOr);
      if (operator === undefined) {
        source.at = end;
        if (operators.length > 0) source.mark("AndOr", start, end, operators.join(" "));
        return;
      }
      operators.push(operator);
      skipLines(source);
      this.#pipeline();
    }
  }

  #pipeline(): void {
    const source = this.#source;
    const start = source.at;
    const operators: string[] = [];
    const hasPrefix = this.#pipelinePrefix();
    this.#command();
    for (;;) {
      const end = source.at;
      skipBlanks(source);
      const operator = source.takeText(pipe);
      if (operator === undefined) {
        source.at = end;
        if (operators.length > 0 || hasPrefix) source.mark("Pipeline", start, end, operators.join(" "));
        return;
      }
      operators.push(operator);
      skipLines(source);
      this.#command();
    }
  }

  #pipelinePrefix(): boolean {
    const source = this.#source;
    const start = source.at;
    for (const [pattern, kind] of prefixes) {
      const at = source.at;
      if (!source.skip(pattern)) continue;
      source.mark(kind, at, source.at);
      skipBlanks(source);
      if (kind === "Time") source.require("time-option", source.char !== "-");
    }
    return source.at > start;
  }

  #command(): void {
    const source = this.#source;
    const start = source.at;
    const word = source.lookText(characters.reserved);
    if (source.char === "(") {
      source.require("double-parenthesis", source.next !== "(");
      source.at += 1;
      this.#list();
      source.expect(")");
      source.mark("Subshell", start, source.at);
    } else if (word !== undefined) {
      source.at += word.length;
      const { kind, detail } = this.#compound(word, start);
      source.mark(kind, start, source.at, detail);
    } else return this.#simpleCommand();
    this.#redirections(start);
  }

  /** Behind its first word. */
  #compound(word: string, start: number): { kind: string; detail?: string } {
    const source = this.#source;
    switch (word) {
      case "{":
        this.#list();
        source.expect("}");
        return { kind: "BraceGroup" };
      case "if":
        this.#if();
        return { kind: "If" };
      case "while":
      case "until":
        this.#list();
        this.#doList();
        return { kind: "While", detail: word };
      case "for":
        this.#for();
        return { kind: "For" };
      case "case":
        source.require("case-inside", source.enclosing.length === 0);
        this.#case();
        return { kind: "Case" };
      case "[[":
        readTest(source, this.#words);
        return { kind: "TestCommand" };
      default:
        source.at = start;
        return source.unexpected();
    }
  }

  #if(): void {
    const source = this.#source;
    this.#list();
    expectKeyword(source, "then");
    this.#list();
    for (let at = source.at; takeKeyword(source, "elif"); at = source.at) {
      this.#list();
      expectKeyword(source, "then");
      const end = this.#list();
      source.mark("Elif", at, end);
    }
    if (takeKeyword(source, "else")) this.#list();
    expectKeyword(source, "fi");
  }

  #for(): void {
    const source = this.#source;
    skipBlanks(source);
    const name = this.#words.read();
    if (!/^[A-Za-z_]\w*$/.test(name.text)) source.unexpected();
    skipBlanks(source);
    expectKeyword(source, "in");
    skipBlanks(source);
    while (!/[;\n]/.test(source.char)) {
      this.#words.read();
      skipBlanks(source);
    }
    if (source.char === ";") source.at += 1;
    skipLines(source);
    this.#doList();
  }

  #doList(): void {
    const source = this.#source;
    expectKeyword(source, "do");
    this.#list();
    expectKeyword(source, "done");
  }

  #case(): void {
    const source = this.#source;
    skipBlanks(source);
    this.#words.read();
    skipBlanks(source);
    expectKeyword(source, "in");
    skipLines(source);
    while (!takeKeyword(source, "esac")) {
      this.#caseItem();
      skipLines(source);
    }
  }

  #caseItem(): void {
    const source = this.#source;
    const start = source.at;
    if (source.char === "(") source.at += 1;
    for (let isFirst = true; isFirst || source.char === "|"; isFirst = false) {
      if (!isFirst) source.at += 1;
      skipBlanks(source);
      this.#words.read();
      skipBlanks(source);
    }
    source.expect(")");
    const listEnd = this.#list();
    const terminator = source.take(/;;/y);
    if (terminator === undefined && source.look(characters.reserved)?.[0] !== "esac") source.unexpected();
    source.mark("CaseItem", start, terminator ? source.at : listEnd, terminator?.[0]);
  }

  #simpleCommand(): void {
    const source = this.#source;
    const start = source.at;
    let name: GuardWord | undefined;
    let last: GuardWord | undefined;
    let redirectsBoth = false;
    let end = start;
    while (!this.#isCommandEnd()) {
      const assigns = name === undefined || characters.declarations.has(name.text);
      if (name === undefined) source.require("assigned-subscript", !source.sees(characters.assignedSubscript));
      const redirection = readRedirection(source, this.#words);
      if (redirection === undefined) {
        source.require("dash-both", !redirectsBoth);
        if (!assigns || !this.#assignment()) {
          last = this.#words.read();
          name ??= last;
        }
      } else {
        source.require("zsh-descriptor", !characters.bracedName.test(last?.text ?? ""));
        redirectsBoth ||= redirection.startsWith("&>");
      }
      end = source.at;
      skipBlanks(source);
    }
    source.at = end;
    if (end === start) source.unexpected();
    source.require("zsh-word", !characters.zshWords.has(name?.value ?? ""));
    source.mark("Command", start, end);
  }

  #isCommandEnd(): boolean {
    const source = this.#source;
    if (source.char === "&") return source.next !== ">";
    return source.ended || commandEnds.has(source.char);
  }

  #assignment(): boolean {
    const source = this.#source;
    const start = source.at;
    const found = source.sees(characters.assignment) ? source.take(characters.assignment) : undefined;
    if (found === undefined) return false;
    if (source.char === "(") this.#array();
    else this.#words.read("value");
    source.mark("Assignment", start, source.at, `${found[1]}${found[2]}`);
    return true;
  }

  #array(): void {
    const source = this.#source;
    const start = source.at;
    source.at += 1;
    skipLines(source);
    while (source.char !== ")") {
      source.require("array-subscript", source.char !== "[");
      this.#words.read();
      skipLines(source);
    }
    source.at += 1;
    source.mark("ArrayValue", start, source.at);
    if (!source.ended && !/[ \t\n;&|)]/.test(source.char)) source.unexpected();
  }

  /** Behind a compound command. */
  #redirections(start: number): void {
    const source = this.#source;
    let end = source.at;
    const before = end;
    for (skipBlanks(source); readRedirection(source, this.#words) !== undefined; skipBlanks(source)) end = source.at;
    source.at = end;
    if (end > before) source.mark("Redirected", start, end);
  }
}

const closing: ReadonlySet<string> = new Set(["then", "elif", "else", "fi", "do", "done", "esac", "}"]);
const andOr = /&&|\|\|/y;
const pipe = /\|&?(?!\|)/y;
const commandEnds: ReadonlySet<string> = new Set("\n;|)#");

const prefixes = [
  [/!(?=[ \t])/y, "Negation"],
  [/time(?=[ \t])/y, "Time"],
] as const;
