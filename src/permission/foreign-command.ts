import type { Ask } from "./ask.ts";
import { type FieldKind, fieldKind, saysShell } from "./field-names.ts";
import { maxCommand } from "./shell/max-command.ts";
import { quoted } from "./shell/shell-word.ts";

/** A text that may be a command, in the input of a tool that nobody here knows. */
export interface ForeignCommand {
  readonly text: string;
  /**
   * `named`: the name of its field says so. `perhaps`: other things say so (the tool, arguments beside it). `loose`: nothing
   * does, and only a text that begins with a command is one.
   */
  readonly as: "named" | "perhaps" | "loose";
}

/**
 * What may be a command in such an input, at any depth: a line, or a program and its arguments, under names that say so; in
 * JSON that is given as a text; and every other text that is no prose. Undefined: more than can be looked through.
 */
export function foreignCommands({
  toolName,
  input,
}: Pick<Ask, "toolName" | "input">): readonly ForeignCommand[] | undefined {
  const search = new CommandSearch(saysShell(toolName));
  return search.into(input, { kind: "other", isPlural: false, isJson: false }, 0) ? search.found() : undefined;
}

/** Where a value was found. */
interface Origin {
  readonly kind: FieldKind;
  /** `commands`: each word may be one. */
  readonly isPlural: boolean;
  /** In a text that is JSON: who reads it is not known. */
  readonly isJson: boolean;
  /** With arguments beside it, it is a program. */
  readonly isProgram?: boolean;
}

const programField = /file|path|bin|process|app|entry/i;
const maxDepth = 24;
const maxValues = 10_000;
const maxLines = 32;
const maxOptions = 256;
const maxLoose = 1_000;

class CommandSearch {
  readonly #isShell: boolean;
  readonly #lines = { named: new Set<string>(), perhaps: new Set<string>(), loose: new Set<string>() };
  #values = 0;

  constructor(isShell: boolean) {
    this.#isShell = isShell;
  }

  found(): readonly ForeignCommand[] | undefined {
    const { named, perhaps, loose } = this.#lines;
    if (loose.size > maxLoose) return undefined;
    return [
      ...bounded([...named]).map((text) => ({ text, as: "named" as const })),
      ...bounded([...perhaps]).map((text) => ({ text, as: "perhaps" as const })),
      ...[...loose].map((text) => ({ text, as: "loose" as const })),
    ];
  }

  /** False: there is more than can be looked through. */
  into(value: unknown, origin: Origin, depth: number, args = ""): boolean {
    this.#values += 1;
    if (this.#values > maxValues) return false;
    if (typeof value === "string") return this.#intoText(value, origin, depth, args);
    if (typeof value !== "object" || value === null) return true;
    if (depth >= maxDepth) return false;
    if (Array.isArray(value)) return this.#intoList(value, origin, depth, args);
    return this.#intoFields(value as Ask["input"], origin, depth);
  }

  #intoFields(fields: Ask["input"], origin: Origin, depth: number): boolean {
    const own = Object.entries(fields).map(([name, value]) => ({ name, value, kind: fieldKind(name) }));
    const isArgument = ({ name, kind }: { name: string; kind: FieldKind }): boolean =>
      kind === "arguments" || /^argv$/i.test(name);
    const args = joined(own.filter(isArgument).map(({ value }) => wordsOf(value)));
    const hasCommand = own.some((field) => field.kind === "command" && !isArgument(field));
    return own.every((field) => {
      const { name, value, kind } = field;
      // Too long for the command, and so for anything else.
      if (hasCommand && isArgument(field) && args.length > maxCommand) return true;
      const inner = kind === "other" ? origin.kind : kind;
      const isPlural = kind === "other" ? origin.isPlural : /s$/i.test(name);
      // Beside a command, other words are no programs.
      const takes = !isArgument(field) && (inner === "command" || !hasCommand);
      const isProgram = programField.test(name);
      return this.into(value, { ...origin, kind: inner, isPlural, isProgram }, depth + 1, takes ? args : "");
    });
  }

  #intoList(list: readonly unknown[], origin: Origin, depth: number, args: string): boolean {
    const isLine = origin.kind === "command" || (origin.kind !== "remark" && looksLikeWords(list));
    const line = isLine ? joined([wordsOf(list), args]) : "";
    this.#add(line, origin);
    // A line that is too long is asked about, and so is what is too much.
    if (list.length > maxValues) return line.length > maxCommand;
    if (!isTexts(list) || (origin.kind !== "command" && origin.kind !== "arguments"))
      return list.every((one) => this.into(one, origin, depth + 1, args));
    // Only of several commands one may be a single word.
    if (origin.kind === "command" && origin.isPlural)
      for (const word of list.slice(1, maxLines)) if (!/\s/.test(String(word))) this.#put("perhaps", String(word));
    return list.every((one) => !/\s/.test(String(one)) || this.into(one, origin, depth + 1));
  }

  #intoText(text: string, origin: Origin, depth: number, args: string): boolean {
    const json = depth < maxDepth ? readJson(text) : undefined;
    if (json !== undefined) return this.into(json, { ...origin, isJson: true }, depth + 1);
    const takesArguments = args !== "" && origin.kind === "other" && !/\s/.test(text);
    if (origin.kind === "command") this.#add(joined([text, args]), origin);
    else if (takesArguments) this.#put(origin.isProgram ? "perhaps" : "loose", joined([text, args]));
    else this.#add(text, origin);
    return true;
  }

  #add(text: string, { kind, isJson }: Origin): void {
    if (text.trim() === "") return;
    if (kind === "command") this.#put(isJson ? "perhaps" : "named", text);
    else if (!/\S\s+\S/.test(text) || kind === "remark") return;
    else if (this.#isShell) this.#put("perhaps", text);
    else if (kind !== "prose") this.#put("loose", text);
  }

  #put(as: ForeignCommand["as"], text: string): void {
    this.#lines[as].add(text);
  }
}

/** Words of one command, and no names of several things: one of them is an option. */
function looksLikeWords(list: readonly unknown[]): boolean {
  return list.slice(1, maxOptions).some((word) => typeof word === "string" && /^--?\w/.test(word)) && isTexts(list);
}

/** Those over the limit are one text, which may be too long to be judged. */
function bounded(lines: readonly string[]): readonly string[] {
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines - 1), joined(lines.slice(maxLines - 1), (line) => `${line}\n`)];
}

function wordsOf(value: unknown): string {
  if (typeof value === "string") return readJson(value) === undefined ? value : "";
  return isTexts(value) ? joined(value, quoted) : "";
}

/** What comes behind a text that is too long to be judged is left out. */
function joined(words: readonly (string | number)[], spell = (word: string): string => word): string {
  let text = "";
  for (const word of words) {
    if (word !== "") text += (text === "" ? "" : " ") + spell(String(word));
    if (text.length > maxCommand) break;
  }
  return text;
}

function isTexts(value: unknown): value is (string | number)[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string" || typeof one === "number")
  );
}

/** An object or a list that is written as a text. */
function readJson(text: string): object | undefined {
  if (text.length > maxCommand || !/^\s*[[{]/.test(text) || !/[\]}]\s*$/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
