import type { Ask } from "./ask.ts";
import { ruleBelow } from "./folder-holds.ts";
import { type PathView, pathUse } from "./judge-path.ts";
import type { LeftOut } from "./name-filters.ts";
import type { NamedFile, NamePattern } from "./named-files.ts";
import { isStraight } from "./path/absolute-path.ts";
import { maxPath } from "./path/max-path.ts";
import { foldCase, type PathSubject } from "./path/path-subject.ts";
import { resolveLinks } from "./path/resolve-links.ts";
import type { PathRuleIndex } from "./path-rule-index.ts";
import type { Policy } from "./policy.ts";
import type { Rule } from "./rule.ts";
import { expandPattern } from "./shell/expand-globs.ts";

/** What rules say of a file that may be named. */
interface NameFinding {
  /** True: no rule is about it. */
  readonly isEmpty: boolean;
  /** Undefined where only a pattern is known. */
  readonly path: string | undefined;
  find(effect: "deny" | "ask", does: "read" | "edit"): Rule | undefined;
}

/** What of a name is meant: with all that is below a folder, or, of those that a pattern stands for, no folders. */
export type Reach = "itself" | "contents" | "files";

/** Every way in which a path rule restricts. */
export const restrictions = [
  ["deny", "read"],
  ["deny", "edit"],
  ["ask", "read"],
  ["ask", "edit"],
] as const;

/** Is a rule about every file, so that it does not matter which one is meant? */
export function restrictsAll(policy: Policy): boolean {
  return restrictions.some(([effect, does]) => policy.pathOverlaps(effect, does).isAboutAll);
}

/** Holds names against the path rules of a policy, for the time of one decision. */
export class NameRules {
  readonly #ask: Ask;
  readonly #policy: Policy;
  readonly #view: PathView;
  /** For texts of which it is not known whether they are names at all. */
  readonly #looseView: PathView;
  readonly #changesGlobs: boolean;
  /** Each once. */
  #indexes: readonly PathRuleIndex[] | undefined;
  /** The same names stand in many places of a line. */
  readonly #paths = new Map<string, KnownName>();
  readonly #patterns = new Map<string, KnownName>();
  readonly #globs = new Map<string, KnownName>();

  /** `changesGlobs`: a wildcard of the shell may stand for other names than by default. */
  constructor(ask: Ask, policy: Policy, changesGlobs = false) {
    this.#ask = ask;
    this.#policy = policy;
    this.#view = { home: policy.parts.home, files: policy.parts.files };
    this.#looseView = { home: policy.parts.home, files: withoutLinks };
    this.#changesGlobs = changesGlobs;
  }

  /** `leftOut`: of what is below it. */
  about(file: NamedFile, reach: Reach, leftOut: readonly LeftOut[] = nothingLeftOut): NameFinding {
    const known = this.#known(file.name);
    if (known.finding !== undefined && known.wasLookedAt(file.isLoose, reach, leftOut)) return known.finding;
    known.looked = { isLoose: file.isLoose, reach, leftOut };
    known.finding = reach !== "contents" && this.#isUnruled(file, known) ? nothing : this.#about(file, reach, leftOut);
    return known.finding;
  }

  /** Is it judged for somebody for the first time? What is looked up in the folder need not be held against rules as a pattern, too. */
  isNew({ name }: NamedFile, whom: object): boolean {
    const isNew = this.#known(name).judgedFor(whom);
    if (isNew && "pattern" in name && name.byShell && name.otherwise !== "nothing")
      this.#nameOf(this.#patterns, name.pattern).judgedFor(whom);
    return isNew;
  }

