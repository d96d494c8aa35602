import { type Assignment, type Command, forEachChild, type ParsedScript, type Redirect, type SyntaxNode } from "unbash";
import { EvaluatedValues } from "./evaluated-values.ts";
import { fileArguments } from "./file-arguments.ts";
import { Folder } from "./folder.ts";
import { makeCommand } from "./make-command.ts";
import { readWord, type ShellWord } from "./shell-word.ts";
import type { FileTarget, SimpleCommand } from "./simple-command.ts";
import { isHarmlessVariable, steersShell } from "./variable-names.ts";
import { wrappers } from "./wrappers.ts";

/** Walks a parsed script and keeps what it would run and touch. */
export class ScriptReader {
  readonly commands: SimpleCommand[] = [];
  readonly writes: FileTarget[] = [];
  readonly reads: FileTarget[] = [];
  unreadable: string | undefined;
  readonly #parse: (source: string) => ParsedScript | undefined;
  readonly #folder = new Folder();
  readonly #values = new EvaluatedValues();
  readonly #visit = (node: SyntaxNode): void => this.#read(node);
  readonly #level: number;
  #depth = 0;

  /** `level` says how many scripts are around it, each in an argument of the other. */
  constructor(parse: (source: string) => ParsedScript | undefined, level = 0) {
    this.#parse = parse;
    this.#level = level;
  }

  readLine(script: ParsedScript): void {
    this.#read(script);
    const risk = this.#values.risk;
    if (risk !== undefined) this.problem(risk);
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
    const risk = this.#values.look(node);
    if (risk !== undefined) this.problem(risk);
    switch (node.type) {
      case "Script":
        if (node.errors?.length) this.problem(`it cannot be parsed: ${node.errors[0]?.message}`);
        return forEachChild(node, this.#visit);
      case "Statement":
        if (node.background) return this.#folder.within(() => this.#read(node.command));
        return this.#folder.afterwards(() => this.#read(node.command));
      case "AndOr":
        return node.commands.forEach((command, at) => {
          this.#read(command);
          this.#folder.join(node.operators[at]);
        });
      case "Pipeline":
        if (node.commands.length === 1) return forEachChild(node, this.#visit);
        return forEachChild(node, (child) => this.#folder.within(() => this.#read(child)));
      case "Subshell":
      case "CommandExpansion":
      case "ProcessSubstitution":
      case "ArithmeticCommandExpansion":
        if ("script" in node && node.script === undefined) this.problem("a substitution cannot be parsed");
        return this.#folder.within(() => forEachChild(node, this.#visit));
      default:
        return this.#readCompound(node);
    }
  }

  #readCompound(node: SyntaxNode): void {
    switch (node.type) {
      case "Command":
        return this.#readCommand(node);
      case "For":
      case "While":
      case "ArithmeticFor":
        if (node.type === "For") this.#checkName(node.name.value);
        return this.#readRepeated(node);
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
      case "FileDescriptorVariable":
        return this.#checkName(node.name);
      case "Assignment":
        if (node.index?.parts) this.#values.evaluates();
        return forEachChild(node, this.#visit);
      default:
        return forEachChild(node, this.#visit);
    }
  }

  /** What stands in front of a `cd` in a loop comes after it the next time. */
  #readRepeated(node: SyntaxNode): void {
    const before = this.#folder.now;
    forEachChild(node, this.#visit);
    if (this.#folder.now !== before) this.problem("it changes the folder in a loop");
  }

  #readCommand(node: Command): void {
    forEachChild(node, this.#visit);
    const assignments = node.prefix.filter((child): child is Assignment => child.type === "Assignment");
    if (node.name === undefined) {
      for (const { name } of assignments) this.#checkName(name);
      return;
    }
    const words = [readWord(node.name), ...node.args.map(argument)];
    const command = makeCommand(words, {
      assignments: assignments.map(({ name, text }) => ({ name, text, harmless: isHarmlessVariable(name) })),
      folder: this.#folder.now,
      problem: (reason) => this.problem(reason),
      readScript: (source) => this.#readScript(source),
    });
    this.commands.push(command);
    this.#noteCommand(command);
    this.#folder.note(command);
  }

  #noteCommand(command: SimpleCommand, outer = command): void {
    this.#values.noteCommand(command.words);
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
    if (operator === "<" && !connects) this.reads.push(this.#target(word, "redirection"));
    // `<&word` copies a descriptor; if the word is none, bash refuses it.
    else if (operator !== "<&") this.writes.push(this.#target(word, "redirection"));
  }

  #target(word: ShellWord, by: FileTarget["by"]): FileTarget {
    return { path: this.#folder.pathOf(word), text: word.text, by };
  }

  #checkName(name: string): void {
    if (steersShell(name)) this.problem(`it sets ${name}`);
  }
}

/** Of syntax nodes in one another; far less than the stack holds. */
const maxDepth = 300;
const maxLevel = 4;

/** `export A=1`: the parser gives assignments, the builtin gets words. */
function argument(node: Command["args"][number]): ShellWord {
  if (node.type === "Word") return readWord(node);
  const start = `${node.name}${node.append ? "+=" : "="}`;
  if (node.index !== undefined || node.value.type === "ArrayValue") {
    return { text: node.text, value: undefined, prefix: node.index ? "" : start, splits: false };
  }
  const word = readWord(node.value);
  const value = word.value === undefined ? undefined : start + word.value;
  return { text: node.text, value, prefix: start + word.prefix, splits: false };
}

/** Names that this module gives a meaning to. */
function isSpecial(name: string): boolean {
  return (
    Object.hasOwn(wrappers, name) || /^(?:cd|pushd|popd|test|\[|read|set|export|command_not_found_handle)$/.test(name)
  );
}
