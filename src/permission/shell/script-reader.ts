import {
  type AndOr,
  type ArithmeticExpansionPart,
  type Assignment,
  type Command,
  type For,
  forEachChild,
  type ParsedScript,
  type Pipeline,
  type Redirect,
  type SyntaxNode,
  type TestBinaryExpression,
  type Word,
} from "unbash";
import { evaluationBy } from "./evaluating-builtins.ts";
import { fileArguments } from "./file-arguments.ts";
import { Folder } from "./folder.ts";
import { globOfValue, globPath } from "./glob-word.ts";
import { makeCommand } from "./make-command.ts";
import { NumberVariables } from "./number-variables.ts";
import { argument, feedOf, isHarmlessAssignment } from "./script-words.ts";
import { bareText, literal, readWord, type ShellWord, spreadWords } from "./shell-word.ts";
import type { AssignedValue, Feed, FileTarget, SimpleCommand } from "./simple-command.ts";
import { calculatesWhenSet, steersShell } from "./variable-names.ts";
import { wrappers } from "./wrappers.ts";

/** Walks a parsed script and keeps what it would run and touch. */
export class ScriptReader {
  readonly commands: SimpleCommand[] = [];
  readonly writes: FileTarget[] = [];
  readonly reads: FileTarget[] = [];
  /** What variables of the shell itself are set to, as it is written. */
  readonly assigned: string[] = [];
  readonly values: AssignedValue[] = [];
  unreadable: string | undefined;
  readonly #parse: (source: string) => ParsedScript | undefined;
  readonly #folder = new Folder();
  #numbers = new NumberVariables();
  readonly #visit = (node: SyntaxNode): void => this.#read(node);
  readonly #level: number;
  #depth = 0;
  #feed: Feed | undefined;

  /** `level` says how many scripts are around it, each in an argument of the other. */
  constructor(parse: (source: string) => ParsedScript | undefined, level = 0) {
    this.#parse = parse;
    this.#level = level;
  }

  readLine(script: ParsedScript): void {
    this.#numbers = new NumberVariables(script);
    this.#read(script);
  }

  /** The first reason stays. */
  problem(reason: string): void {
    this.unreadable ??= reason;
  }

  #read(node: SyntaxNode): void {
    if (this.#depth >= maxDepth) return this.problem("it is nested too deeply");
    this.#depth += 1;
    this.#readNode(node);
    this.#depth -= 1;
  }

  #readNode(node: SyntaxNode): void {
    switch (node.type) {
      case "Script":
        if (node.errors?.length) this.problem(`it cannot be parsed: ${node.errors[0]?.message}`);
        return forEachChild(node, this.#visit);
      case "Statement":
        if (node.background) return this.#readBackground(node.command);
        return this.#folder.afterwards(() => this.#read(node.command));
      case "AndOr":
        return this.#readAndOr(node);
      case "Pipeline":
        return this.#readPipeline(node);
      case "Subshell":
      case "CommandExpansion":
      case "ProcessSubstitution":
      case "ArithmeticCommandExpansion":
        if ("script" in node && node.script === undefined) this.problem("a substitution cannot be parsed");
        return this.#apart(() => forEachChild(node, this.#visit));
      default:
        return this.#readCompound(node);
    }
  }

