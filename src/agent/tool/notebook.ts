import { isFields, objects, text, texts } from "../../wire/fields.ts";
import { errorText } from "./tool-failure.ts";

/** A Jupyter notebook; what is not named here stays as it is. */
export interface Notebook {
  readonly cells: readonly Cell[];
  readonly metadata?: unknown;
  readonly nbformat?: unknown;
  readonly nbformat_minor?: unknown;
}

/** What the formats of notebooks say of a cell is not relied on. */
export interface Cell {
  readonly id?: unknown;
  readonly cell_type?: unknown;
  readonly source?: unknown;
  readonly metadata?: unknown;
  readonly execution_count?: unknown;
  readonly outputs?: unknown;
}

export interface CellOutput {
  readonly [field: string]: unknown;
}

/** Throws in words for the model. */
export function parseNotebook(json: string): Notebook {
  let parsed: unknown;
  try {
    // Some editors begin the file with a byte order mark.
    parsed = JSON.parse(json.replace(/^\ufeff/, ""), keepNumber);
  } catch (error) {
    throw new Error(
      `Notebook file is not valid JSON (it may be truncated, corrupted, or still being written): ${errorText(error)}`,
    );
  }
  if (!isFields(parsed) || !Array.isArray(parsed.cells) || !parsed.cells.every(isCell))
    throw new Error("The file is JSON but no notebook of format 4: it has no list of cells");
  return { ...parsed, cells: parsed.cells };
}

/** With the mark, the indentation and the line ends it had; the last line ends as it did. */
export function printNotebook(notebook: Notebook, original: string): string {
  const [, mark = "", feed = "\n", indent = " "] = /^(\ufeff?)\{(\r?\n)([ \t]+)"/.exec(original) ?? [];
  const printed = JSON.stringify(notebook, null, indent) + (original.endsWith("\n") ? "\n" : "");
  // Inside of a string of JSON there is no line feed.
  return mark + (feed === "\n" ? printed : printed.replaceAll("\n", feed));
}

/** A number that is kept as it stands is an object, too. */
function isCell(value: unknown): value is Cell {
  return isFields(value) && !json.isRawJSON(value);
}

/** Of the language, but not yet of its declarations. */
const json = JSON as unknown as { rawJSON(source: string): unknown; isRawJSON(value: unknown): boolean };

/** `1.0` and a number of twenty digits stand in the file again as they stood: they belong to cells nobody wants to change. */
function keepNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== "number" || source === undefined || source === String(value)) return value;
  return json.rawJSON(source);
}

/** As the file has it, or by its place. */
export function cellId(cell: Cell, index: number): string {
  return text(cell.id) ?? `cell-${index}`;
}

export function languageOf({ metadata }: Notebook): string {
  const info = isFields(metadata) ? metadata.language_info : undefined;
  return (isFields(info) ? text(info.name) : undefined) ?? "python";
}

/** From nbformat 4.5 on every cell has an id. */
export function hasCellIds({ nbformat, nbformat_minor }: Notebook): boolean {
  const [major, minor] = [Number(nbformat), Number(nbformat_minor)];
  return major > 4 || (major === 4 && minor >= 5);
}

/** A text of a notebook: one string, or its lines. */
export function joined(value: unknown): string {
  return text(value) ?? texts(value).join("");
}

export function outputsOf(cell: Cell): readonly CellOutput[] {
  return objects(cell.outputs);
}
