import { type Command, type For, forEachChild, type SyntaxNode, type Word } from "unbash";
import { setVariables } from "./evaluating-builtins.ts";
import { readWord, type ShellWord } from "./shell-word.ts";
import { steersShell } from "./variable-names.ts";

/**
 * Arithmetic evaluates the values of variables, and a value `a[$(cmd)]` runs cmd. So only variables may take part that the line
 * itself has surely set to a number before, and nowhere to anything else.
 */
export class NumberVariables {
  readonly #line: LineVariables = { spoiled: new Set(), isKnown: true, hasArrays: false };
  #set: ReadonlySet<string> = new Set();

  constructor(script?: SyntaxNode) {
    if (script === undefined) return;
    const visit = (node: SyntaxNode): void => {
      collect(node, this.#line);
      forEachChild(node, visit);
    };
    visit(script);
  }

  get hasArrays(): boolean {
    return this.#line.hasArrays;
  }

  /** What may not happen, or happens in another process, sets nothing for what follows. */
  within(read: () => void): void {
    const before = this.#set;
    read();
    this.#set = before;
  }

  /** A command that is nothing but assignments. */
  noteAssignments({ name, prefix }: Command): void {
    if (name !== undefined) return;
    for (const child of prefix) if (child.type === "Assignment" && !child.append) this.#add(child.name);
  }

  /** In the body of a loop over numbers. */
  noteLoop({ name, wordlist }: For): void {
    if (wordlist?.length) this.#add(name.value);
  }

  /** Is this text, as it is written, one number whatever the environment holds? */
  isNumber(text: string): boolean {
    if (integer.test(text) || fixedNumber.test(text)) return true;
    const variable = variableOnly.exec(text);
    return variable !== null && this.#set.has(variable[1] ?? variable[2] ?? "");
  }

  /** Are all names in an arithmetic expression those of numbers? The guard lets nothing but names and operators in. */
  isCalculable(expression: string): boolean {
    return (expression.match(/(?<!\w)[A-Za-z_]\w*/g) ?? []).every((name) => this.#set.has(name));
  }

  #add(name: string): void {
    const { spoiled, isKnown } = this.#line;
    if (!isKnown || spoiled.has(name) || !isOrdinary(name)) return;
    this.#set = new Set(this.#set).add(name);
  }
}

const integer = /^-?\d{1,18}$/;
/** Its value is always a number; of `$((…))` the names are looked at on their own. */
const fixedNumber = /^("?)(?:\$[?#$]|\$\{#[A-Za-z_]\w*(?:\[[@*]\])?\}|\$\(\([^()]*\)\))\1$/;
const variableOnly = /^"?\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})"?$/;

/** No variable that a shell sets or reads by itself. */
function isOrdinary(name: string): boolean {
  return /^[a-z]/i.test(name) && !steersShell(name) && !own.test(name);
}

const own =
  /^(?:BASH.*|COMP.*|DIRSTACK|EPOCH.*|EUID|FUNC.*|GROUPS|HIST.*|HOST.*|LINENO|MAPFILE|OPT.*|PIPESTATUS|PPID|RANDOM|REPLY|SECONDS|SHLVL|SRANDOM|UID|argv|status|pipestatus|signals)$/;

/** What happens anywhere in a line: a loop may come back to what stands in front. */
interface LineVariables {
  /** They get something that is not known to be a number. */
  readonly spoiled: Set<string>;
  /** False where nobody knows which variables are set. */
  isKnown: boolean;
  hasArrays: boolean;
}

function collect(node: SyntaxNode, line: LineVariables): void {
  if (node.type === "Assignment") {
    const isArray = node.value.type === "ArrayValue";
    line.hasArrays ||= isArray;
    if (node.value.type === "ArrayValue" || !isNumberWord(node.value)) line.spoiled.add(node.name);
  } else if (node.type === "For" && !node.wordlist?.every(isNumberWord)) line.spoiled.add(node.name.value);
  else if (node.type === "Command" && node.name !== undefined && maySet(node.name.text, node.args)) {
    const words = [readWord(node.name), ...node.args.map(wordOf)];
    const set = setVariables(words);
    if (set === "unknown") line.isKnown = false;
    else for (const name of set) line.spoiled.add(name);
    line.hasArrays ||=
      words.some(({ prefix }) => /^(?:read|mapfile|readarray|declare|typeset|local)$/.test(prefix)) &&
      words.some(({ prefix }) => /^mapfile|^readarray|^-\w*[aA]/.test(prefix));
  }
}

/** Most commands set nothing, and their words need not be read for it. */
function maySet(name: string, args: Command["args"]): boolean {
  return !otherPrograms.test(name) || args.some(({ text }) => notPlain.test(text) || setting.test(text));
}

/** Plain names of what surely neither sets a variable nor runs what does. */
const otherPrograms =
  /^(?!(?:eval|source|\.|let|command|builtin|exec|printf|wait|read|mapfile|readarray|getopts|declare|typeset|local|export|readonly|unset|set)$)[\w./-]+$/;
const notPlain = /["'\\`]|\$[^\w{]/;
const setting = /read|mapfile|declare|typeset|local/;

function isNumberWord({ text }: Word): boolean {
  return integer.test(text) || fixedNumber.test(text) || /^\{-?\d+\.\.-?\d+\}$/.test(text);
}

function wordOf(node: Command["args"][number]): ShellWord {
  if (node.type === "Word") return readWord(node);
  return { text: node.text, value: undefined, prefix: `${node.name}=`, splits: false };
}
