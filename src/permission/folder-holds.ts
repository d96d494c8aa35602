import { baseName } from "./path/absolute-path.ts";
import { foldCase, PathSubject } from "./path/path-subject.ts";
import { namesOverlap } from "./path/pattern-overlap.ts";
import { resolveLinks } from "./path/resolve-links.ts";
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
  const overlaps = policy.pathOverlaps(effect, does);
  const start = folder === "/" ? "/" : `${escaped(folder)}/`;
  const find = (name: string): Rule | undefined => overlaps.findBelow(`${start}**/${name}`);
  const rule = names.map(find).find((one) => one !== undefined);
  if (rule === undefined || search.inHistory) return rule;
  const index = policy.pathIndex(effect, does);
  const { tree } = policy.parts.files;
  // Where nobody can look, a rule is about the file that it names, and not about others of that name further down.
  if (tree === undefined) return index.findInside(folder) ?? (index.find(new PathSubject(folder)) && rule);
  const below = tree(folder);
  if (below === undefined) return rule;
  const isMeant = (path: string): boolean => search.names === undefined || fits(path, search.names);
  for (const path of below) {
    const found = isMeant(path)
      ? index.find(new PathSubject(start === "/" ? `/${path}` : `${folder}/${path}`))
      : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** By its last name: a folder in front of it is not worth reading. */
function fits(path: string, patterns: readonly string[]): boolean {
  const name = foldCase(baseName(path));
  return patterns.some(
    (pattern) => /^\*+$/.test(baseName(pattern)) || namesOverlap(escaped(name), foldCase(baseName(pattern))),
  );
}
