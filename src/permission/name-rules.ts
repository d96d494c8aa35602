import type { Ask } from "./ask.ts";
import { ruleBelow } from "./folder-holds.ts";
import { type PathPlace, pathUse } from "./judge-path.ts";
import type { NamedFile, NamePattern } from "./named-files.ts";
import type { PathSubject } from "./path/path-subject.ts";
import type { Policy } from "./policy.ts";
import type { Rule } from "./rule.ts";
import { expandPattern } from "./shell/expand-globs.ts";

/** What rules say of a file that may be named. */
export interface NameFinding {
  /** Undefined where only a pattern is known. */
  readonly path: string | undefined;
  readonly find: (effect: "deny" | "ask", does: "read" | "edit") => Rule | undefined;
}

/** Every way in which a path rule restricts. */
export const restrictions = [
  ["deny", "read"],
  ["deny", "edit"],
  ["ask", "read"],
  ["ask", "edit"],
] as const;

/** Holds names against the path rules of a policy, for the time of one decision. */
export class NameRules {
  readonly #ask: Ask;
  readonly #policy: Policy;
  readonly #place: PathPlace;
  readonly #globsHidden: boolean;
  /** The same names stand in many places of a line. */
  readonly #known = new Map<string, NameFinding>();

  /** `globsHidden`: a wildcard of the shell may stand for a name with a dot in front. */
  constructor(ask: Ask, policy: Policy, globsHidden = false) {
    this.#ask = ask;
    this.#policy = policy;
    this.#place = { home: policy.parts.home, files: policy.parts.files };
    this.#globsHidden = globsHidden;
  }

  /** With its contents: what is below a folder of that name is meant, too. */
  about(file: NamedFile, withContents: boolean): NameFinding {
    const { name, isLoose } = file;
    const written = "path" in name ? `=${name.path}` : `${name.byShell ? "*" : "?"}${name.pattern}`;
    const key = `${isLoose ? "loose" : ""}${withContents ? "/" : ""}${written}`;
    const known = this.#known.get(key) ?? onceEach(this.#about(file, withContents));
    this.#known.set(key, known);
    return known;
  }

  #about({ name, isLoose }: NamedFile, withContents: boolean): NameFinding {
    if ("pattern" in name) return this.#aboutPattern(name, withContents);
    const place = isLoose ? { ...this.#place, files: withoutLinks } : this.#place;
    const { named, real } = pathUse("read", "Read", name.path, this.#ask.cwd, place);
    const isFile = (): boolean => !isLoose && this.#isFile(named.path, name.path);
    const find: NameFinding["find"] = (effect, does) =>
      this.#find(effect, does, [named, real], isFile, withContents && !isLoose);
    return { path: named.path, find };
  }

  #aboutPattern({ pattern, byShell }: NamePattern, withContents: boolean): NameFinding {
    const { files } = this.#policy.parts;
    const names = byShell && !this.#globsHidden ? expandPattern(pattern, files) : undefined;
    const uses = names?.map((name) => pathUse("read", "Read", name, this.#ask.cwd, this.#place));
    return {
      path: undefined,
      find: (effect, does) => {
        const overlaps = this.#policy.pathOverlaps(effect, does);
        if (uses === undefined) return byShell ? overlaps.findBelow(pattern) : overlaps.find(pattern);
        const subjects = uses.flatMap(({ named, real }) => [named, real]);
        return this.#find(effect, does, subjects, () => true, withContents);
      },
    };
  }

  #find(
    effect: "deny" | "ask",
    does: "read" | "edit",
    subjects: readonly (PathSubject | undefined)[],
    isFile: () => boolean,
    withContents: boolean,
  ): Rule | undefined {
    const index = this.#policy.pathIndex(effect, does);
    if (index.isEmpty) return undefined;
    for (const subject of new Set(subjects)) {
      if (subject === undefined) continue;
      const rule = index.find(subject);
      if (rule !== undefined && (!isEverything(rule) || isFile())) return rule;
      const inside = withContents ? ruleBelow(effect, { folder: subject.path, does }, this.#policy) : undefined;
      if (inside !== undefined) return inside;
    }
    return undefined;
  }

  /** A word such as `test` is no file because a rule is about all of them. */
  #isFile(path: string, written: string): boolean {
    const name = written.startsWith(`${this.#ask.cwd}/`) ? written.slice(this.#ask.cwd.length + 1) : written;
    if (/[./~]/.test(name)) return true;
    const { files } = this.#policy.parts;
    return files.realpath(path) !== undefined && files.isFolder?.(path) !== true;
  }
}

function onceEach({ path, find }: NameFinding): NameFinding {
  const found = new Map<string, Rule | undefined>();
  return {
    path,
    find: (effect, does) => {
      const key = effect + does;
      if (!found.has(key)) found.set(key, find(effect, does));
      return found.get(key);
    },
  };
}

/** A rule for the whole of a tool, or as wide as that. */
export function isEverything({ specifier }: Rule): boolean {
  return specifier === undefined || /^(?:\/\/|~\/|\.\/|\/)?\*\*?(?:\/\*\*?)*$/.test(specifier);
}

/** For texts of which it is not known whether they are names at all. */
const withoutLinks = { realpath: (path: string): string => path, readlink: (): undefined => undefined };
