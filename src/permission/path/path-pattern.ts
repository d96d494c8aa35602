import type { Effect } from "../rule.ts";
import { absolutePath, parentPath } from "./absolute-path.ts";
import { compileSegments, globLiterals, matchSegments, type Segment } from "./glob-segments.ts";
import { foldCase, type PathSubject } from "./path-subject.ts";
import { type FileView, resolveLinks } from "./resolve-links.ts";

/** Where the four kinds of path patterns begin. */
export interface PatternPlaces {
  /** The primary working folder: `src/**`, `./src`. */
  readonly cwd: string;
  readonly home: string;
  /** Of the settings file: `/src`. */
  readonly folder: string;
}

/** Tells whether an absolute path, or a folder above it, is what a pattern means. */
export interface PathPattern {
  test(subject: PathSubject): boolean;
  /** It matches the path as {@link PathSubject.folded} has it. */
  readonly folds: boolean;
  /** For each way in which it matches, texts that are all in the path. */
  readonly needs: readonly (readonly string[])[];
}

/** One way in which a pattern matches. */
interface Way {
  readonly test: (subject: PathSubject) => boolean;
  readonly needs: readonly string[];
}

/**
 * A pattern as gitignore has it, bound to where it was written. What forbids is matched wider than what allows: `src/**`
 * at any depth, in either case of letters (`foldsCase`), and also under the real name of the folder it begins with.
 * Undefined: it can match nothing.
 */
export function compilePathPattern(
  written: string,
  effect: Effect,
  places: PatternPlaces,
  options: { files: FileView; foldsCase: boolean },
): PathPattern | undefined {
  const restricts = effect !== "allow";
  const begin = beginOf(written, places);
  const straight = begin && straightened(begin);
  if (begin === undefined || straight === undefined) return undefined;
  const folds = restricts && options.foldsCase;
  const fold = folds ? foldCase : same;
  const glob = readGlob(straight.glob, straight.anchored, restricts);
  const segments = compileSegments(fold(glob.text));
  if (segments === undefined) return undefined;
  const whole = glob.anchored ? segments : anyDepth(segments);
  const folders = foldersOf(straight.folder, options.files).map(fold);
  const test = under(folders, [...whole, "**"], literalOf(fold(glob.text)), glob.contentsOnly);
  const ways: Way[] = [{ test, needs: globLiterals(fold(glob.text)) }];
  if (restricts) ways.push(...underRealPrefix(straight.folder, glob.text, fold, options.files));
  // What `..` climbs out of may be a link.
  if (restricts && straight !== begin) ways.push(...underRealPrefix(begin.folder, begin.glob, fold, options.files));
  return {
    test: (subject) => ways.some((way) => way.test(folds ? subject.folded : subject)),
    folds,
    needs: ways.map(({ needs }) => needs),
  };
}

/**
 * The names, from the root on, that a pattern which restricts is made of, under each name of the folder it begins in; in
 * one case of letters. Undefined: it can match nothing.
 */
