import { absolutePath } from "./path/absolute-path.ts";
import { anyText } from "./path/pattern-overlap.ts";
import type { FileView } from "./path/resolve-links.ts";
import { expandPattern } from "./shell/expand-globs.ts";
import type { FileTarget } from "./shell/simple-command.ts";
import { escaped, literalOf, wordPatterns } from "./shell/word-pattern.ts";

/** What has to be known to say which names a word stands for. */
export interface GlobPlaces {
  readonly home: string;
  readonly files: FileView;
  /** Where the line begins; undefined where that cannot be known. */
  readonly cwd: string | undefined;
  /** The line gives wildcards another meaning. */
  readonly changesGlobs: boolean;
}

/** The paths that a word with braces and wildcards stands for now, itself where none fits; undefined where that cannot be known. */
export function spelledPaths({ text, spelledIn }: FileTarget, places: GlobPlaces): readonly string[] | undefined {
  const { home, files, cwd, changesGlobs } = places;
  if (cwd === undefined || spelledIn === undefined || changesGlobs) return undefined;
  const here = absolutePath(cwd, spelledIn);
  const { patterns } = wordPatterns(text, { home, here });
  const found: string[] = [];
  for (const written of patterns) {
    const pattern = written.startsWith("/") ? written : `${escaped(here)}/${written}`;
    const names = pattern.includes(anyText) ? undefined : pathsFor(pattern, files);
    if (names === undefined) return undefined;
    found.push(...names);
  }
  return found;
}

function pathsFor(pattern: string, files: FileView): readonly string[] | undefined {
  const literal = literalOf(pattern);
  if (literal !== undefined) return [literal];
  const names = expandPattern(pattern, files);
  // What matches nothing stays as it is.
  return names?.length === 0 ? [pattern.replace(/\\([\s\S])/g, "$1")] : names;
}
