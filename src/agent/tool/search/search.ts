/** Which files are searched. */
export interface SearchedFiles {
  /** Real and absolute. Links in it are not followed. */
  readonly folder: string;
  /** Only this file of it, whatever the rest says. */
  readonly file?: string;
  /** As ripgrep has them: the last one that fits a path decides, `!` leaves out; they go before ignore files. */
  readonly globs: readonly string[];
  /** As ripgrep names them: `ts`, `py`. */
  readonly type?: string;
  /** Leave out what `.gitignore`, `.ignore` and `.rgignore` name? */
  readonly honoursIgnoreFiles: boolean;
}

/** What is searched for: a regular expression in ripgrep's dialect. */
export interface SearchedText {
  readonly pattern: string;
  readonly ignoreCase: boolean;
  /** May a match go on in the next line? */
  readonly multiline: boolean;
}

export type Search =
  | { readonly kind: "files"; readonly within: SearchedFiles }
  | { readonly kind: "matching"; readonly within: SearchedFiles; readonly text: SearchedText }
  | { readonly kind: "counts"; readonly within: SearchedFiles; readonly text: SearchedText }
  | {
      readonly kind: "lines";
      readonly folder: string;
      /** Searched in this order. */
      readonly files: readonly string[];
      readonly text: SearchedText;
      readonly before: number;
      readonly after: number;
      readonly maxLines: number;
    };

/** Paths are relative to the folder. */
export interface Found {
  readonly path: string;
  /** When the file was last changed, if the engine looked. */
  readonly mtimeMs?: number;
  /** Matching lines; matches if they may have several. Only of a search for counts. */
  readonly count?: number;
  /** Only of a search for lines. */
  readonly line?: FoundLine;
}

export interface FoundLine {
  readonly number: number;
  /** Its beginning, when it is long. */
  readonly text: string;
  readonly isMatch: boolean;
}

export interface SearchEnd {
  /** What could not be read, with the reason. */
  readonly unreadable: readonly string[];
  /** There may be more. */
  readonly timedOut: boolean;
}

export interface SearchRun {
  /** Called with what was found since; not after the end. Files come in any order, except in a search for lines. */
  readonly found: (found: readonly Found[]) => void;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Ripgrep or what stands in for it. Binary files are not searched. */
export interface SearchEngine {
  /** Rejects when aborted, and for a pattern, glob or type that cannot be used; the message is for the model. */
  run(search: Search, run: SearchRun): Promise<SearchEnd>;
}

/** Of a line; the rest is not kept. */
const maxLineChars = 500;

/** `text`, as long as a line may be. */
export function cutLine(text: string): string {
  const line = text.replace(/\r$/, "");
  return line.length > maxLineChars ? `${line.slice(0, maxLineChars).toWellFormed()}... [truncated]` : line;
}