export function patternNames(written: string, places: PatternPlaces, files: FileView): string[][] | undefined {
  const begin = beginOf(written, places);
  const straight = begin && straightened(begin);
  if (straight === undefined) return undefined;
  const glob = readGlob(straight.glob, straight.anchored, true);
  const names = foldCase(glob.text).split("/").filter(isName);
  const any = glob.anchored || names[0] === "**" ? [] : ["**"];
  return foldersOf(straight.folder, files).map((folder) => [
    ...foldCase(folder)
      .replace(/[*?[\\]/g, "\\$&")
      .split("/")
      .filter(isName),
    ...any,
    ...names,
  ]);
}

function isName(name: string): boolean {
  return name !== "";
}

function same(text: string): string {
  return text;
}

function anyDepth(segments: readonly Segment[]): readonly Segment[] {
  return segments[0] === "**" ? segments : ["**", ...segments];
}

function under(
  folders: readonly string[],
  segments: readonly Segment[],
  literal: string | undefined,
  contentsOnly: boolean,
): Way["test"] {
  return (subject) =>
    folders.some((folder) => {
      const names = subject.namesIn(folder);
      if (names === undefined || (literal !== undefined && !names.set.has(literal))) return false;
      return matchSegments(segments, contentsOnly ? names.list.slice(0, -1) : names.list);
    });
}

/** A name that must be in every path the glob matches: most patterns are told apart by it. */
function literalOf(glob: string): string | undefined {
  return glob.split("/").findLast((part) => part !== "" && !/[*?[\\]/.test(part));
}

interface Begin {
  readonly folder: string;
  readonly glob: string;
  readonly anchored: boolean;
}

function beginOf(written: string, { cwd, home, folder }: PatternPlaces): Begin | undefined {
  // gitignore's exceptions: a rule cannot take back another one.
  if (written.startsWith("!")) return undefined;
  if (written.startsWith("//")) return { folder: "/", glob: written.slice(2), anchored: true };
  if (written === "~" || written.startsWith("~/")) return { folder: home, glob: written.slice(2), anchored: true };
  if (written.startsWith("/")) return { folder, glob: written.slice(1), anchored: true };
  let glob = written;
  let from = cwd;
  let anchored = false;
  for (;;) {
    if (glob.startsWith("./")) glob = glob.slice(2);
    else if (glob.startsWith("../")) {
      glob = glob.slice(3);
      from = parentPath(from);
      anchored = true;
    } else break;
  }
  return { folder: from, glob: glob === "." ? "**" : glob, anchored };
}

/** Without `.`, `..` and empty names, which are in no path that is matched. Undefined: what `..` climbs out of is not known. */
function straightened(begin: Begin): Begin | undefined {
  if (!/(?:^|\/)\.{0,2}\//.test(begin.glob) && !/\/\.{1,2}$/.test(begin.glob)) return begin;
  const names: string[] = [];
  let { folder, anchored } = begin;
  for (const name of begin.glob.split("/")) {
    if (name === "..") {
      const before = names.pop();
      if (before !== undefined && /[*?[\\]/.test(before)) return undefined;
      if (before === undefined) folder = parentPath(folder);
      anchored = true;
    } else if (name !== "" && name !== ".") names.push(name);
  }
  const isFolder = begin.glob.endsWith("/") && names.length > 0;
  return { folder, glob: names.length === 0 ? "**" : names.join("/") + (isFolder ? "/" : ""), anchored };
}

/** `x/**` is x and all in it; `x/` only what is in it. With a slash inside it is bound to where it begins. */
function readGlob(
  glob: string,
  anchored: boolean,
  restricts: boolean,
): { text: string; anchored: boolean; contentsOnly: boolean } {
  const wholeFolder = /\/\*\*\/?$/.test(glob);
  const trailingSlash = !wholeFolder && glob.endsWith("/");
  const text = wholeFolder ? glob.replace(/\/\*\*\/?$/, "") : withoutEndingSlashes(glob);
  const bound = anchored || text.includes("/") || (wholeFolder && !restricts);
  return { text, anchored: bound, contentsOnly: trailingSlash && !restricts };
}

function withoutEndingSlashes(glob: string): string {
  let end = glob.length;
  while (glob[end - 1] === "/") end -= 1;
  return glob.slice(0, end);
}

function foldersOf(folder: string, files: FileView): string[] {
  const real = resolveLinks(folder, files);
  return real === undefined || real === folder ? [folder] : [folder, real];
}

/** The folders a pattern names before its first wildcard may be links themselves. */
function underRealPrefix(folder: string, glob: string, fold: (text: string) => string, files: FileView): Way[] {
  const parts = glob.split("/").filter((part) => part !== "");
  const wild = parts.findIndex((part) => /[*?[\\]/.test(part));
  const literal = wild === -1 ? parts : parts.slice(0, wild);
  if (literal.length === 0) return [];
  const named = absolutePath(folder, literal.join("/"));
  const real = resolveLinks(literal.includes("..") ? `${folder}/${literal.join("/")}` : named, files);
  if (real === undefined || real === named) return [];
  const behind = fold(parts.slice(literal.length).join("/"));
  const rest = compileSegments(behind);
  if (rest === undefined) return [];
  return [{ test: under([fold(real)], [...rest, "**"], undefined, false), needs: globLiterals(behind) }];
}
