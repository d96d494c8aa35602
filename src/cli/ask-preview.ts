import type { Ask } from "../api/gen/bridle/v1/ask_pb.js";
import { plain } from "./output.ts";

type Input = { readonly [name: string]: unknown };

/**
 * What a tool will do if it is allowed, for a person: the whole command, what will be written, what an edit takes out and puts in. At most
 * `maxRows` rows of a terminal of so many columns, with how much more there is.
 */
export function askPreview(ask: Ask, columns: number, maxRows: number): string[] {
  const { toolName, inputJson, rewrittenInputJson: runs, rewrittenBy } = ask;
  const changed: Marked[] =
    runs === "" ? [] : [["│", `runs as (${rewrittenBy}):`], ...contentOf(toolName, parsed(runs))];
  const lines = [...contentOf(toolName, parsed(inputJson)), ...changed].flatMap(([mark, text]) =>
    plain(text)
      .replace(/\n$/, "")
      .split("\n")
      .map((line) => `  ${mark} ${line}`),
  );
  return cut(lines, Math.max(20, columns), maxRows);
}

type Marked = readonly [mark: "│" | "+" | "-", text: string];

function contentOf(toolName: string, input: Input): Marked[] {
  const { command, file_path, content, old_string, new_string, edits, new_source, notebook_path, ...others } = input;
  const { plan, replace_all: _, ...rest } = others;
  const file: Marked[] = typeof file_path === "string" ? [["│", file_path]] : [];
  if (typeof command === "string") return [["│", command], ...restOf(others)];
  if (typeof content === "string") return [...file, ["+", content], ...restOf(others)];
  if (typeof new_source === "string") return [["│", String(notebook_path ?? "")], ["+", new_source], ...restOf(others)];
  if (typeof old_string === "string" || typeof new_string === "string")
    return [...file, ...changeOf(input), ...restOf({ plan, ...rest })];
  if (Array.isArray(edits))
    return [...file, ...edits.flatMap((edit) => changeOf((edit ?? {}) as Input)), ...restOf(others)];
  if (toolName === "ExitPlanMode" && typeof plan === "string") return [["│", plan], ...restOf(rest)];
  return [["│", JSON.stringify(input, undefined, 2)]];
}

/** What else was said: a time limit, that it runs in the background … */
function restOf(fields: Input): Marked[] {
  return Object.entries(fields).flatMap(([name, value]): Marked[] =>
    value === undefined ? [] : [["│", `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`]],
  );
}

function changeOf({ old_string, new_string, replace_all }: Input): Marked[] {
  return [
    ...(replace_all === true ? ([["│", "wherever it stands:"]] as const) : []),
    ...(typeof old_string === "string" && old_string !== "" ? ([["-", old_string]] as const) : []),
    ...(typeof new_string === "string" && new_string !== "" ? ([["+", new_string]] as const) : []),
  ];
}

/** The terminal wraps long lines, so rows are counted; one that is longer than all of them is cut. */
function cut(lines: readonly string[], columns: number, maxRows: number): string[] {
  const shown: string[] = [];
  let rows = 0;
  for (const [at, line] of lines.entries()) {
    const needed = Math.max(1, Math.ceil(line.length / columns));
    if (rows + needed > maxRows) {
      const rest = line.slice(0, (maxRows - rows) * columns);
      const left = lines.length - at - (rest === "" ? 0 : 1);
      const more =
        left > 0 ? `${left} more line${left === 1 ? "" : "s"}` : `${line.length - rest.length} more characters`;
      return [...shown, ...(rest === "" ? [] : [rest]), `  … ${more}: "e" shows all of it`];
    }
    shown.push(line);
    rows += needed;
  }
  return shown;
}

function parsed(json: string): Input {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? (value as Input) : { input: value };
  } catch {
    return {};
  }
}
