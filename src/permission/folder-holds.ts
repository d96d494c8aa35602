import { coversName, isLeftOut, type LeftOut } from "./name-filters.ts";
import { baseName, parentPath } from "./path/absolute-path.ts";
import { foldCase, PathSubject } from "./path/path-subject.ts";
import { namesOverlap } from "./path/pattern-overlap.ts";
import { type FileView, resolveLinks } from "./path/resolve-links.ts";
import type { PathRuleIndex } from "./path-rule-index.ts";
import type { Policy } from "./policy.ts";
import type { Rule } from "./rule.ts";
import { escaped } from "./shell/word-pattern.ts";

/** Which files below a folder are meant. */
export interface Search {
  /** Absolute. */
  readonly folder: string;
  readonly does: "read" | "edit";
  /** The patterns that the names of files have to fit; undefined: all are meant. */
  readonly names?: readonly string[] | undefined;
  /** What is in a folder whose name fits is meant, too. */
  readonly withContents?: boolean;
  /** Links that fit are followed. */
  readonly followsLinks?: boolean;
  /** A name with blanks, quotes or wildcards in it would be taken for others. */
  readonly splitsNames?: boolean;
  /** What is left out of it. */
  readonly leftOut?: readonly LeftOut[];
  /** So is what has a dot in front of its name, or in front of that of a folder on the way, unless a file says otherwise. */
  readonly skipsHidden?: boolean;
  /** Files that are not there any more are meant, too. */
  readonly inHistory?: boolean;
}

/** A rule that may be about a file below a folder: as far as can be seen, about one that is there. */
export function ruleBelow(effect: "deny" | "ask", search: Search, policy: Policy): Rule | undefined {
  const { files } = policy.parts;
  const real = resolveLinks(search.folder, files);
  const folders = real === undefined || real === search.folder ? [search.folder] : [search.folder, real];
  for (const folder of folders) {
    const rule = ruleInOne(effect, { ...search, folder }, policy);
    if (rule !== undefined) return rule;
  }
  return undefined;
}

function ruleInOne(effect: "deny" | "ask", search: Search, policy: Policy): Rule | undefined {
  const { folder, does, names = ["**"] } = search;
  const index = policy.pathIndex(effect, does);
  const overlaps = policy.pathOverlaps(effect, does);
  const start = folder === "/" ? "/" : `${escaped(folder)}/`;
  const seen = new SeenBy(search, policy);
  const isSpared = index.find(new PathSubject(folder)) === undefined;
  const all = search.withContents ? names.flatMap((name) => [name, `${name}/**`]) : names;
  const find = (leftOut: readonly LeftOut[]): Rule | undefined => {
    const isMeant = isSpared ? (own: readonly string[]): boolean => !seen.leavesOut(own, leftOut) : undefined;
    return all.map((name) => overlaps.findBelow(`${start}**/${name}`, isMeant)).find((one) => one !== undefined);
  };
  const rule = find([]);
  const isOpen = search.followsLinks === true || search.splitsNames === true;
  if ((rule === undefined && !isOpen) || search.inHistory) return rule;
  const { tree } = policy.parts.files;
  const unknown = rule ?? index.first;
  // Where nobody can look, a rule is about the file that it names, and not about others of that name further down.
  if (tree === undefined && !isOpen) return index.findInside(folder) ?? (index.find(new PathSubject(folder)) && rule);
  const below = tree?.(folder);
  if (below === undefined) return isOpen ? unknown : find(search.leftOut ?? []);
  for (const path of below) {
    const found = seen.hasName(path) ? ruleOfPath(path, { search, index, seen, unknown }, policy) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Looking {
  readonly search: Search;
  readonly index: PathRuleIndex;
  readonly seen: SeenBy;
  /** A rule that may be about whatever cannot be known. */
  readonly unknown: Rule | undefined;
}

/** A rule about a path below the folder, or about what it leads to. */
function ruleOfPath(path: string, { search, index, seen, unknown }: Looking, policy: Policy): Rule | undefined {
  const { folder, splitsNames, followsLinks } = search;
  const { files } = policy.parts;
  if (splitsNames && /[\s'"\\*?[]/.test(path)) return unknown;
  const whole = folder === "/" ? `/${path}` : `${folder}/${path}`;
  const real = followsLinks ? files.realpath(whole) : undefined;
  if (real !== undefined && real !== whole) {
    const led = index.find(new PathSubject(real)) ?? (files.isFolder?.(real) === false ? undefined : unknown);
    if (led !== undefined) return led;
  }
  const found = index.find(new PathSubject(whole));
  return found === undefined || seen.leavesOutPath(path, whole) ? undefined : found;
}

/** What a search sees of the files below its folder. */
class SeenBy {
  readonly #search: Search;
  readonly #files: FileView;
  #unhides: boolean | undefined;

  constructor(search: Search, { parts }: Policy) {
    this.#search = search;
    this.#files = parts.files;
  }

  /** By the last name: a folder in front of it is not worth reading, unless all in it is meant. */
  hasName(path: string): boolean {
    const { names, withContents } = this.#search;
    if (names === undefined) return true;
    const all = withContents ? [baseName(this.#search.folder), ".", ...path.split("/")] : [baseName(path)];
    return all.some((name) => names.some((pattern) => fits(name, pattern)));
  }

  leavesOutPath(path: string, whole: string): boolean {
    const { leftOut = [], skipsHidden } = this.#search;
    if (isLeftOut(path, leftOut, () => this.#files.isFolder?.(whole) === true)) return true;
    return skipsHidden === true && /(?:^|\/)\./.test(path) && !this.#isUnhidden(parentPath(whole));
  }

  /** Whether it leaves out all that a rule can be about, by the names of that; the folder itself is not what the rule is about. */
  leavesOut(own: readonly string[], leftOut: readonly LeftOut[]): boolean {
    const { folder, skipsHidden, inHistory } = this.#search;
    if (inHistory || (leftOut.length === 0 && !skipsHidden)) return false;
    const above = foldCase(escaped(folder)).split("/").filter(Boolean);
    const first = above.findIndex((name, at) => own[at] !== name);
    const from = first === -1 ? above.length : own[first] === "**" ? first : own.length;
    return own.slice(from).some((name) => {
      if (skipsHidden && name.startsWith(".") && !this.#isUnhidden(folder)) return true;
      return coversName(leftOut, name);
    });
  }

  /** ripgrep takes a hidden file that an ignore file wants to be seen. */
  #isUnhidden(folder: string): boolean {
    if (folder !== this.#search.folder) return saysOtherwise(folder, this.#files);
    this.#unhides ??= saysOtherwise(folder, this.#files);
    return this.#unhides;
  }
}

function saysOtherwise(folder: string, files: FileView): boolean {
  for (let at = folder; ; at = parentPath(at)) {
    for (const name of [".gitignore", ".ignore", ".rgignore"]) {
      const bytes = files.bytes?.(at === "/" ? `/${name}` : `${at}/${name}`);
      if (bytes !== undefined && /^\s*!/m.test(new TextDecoder().decode(bytes))) return true;
    }
    if (at === "/" || at === "") return false;
  }
}

function fits(name: string, pattern: string): boolean {
  const last = baseName(pattern);
  return /^\*+$/.test(last) || namesOverlap(escaped(foldCase(name)), foldCase(last));
}
