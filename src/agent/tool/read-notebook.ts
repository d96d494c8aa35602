import type { Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { isFields, number, text } from "../../wire/fields.ts";
import { type ContentBlock, imageBlock, isTextBlock, textBlock } from "../model/content-block.ts";
import { type Cell, type CellOutput, cellId, joined, languageOf, outputsOf, parseNotebook } from "./notebook.ts";
import { digestOf, everything, type ReadFiles } from "./read-files.ts";
import { maxImageBytes, typeOfBytes } from "./read-image.ts";
import { sizeText } from "./size-text.ts";
import type { ToolOutput } from "./tool.ts";
import { errorText, toolFailure } from "./tool-failure.ts";

export const maxNotebookBytes = 100 * 1024 * 1024;
/** Of what is shown. */
const maxShownChars = 256 * 1024;
/** Of one cell's outputs. */
const maxOutputChars = 10_000;

interface NotebookFile {
  /** With its links resolved. */
  readonly real: string;
  readonly filePath: string;
  readonly stats: Stats;
  readonly readFiles: ReadFiles;
}

/** All cells with their outputs, as the model sees them. */
export async function readNotebook(handle: FileHandle, file: NotebookFile): Promise<ToolOutput> {
  const { real, filePath, stats, readFiles } = file;
  if (stats.size > maxNotebookBytes) return tooLarge(stats.size);
  const content = await handle.readFile();
  const shown = cellsOf(content.toString());
  if (typeof shown === "string") return { content: shown, isError: true };
  const size = JSON.stringify(shown).length;
  if (size > maxShownChars) return tooLarge(size);
  readFiles.record(real, stats, everything, digestOf(content));
  const details = { type: "notebook", file: { filePath, cells: shown } };
  if (shown.length === 0) return { content: emptyText, details };
  return { content: merged(shown.flatMap(blocksOf)), details };
}

const emptyText = "<system-reminder>Warning: the notebook exists but has no cells.</system-reminder>";

function tooLarge(size: number): ToolOutput {
  return toolFailure(
    `Notebook content (${sizeText(size)}) exceeds maximum allowed size (${sizeText(maxShownChars)}). Use Bash with jq to read specific portions: jq '.cells[:20]' shows the first cells, jq '.cells | length' counts them.`,
  );
}

interface ShownOutput {
  readonly output_type: string;
  readonly text?: string;
  readonly image?: { readonly image_data: string; readonly media_type: string };
}

interface ShownCell {
  readonly cellType: string;
  readonly source: string;
  readonly cell_id: string;
  readonly execution_count?: number;
  readonly language?: string;
  readonly outputs?: readonly ShownOutput[];
}

/** A text: what is wrong with the file. */
function cellsOf(json: string): ShownCell[] | string {
  try {
    const notebook = parseNotebook(json);
    const language = languageOf(notebook);
    return notebook.cells.map((cell, index) => shownCell(cell, index, language));
  } catch (error) {
    return errorText(error);
  }
}

function shownCell(cell: Cell, index: number, language: string): ShownCell {
  const cellType = text(cell.cell_type) ?? "code";
  const shown = { cellType, source: joined(cell.source), cell_id: cellId(cell, index) };
  if (cellType !== "code") return shown;
  const count = number(cell.execution_count);
  const outputs = outputsOf(cell).map(shownOutput);
  const size = outputs.reduce((sum, one) => sum + (one.text?.length ?? 0) + (one.image?.image_data.length ?? 0), 0);
  const left = `Outputs are too large to include. Use Bash with: cat <notebook_path> | jq '.cells[${index}].outputs'`;
  return {
    ...shown,
    ...(count !== undefined && { execution_count: count }),
    language,
    ...(outputs.length > 0 && {
      outputs: size > maxOutputChars ? [{ output_type: "stream", text: left }] : outputs,
    }),
  };
}

function shownOutput(output: CellOutput): ShownOutput {
  const output_type = text(output.output_type) ?? "";
  if (output_type === "stream") return { output_type, text: joined(output.text) };
  if (output_type === "error") {
    const trace = Array.isArray(output.traceback) ? output.traceback.join("\n") : "";
    return { output_type, text: `${text(output.ename) ?? ""}: ${text(output.evalue) ?? ""}\n${trace}` };
  }
  const data = isFields(output.data) ? output.data : {};
  const image = imageOf(data);
  return { output_type, text: joined(data["text/plain"]), ...(image !== undefined && { image }) };
}

/** One of another type than it says is refused by the API, and with it every later request. */
function imageOf(data: CellOutput): ShownOutput["image"] {
  for (const media_type of ["image/png", "image/jpeg"]) {
    const image_data = joined(data[media_type]).replace(/\s/g, "");
    const bytes = Buffer.from(image_data, "base64");
    if (typeOfBytes(bytes) === media_type && bytes.length <= maxImageBytes) return { image_data, media_type };
  }
  return undefined;
}

function blocksOf({ cellType, source, cell_id, language, outputs = [] }: ShownCell): ContentBlock[] {
  const kind = cellType === "code" ? "" : `<cell_type>${cellType}</cell_type>`;
  const speech = language === undefined || language === "python" ? "" : `<language>${language}</language>`;
  const cell = textBlock(`<cell id="${cell_id}">${kind}${speech}${source}</cell id="${cell_id}">`);
  return [cell, ...outputs.flatMap(outputBlocks)];
}

function outputBlocks({ text: said, image }: ShownOutput): ContentBlock[] {
  return [
    ...(said ? [textBlock(`\n${said}`)] : []),
    ...(image ? [imageBlock(image.media_type, image.image_data)] : []),
  ];
}

/** Neighbouring texts are one block. */
function merged(blocks: readonly ContentBlock[]): ContentBlock[] {
  const found: ContentBlock[] = [];
  for (const block of blocks) {
    const last = found.at(-1);
    if (last !== undefined && isTextBlock(last) && isTextBlock(block))
      found[found.length - 1] = textBlock(`${last.text}\n${block.text}`);
    else found.push(block);
  }
  return found;
}
