import { isFields, parseJson } from "./content.ts";
import { messageOf } from "./message-of.ts";
import type { Fields } from "./row.ts";

/** One thing of a tool's input that a person may change. */
export interface DraftField {
  /** Undefined: the whole input. */
  readonly name: string | undefined;
  readonly kind: "text" | "json";
  readonly text: string;
}

/** An input as it is being edited. */
export type Draft = readonly DraftField[];

/** Tools whose fields a person knows; the input of any other is one JSON text, where fields can come and go. */
const known: ReadonlySet<string> = new Set([
  ...[
    "Bash",
    "Monitor",
    "Read",
    "Write",
    "Edit",
    "Glob",
    "Grep",
    "LS",
    "WebFetch",
    "WebSearch",
    "NotebookEdit",
    "Task",
  ],
  "ExitPlanMode",
]);

export function draftOf(toolName: string, input: Fields): Draft {
  if (!known.has(toolName)) return [{ name: undefined, kind: "json", text: pretty(input) }];
  return Object.entries(input).map(([name, value]) =>
    typeof value === "string" ? { name, kind: "text", text: value } : { name, kind: "json", text: pretty(value) },
  );
}

/** What the tool would be given; or which field is wrong, and how. */
export type Drafted =
  | { readonly ok: true; readonly input: Fields }
  | { readonly ok: false; readonly field: string | undefined; readonly problem: string };

export function readDraft(draft: Draft): Drafted {
  const input: { [name: string]: unknown } = {};
  for (const { name, kind, text } of draft) {
    const value = kind === "text" ? text : parseJson(text);
    if (value === undefined) return { ok: false, field: name, problem: whyNoJson(text) };
    if (name !== undefined) input[name] = value;
    else if (isFields(value)) return { ok: true, input: value };
    else return { ok: false, field: name, problem: "This must be an object: { … }" };
  }
  return { ok: true, input };
}

export function isSame(one: Fields, other: Fields): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** For people to compare: a text as it is, whatever else as JSON. */
export function pretty(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
}

function whyNoJson(text: string): string {
  if (text.trim() === "") return "This is empty. Write JSON; text goes in quotes";
  try {
    JSON.parse(text);
    return "This is not JSON";
  } catch (error) {
    return `This is not JSON: ${messageOf(error)}`;
  }
}