  /** What is known of a name in this decision. */
  #known(name: NamedFile["name"]): KnownName {
    if ("path" in name) return this.#nameOf(this.#paths, name.path);
    const key = name.otherwise === undefined ? name.pattern : `${name.otherwise} ${name.pattern}`;
    return this.#nameOf(name.byShell ? this.#globs : this.#patterns, key);
  }

  #nameOf(names: Map<string, KnownName>, key: string): KnownName {
    let known = names.get(key);
    if (known === undefined) {
      known = new KnownName();
      names.set(key, known);
    }
    return known;
  }

  #about({ name, isLoose }: NamedFile, reach: Reach, leftOut: readonly LeftOut[]): NameFinding {
    if ("pattern" in name) return this.#aboutPattern(name, reach, leftOut);
    const without = reach === "contents" && !isLoose ? leftOut : undefined;
    const { named, real } = pathUse("read", "Read", name.path, this.#ask.cwd, isLoose ? this.#looseView : this.#view);
    const isFile = (): boolean => !isLoose && this.#isFile(named.path, name.path);
    return new FindingOnce(named.path, (effect, does) => {
      const index = this.#policy.pathIndex(effect, does);
      if (index.isEmpty) return undefined;
      const rule = this.#findOf(index, effect, does, named, isFile, without);
      if (rule !== undefined || real === undefined || real === named) return rule;
      return this.#findOf(index, effect, does, real, isFile, without);
    });
  }

  /** Can no rule be about it, nor about what it leads to? Most names are such, and nothing has to be made for them. */
  #isUnruled({ name, isLoose }: NamedFile, known: KnownName): boolean {
    if ("pattern" in name) return false;
    const { path } = name;
    known.isSpelledInRule ??= this.#isSpelledInRule(path);
    return !known.isSpelledInRule && (isLoose || resolveLinks(path, this.#policy.parts.files) === path);
  }

  /** False: no rule is about a path, as it is written. */
  #isSpelledInRule(path: string): boolean {
    if (!isStraight(path) || path.length > maxPath || path.startsWith("/proc/")) return true;
    this.#indexes ??= [...new Set(restrictions.map(([effect, does]) => this.#policy.pathIndex(effect, does)))];
    const folded = foldCase(path);
    for (const index of this.#indexes) if (index.mayConcern(path, folded)) return true;
    return false;
  }

  #aboutPattern({ pattern, byShell, otherwise }: NamePattern, reach: Reach, leftOut: readonly LeftOut[]): NameFinding {
    const { files } = this.#policy.parts;
    const names = byShell && !this.#changesGlobs ? expandPattern(pattern, files) : undefined;
    const isMeant = (name: string): boolean =>
      reach !== "files" || files.isFolder?.(name) !== true || files.realpath(name) !== name;
    const without = reach === "contents" ? leftOut : undefined;
    const uses = names?.filter(isMeant).map((name) => pathUse("read", "Read", name, this.#ask.cwd, this.#view));
    return new FindingOnce(undefined, (effect, does) => {
      const overlaps = this.#policy.pathOverlaps(effect, does);
      if (uses === undefined && otherwise === "nothing") return undefined;
      if (uses === undefined)
        return byShell && otherwise === undefined ? overlaps.findBelow(pattern) : overlaps.find(pattern);
      const index = this.#policy.pathIndex(effect, does);
      if (index.isEmpty) return undefined;
      for (const subject of new Set(uses.flatMap(({ named, real }) => [named, real]))) {
        const rule = subject && this.#findOf(index, effect, does, subject, () => true, without);
        if (rule !== undefined) return rule;
      }
      return undefined;
    });
  }

  #findOf(
    index: PathRuleIndex,
    effect: "deny" | "ask",
    does: "read" | "edit",
    subject: PathSubject,
    isFile: () => boolean,
    contentsWithout: readonly LeftOut[] | undefined,
  ): Rule | undefined {
    const rule = index.find(subject);
    if (rule !== undefined && (!isEverything(rule) || isFile())) return rule;
    if (contentsWithout === undefined) return undefined;
    return ruleBelow(effect, { folder: subject.path, does, leftOut: contentsWithout }, this.#policy);
  }

  /** A word such as `test` is no file because a rule is about all of them. */
  #isFile(path: string, written: string): boolean {
    const name = written.startsWith(`${this.#ask.cwd}/`) ? written.slice(this.#ask.cwd.length + 1) : written;
    if (/[./~]/.test(name)) return true;
    const { files } = this.#policy.parts;
    return files.realpath(path) !== undefined && files.isFolder?.(path) !== true;
  }
}

const nothingLeftOut: readonly LeftOut[] = [];
const nothing: NameFinding = { isEmpty: true, path: undefined, find: () => undefined };

/** A way in which a name is held against rules. */
interface Look {
  readonly isLoose: boolean;
  readonly reach: Reach;
  readonly leftOut: readonly LeftOut[];
}

/** A name, by the ways in which it is looked at and by whom it was judged for. */
class KnownName {
  /** The last finding, and the way in which it was looked at. */
  finding: NameFinding | undefined = undefined;
  looked: Look | undefined = undefined;
  /** May a rule be about it as it is written, wherever it leads? */
  isSpelledInRule: boolean | undefined = undefined;
  #first: object | undefined;
  #others: Set<object> | undefined;

  wasLookedAt(isLoose: boolean, reach: Reach, leftOut: readonly LeftOut[]): boolean {
    const { looked } = this;
    return looked?.isLoose === isLoose && looked.reach === reach && looked.leftOut === leftOut;
  }

  /** For the first time? */
  judgedFor(whom: object): boolean {
    if (this.#first === undefined) {
      this.#first = whom;
      return true;
    }
    if (this.#first === whom || this.#others?.has(whom)) return false;
    this.#others ??= new Set();
    this.#others.add(whom);
    return true;
  }
}

/** Looks for each kind of rule when it is first asked for. */
class FindingOnce implements NameFinding {
  readonly isEmpty = false;
  readonly path: string | undefined;
  readonly #look: NameFinding["find"];
  /** By the way in which they restrict; null: there is none. */
  #found: (Rule | null | undefined)[] | undefined;

  constructor(path: string | undefined, look: NameFinding["find"]) {
    this.path = path;
    this.#look = look;
  }

  find(effect: "deny" | "ask", does: "read" | "edit"): Rule | undefined {
    const way = (effect === "deny" ? 0 : 2) + (does === "read" ? 0 : 1);
    this.#found ??= [undefined, undefined, undefined, undefined];
    let found = this.#found[way];
    if (found === undefined) {
      found = this.#look(effect, does) ?? null;
      this.#found[way] = found;
    }
    return found ?? undefined;
  }
}

/** A rule for the whole of a tool, or as wide as that. */
export function isEverything({ specifier }: Rule): boolean {
  return specifier === undefined || /^(?:\/\/|~\/|\.\/|\/)?\*\*?(?:\/\*\*?)*$/.test(specifier);
}

const withoutLinks = { realpath: (path: string): string => path, readlink: (): undefined => undefined };
