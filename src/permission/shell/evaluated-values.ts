import type { ParameterExpansionPart, SyntaxNode, Word } from "unbash";
import { readWord, type ShellWord } from "./shell-word.ts";
import { steersShell } from "./variable-names.ts";

/**
 * Arithmetic evaluates the values of variables, and a value `a[$(cmd)]` runs cmd. A line that
 * does arithmetic with names, and gives names values that are not known to be harmless, is not judged.
 */
export class EvaluatedValues {
  #evaluates = false;
  #sets = false;

  get risk(): string | undefined {
    return this.#evaluates && this.#sets ? "it calculates with a value that is not known" : undefined;
  }

  evaluates(): void {
    this.#evaluates = true;
  }

  /** Notes what a node sets and evaluates; says what no value could make harmless. */
  look(node: SyntaxNode): string | undefined {
    switch (node.type) {
      case "Assignment":
        if (node.value.type === "ArrayValue") this.#setTo(...node.value.elements);
        else this.#setTo(node.value);
        return undefined;
      case "For":
        this.#setTo(...(node.wordlist ?? []));
        this.#sets ||= node.wordlist === undefined;
        return undefined;
      case "Function":
        this.#sets = true;
        return undefined;
      case "ArithmeticWord":
        return this.#lookAtArithmetic(node.value);
      case "ArithmeticExpansion":
        return node.expression === undefined && /[^\s$()[\]]/.test(node.text)
          ? "it calculates something unknown"
          : undefined;
      case "ArithmeticCommand":
        return node.expression === undefined && node.body.trim() !== "" ? "it calculates something unknown" : undefined;
      default:
        return this.#lookAtExpansion(node);
    }
  }

  /** Builtins that set variables from what they read or are given. */
  noteCommand(words: readonly ShellWord[]): void {
    const name = words[0]?.value ?? "";
    if (/^(?:read|mapfile|readarray|getopts|printf|declare|typeset|local|export|readonly|wait)$/.test(name))
      this.#sets = true;
    if (name === "set" && words.some(({ prefix }) => !/^(?:set$|[-+].)/.test(prefix))) this.#sets = true;
  }

  #lookAtExpansion(node: SyntaxNode): string | undefined {
    switch (node.type) {
      case "ParameterExpansion":
        return this.#lookAtParameter(node);
      case "TestUnary":
        if (!/^-[vR]$/.test(node.operator) || /^\w+$/.test(node.operand.text)) return undefined;
        return "it asks for a variable that is not known";
      case "TestBinary":
        if (!/^-(?:eq|ne|lt|le|gt|ge)$/.test(node.operator)) return undefined;
        this.#evaluateWord(node.left, node.right);
        return node.left.value.includes("[") || node.right.value.includes("[")
          ? "it calculates with a subscript"
          : undefined;
      default:
        return undefined;
    }
  }

  #lookAtParameter({ operation, index, prefix, parameter }: ParameterExpansionPart): string | undefined {
    const lists = index?.text === "@" || index?.text === "*";
    if (index && !lists) this.#evaluateWord(index);
    if (prefix === "!" && operation?.type !== "Names" && !lists) return "it expands a name that is not known";
    switch (operation?.type) {
      case "Unknown":
        return "it uses an unknown expansion";
      case "Transform":
        return operation.operand.text === "P" ? "it evaluates a value as a prompt" : undefined;
      case "Slice":
        this.#evaluateWord(operation.offset, operation.length);
        return undefined;
      case "Default":
        if (!operation.operator.endsWith("=")) return undefined;
        this.#setTo(operation.operand);
        return steersShell(parameter) ? `it sets ${parameter}` : undefined;
      default:
        return undefined;
    }
  }

  #lookAtArithmetic(text: string): string | undefined {
    if (/^\s*(?:\d[\w#]*)?\s*$/.test(text)) return undefined;
    this.#evaluates = true;
    const steering = text.match(/[A-Za-z_]\w*/g)?.find(steersShell);
    return steering === undefined ? undefined : `it may set ${steering}`;
  }

  #evaluateWord(...words: readonly (Word | undefined)[]): void {
    this.#evaluates ||= words.some((word) => word !== undefined && !/^\s*-?\d*$/.test(word.text));
  }

  #setTo(...words: readonly Word[]): void {
    this.#sets ||= words.some((word) => !isNumber(word) && !/^[\w ./:@%+,=-]*$/.test(readWord(word).value ?? "$"));
  }
}

/** What arithmetic gives is harmless to calculate with. */
function isNumber({ parts }: Word): boolean {
  return parts?.length === 1 && parts[0]?.type === "ArithmeticExpansion";
}
