import type { GrepInput } from "./grep-input.ts";
import type { FoundLine } from "./search/search.ts";
import type { SearchTarget } from "./search/search-target.ts";
import type { ToolOutput } from "./tool.ts";

/** What was found, up to one more than is shown. */
export type GrepFound =
  | { readonly mode: "files_with_matches"; readonly files: readonly string[]; readonly total: number }
  | {
      readonly mode: "count";
      readonly counts: readonly { readonly path: string; readonly count: number }[];
      readonly matches: number;
      readonly total: number;
    }
  | { readonly mode: "content"; readonly lines: readonly { readonly path: string; readonly line: FoundLine }[] };

interface ResultOptions {
  readonly input: GrepInput;
  readonly target: SearchTarget;
  readonly notes: readonly string[];
  readonly shown: (path: string) => string;
}

/** In Claude Code's words. */
export function grepResult(found: GrepFound, options: ResultOptions): ToolOutput {
  switch (found.mode) {
    case "files_with_matches":
      return filesResult(found, options);
    case "count":
      return countResult(found, options);
    case "content":
      return contentResult(found, options);
  }
}

function filesResult(
  { mode, files, total }: GrepFound & { mode: "files_with_matches" },
  options: ResultOptions,
): ToolOutput {
  const { kept, page, applied } = paged(files.map(options.shown), options);
  const heading = total === 0 ? "No files found" : `Found ${total} ${total === 1 ? "file" : "files"}${page}`;
  return {
    content: [heading, ...kept, ...options.notes].join("\n"),
    details: { mode, filenames: kept, numFiles: total, ...applied },
  };
}

function countResult(
  { mode, counts, matches, total }: GrepFound & { mode: "count" },
  options: ResultOptions,
): ToolOutput {
  const { kept, page, applied } = paged(
    counts.map(({ path, count }) => `${options.shown(path)}:${count}`),
    options,
  );
  const content = kept.join("\n");
  const sum = `Found ${matches} total ${matches === 1 ? "occurrence" : "occurrences"} across ${total} ${total === 1 ? "file" : "files"}.${page}`;
  return {
    content: [content === "" ? "No matches found" : content, "", sum, ...options.notes].join("\n"),
    details: { mode, numFiles: total, filenames: [], content, numMatches: matches, ...applied },
  };
}

function contentResult({ mode, lines }: GrepFound & { mode: "content" }, options: ResultOptions): ToolOutput {
  const { kept, page, applied } = paged(lines, options);
  const content = written(kept, options).join("\n");
  const notes = [...(page === "" ? [] : [`[Showing results${page}]`]), ...options.notes];
  return {
    content: [content === "" ? "No matches found" : content, ...(notes.length === 0 ? [] : ["", ...notes])].join("\n"),
    details: { mode, numFiles: 0, filenames: [], content, numLines: kept.length, ...applied },
  };
}

/** About what a model can use at once. */
const maxChars = 50_000;

/** The part that was asked for, and no more than fits; `page` says so when it is not all. */
function paged<T>(all: readonly T[], { input }: ResultOptions) {
  const { head_limit, offset } = input;
  const rest = all.slice(offset, head_limit === 0 ? undefined : offset + head_limit);
  let chars = 0;
  const tooMuch = rest.findIndex((entry) => {
    chars += size(entry);
    return chars > maxChars;
  });
  const kept = tooMuch === -1 ? rest : rest.slice(0, Math.max(1, tooMuch));
  const isCut = offset + kept.length < all.length;
  const limit = isCut ? [`limit: ${kept.length}`] : [];
  const parts = [...limit, ...(offset > 0 ? [`offset: ${offset}`] : [])];
  return {
    kept,
    page: parts.length === 0 ? "" : ` with pagination = ${parts.join(", ")}`,
    applied: { ...(isCut && { appliedLimit: kept.length }), ...(offset > 0 && { appliedOffset: offset }) },
  };
}

function size(entry: unknown): number {
  if (typeof entry === "string") return entry.length + 1;
  const { path, line } = entry as { path: string; line: FoundLine };
  return path.length + line.text.length + 10;
}

type Line = { readonly path: string; readonly line: FoundLine };

/** As `rg` writes them: `path:12:text` for a match, `path-11-text` beside it, `--` where something is left out. */
function written(lines: readonly Line[], { input, target, shown }: ResultOptions): string[] {
  const hasContext = [input["-A"], input["-B"], input["-C"]].some((count) => (count ?? 0) > 0);
  return lines.flatMap(({ path, line: { number, text, isMatch } }, index) => {
    const last = lines[index - 1];
    const isGap = last !== undefined && (last.path !== path || last.line.number + 1 !== number);
    const mark = isMatch ? ":" : "-";
    const before = [...(target.file === undefined ? [shown(path)] : []), ...(input["-n"] ? [String(number)] : [])];
    return [...(hasContext && isGap ? ["--"] : []), [...before, text].join(mark)];
  });
}