  /** A process of its own; of a list, zsh runs all but the last in the shell itself: `cd x && make &` is in x afterwards. */
  #readBackground(command: SyntaxNode): void {
    const read = (): void => this.#read(command);
    if (command.type === "AndOr") this.#numbers.within(() => this.#folder.afterwards(read));
    else this.#apart(read);
  }

  /** A process of its own. */
  #apart(read: () => void): void {
    this.#numbers.within(() => this.#folder.within(read));
  }

  /** Behind the first command, each runs only if those in front of it let it. */
  #readAndOr({ commands, operators }: AndOr): void {
    const read = (command: SyntaxNode, at: number): void => {
      this.#read(command);
      this.#folder.join(operators[at]);
    };
    const isChain = operators.every((operator) => operator === "&&");
    const [first, ...rest] = commands;
    if (first !== undefined) read(first, 0);
    this.#numbers.within(() => {
      for (const [at, command] of rest.entries()) {
        if (isChain) read(command, at + 1);
        else this.#numbers.within(() => read(command, at + 1));
      }
    });
  }

  #readPipeline(node: Pipeline): void {
    if (node.commands.length > 1) {
      // The last one is no process of its own in zsh.
      return this.#folder.uncertain(() => this.#readStages(node));
    }
    const has = (prefix: "Negation" | "Time"): boolean => node.prefixes.some(({ type }) => type === prefix);
    const read = (): void => forEachChild(node, this.#visit);
    // What is timed is a process of its own in zsh, and none in bash.
    if (has("Time")) return this.#numbers.within(() => this.#folder.uncertain(read));
    return has("Negation") ? this.#folder.uncertain(read) : read();
  }

  #readStages(node: Pipeline): void {
    const start = this.commands.length;
    forEachChild(node, (child) => {
      const before = this.commands.slice(Math.max(start, this.commands.length - maxStages - 1));
      const read = (): void => this.#apart(() => this.#read(child));
      if (child === node.commands[0]) read();
      else this.#fed({ commands: before.slice(-maxStages), texts: [], isWhole: before.length <= maxStages }, read);
    });
  }

  #fed(feed: Feed | undefined, read: () => void): void {
    const outer = this.#feed;
    if (feed !== undefined)
      this.#feed = {
        commands: [...(outer?.commands ?? []), ...feed.commands],
        texts: [...(outer?.texts ?? []), ...feed.texts],
        expanded: [...(outer?.expanded ?? []), ...(feed.expanded ?? [])],
        isWhole: feed.isWhole && outer?.isWhole !== false,
      };
    read();
    this.#feed = outer;
  }

  #readCompound(node: SyntaxNode): void {
    switch (node.type) {
      case "Command":
        return this.#fed(feedOf(node.redirects), () => this.#readCommand(node));
      case "Redirected":
        return this.#fed(feedOf(node.redirects), () => forEachChild(node, this.#visit));
      case "For":
      case "While":
      case "ArithmeticFor":
        if (node.type === "For") {
          this.#checkLoop(node);
          for (const word of node.wordlist ?? []) this.#noteGlob(word);
        }
        return this.#readRepeated(node);
      case "If":
      case "Elif":
      case "Case":
        return forEachChild(node, (child) => this.#numbers.within(() => this.#read(child)));
      case "Assignment":
        this.#checkAssignment(node);
        for (const word of node.value.type === "Word" ? [node.value] : node.value.elements) this.#noteGlob(word);
        this.#noteValues(node);
        return forEachChild(node, this.#visit);
      case "ArithmeticExpansion":
      case "TestBinary":
        this.#checkEvaluation(node);
        return forEachChild(node, this.#visit);
      case "Function":
        if (isSpecial(node.name.value)) this.problem(`it redefines ${node.name.value}`);
        return this.#folder.unknownWithin(() => forEachChild(node, this.#visit));
      case "Select":
      case "Coproc":
        this.problem(`it uses ${node.type.toLowerCase()}`);
        return forEachChild(node, this.#visit);
      case "ExtendedGlob":
        this.problem("it uses an extended pattern");
        return forEachChild(node, this.#visit);
      case "HereDoc":
        if (node.closing === undefined) this.problem("a here-document does not end");
        return forEachChild(node, this.#visit);
      case "Redirect":
        this.#readRedirect(node);
        return forEachChild(node, this.#visit);
      case "HereString":
        if (node.target) this.#noteGlob(node.target);
        return forEachChild(node, this.#visit);
      case "FileDescriptorVariable":
        return this.#checkName(node.name);
      default:
        return forEachChild(node, this.#visit);
    }
  }

  /** What stands in front of a `cd` in a loop comes after it the next time. */
  #readRepeated(node: SyntaxNode): void {
    const before = this.#folder.now;
    this.#numbers.within(() => {
      forEachChild(node, (child) => {
        // Its words are calculated before any of them is its value.
        if (node.type === "For" && child.type !== "Word") this.#numbers.noteLoop(node);
        this.#numbers.within(() => this.#read(child));
      });
    });
    if (this.#folder.now !== before) this.problem("it changes the folder in a loop");
  }

  #readCommand(node: Command): void {
    forEachChild(node, this.#visit);
    const assignments = node.prefix.filter((child): child is Assignment => child.type === "Assignment");
    if (node.name === undefined) {
      for (const { name, text } of assignments) {
        this.#checkName(name);
        this.assigned.push(text);
      }
      return this.#numbers.noteAssignments(node);
    }
    const words = [readWord(node.name), ...node.args.map(argument)];
    this.#addCommand(words, assignments);
    // To some shells a word with braces is several words, to others the one that is written: both are judged.
    const spread = spreadWords(words);
    if (spread !== undefined) this.#addCommand(spread, assignments);
  }

  #addCommand(words: readonly ShellWord[], assignments: readonly Assignment[]): void {
    const command = makeCommand(words, {
      assignments: assignments.map((one) => ({ name: one.name, text: one.text, harmless: isHarmlessAssignment(one) })),
      folder: this.#folder.now,
      feed: this.#feed,
      problem: (reason) => this.problem(reason),
      readScript: (source) => this.#readScript(source),
    });
    this.commands.push(command);
    this.#checkBuiltin(command);
    this.#noteCommand(command);
    this.#folder.note(command);
  }

  /** Also behind `command` and `builtin`. */
  #checkBuiltin({ words, wrapper, runs }: SimpleCommand): void {
    const evaluation = evaluationBy(words, this.#numbers);
    if (evaluation !== undefined) this.problem(evaluation);
    if (wrapper) for (const inner of runs) this.#checkBuiltin(inner);
  }

  #checkEvaluation(node: ArithmeticExpansionPart | TestBinaryExpression): void {
    const isNumber = ({ text }: Word): boolean =>
      this.#numbers.isNumber(text) || (/^[A-Za-z_]\w*$/.test(text) && this.#numbers.isCalculable(text));
    const isKnown =
      node.type === "ArithmeticExpansion"
        ? this.#numbers.isCalculable(node.text)
        : !/^-(?:eq|ne|lt|le|gt|ge)$/.test(node.operator) || (isNumber(node.left) && isNumber(node.right));
    if (!isKnown) this.problem("it calculates with a value that is not known to be a number");
  }

  #noteCommand(command: SimpleCommand, outer = command): void {
    const { writes, reads } = fileArguments(command.words);
    for (const word of writes) this.writes.push({ ...this.#target(word, "argument"), of: outer });
    for (const word of reads) this.reads.push({ ...this.#target(word, "argument"), of: outer });
    for (const inner of command.runs) this.#noteCommand(inner, outer);
  }

  /** Source in an argument, for deny rules: whatever it does, this line is not judged by it. */
  #readScript(source: string): readonly SimpleCommand[] {
    const script = this.#level < maxLevel ? this.#parse(source) : undefined;
    if (script === undefined) return [];
    const reader = new ScriptReader(this.#parse, this.#level + 1);
    reader.readLine(script);
    return reader.commands;
  }

  #readRedirect({ operator, target }: Redirect): void {
    if (target === undefined) return;
    const word = readWord(target);
    if (operator.endsWith("&") && /^(?:\d+-?|-)$/.test(word.value ?? "")) return;
    if (/^\/dev\/(?:null|stdout|stderr|stdin|tty|zero|urandom|random|fd\/\d+)$/.test(word.value ?? "")) return;
    const connects =
      word.value === undefined ? word.prefix.startsWith("/dev/") : /^\/dev\/(?:tcp|udp)\//.test(word.value);
    if (/^<>?$/.test(operator) && !connects) this.reads.push(this.#target(word, "redirection"));
    // `<&word` copies a descriptor; if the word is none, bash refuses it.
    if (connects || !/^<&?$/.test(operator)) this.writes.push(this.#target(word, "redirection"));
  }

  /** Names of files that no command is told, but whoever looks at the variable. An expansion without quotes makes them of its value. */
  #noteGlob(node: Word): void {
    const { glob, value, text } = readWord(node);
    const found = glob ?? (value === undefined ? undefined : globOfValue(value));
    if (found === undefined) return;
    this.reads.push({ path: globPath(this.#folder.now, found), text, by: "redirection", isGlob: true });
  }

  #target(word: ShellWord, by: FileTarget["by"]): FileTarget {
    const target = { path: this.#folder.pathOf(word), text: word.text, by };
    return word.isSpelled ? { ...target, spelledIn: this.#folder.now } : target;
  }

  #checkAssignment({ name, value }: Assignment): void {
    if (calculatesWhenSet(name) && !(value.type === "Word" && /^\d*$/.test(value.text)))
      this.problem(`${name} calculates what it is set to`);
  }

  #noteValues({ name, value }: Assignment): void {
    const words = value.type === "Word" ? [readWord(value)] : value.elements.map(readWord);
    for (const word of words) this.values.push({ name, word });
    // `${name[@]}` is all of them.
    if (words.length > 1) this.values.push({ name, word: literal(words.map(bareText).join(" ")) });
  }

  #checkLoop({ name, wordlist }: For): void {
    for (const word of wordlist ?? []) this.values.push({ name: name.value, word: readWord(word) });
    this.#checkName(name.value);
    if (calculatesWhenSet(name.value) && !wordlist?.every(({ text }) => /^\d+$/.test(text)))
      this.problem(`${name.value} calculates what it is set to`);
  }

  #checkName(name: string): void {
    if (steersShell(name)) this.problem(`it sets ${name}`);
  }
}

/** Of syntax nodes in one another; far less than the stack holds. */
const maxDepth = 300;
const maxLevel = 4;
/** Commands in front of one that reads what they write, which are looked at for it. */
const maxStages = 32;

/** Names that this module gives a meaning to. */
function isSpecial(name: string): boolean {
  return (
    Object.hasOwn(wrappers, name) || /^(?:cd|pushd|popd|test|\[|read|set|export|command_not_found_handle)$/.test(name)
  );
}
