import type { CompiledRule } from "./compiled-rule.ts";
import { type PatternPlaces, patternNames } from "./path/path-pattern.ts";
import { foldCase } from "./path/path-subject.ts";
import { patternsOverlap, segmentsOf } from "./path/pattern-overlap.ts";
import type { FileView } from "./path/resolve-links.ts";
import type { Rule } from "./rule.ts";

type PathRule = Extract<CompiledRule, { on: "path" }>;

interface RuleNames {
  readonly rule: Rule;
  readonly names: readonly string[];
  /** The name that the rule is about, the last that is more than wildcards; -1: it is about everything. */
  readonly key: number;
}

/** Path rules, to be held against names of which only a pattern is known. */
export class PathOverlaps {
  readonly #rules: readonly RuleNames[];
  /** By the first letter of the name they are about; by the last with a star in front, where that is a wildcard. */
  readonly #byLetter = new Map<string, RuleNames[]>();
  readonly #everything: Rule | undefined;

  constructor(rules: readonly PathRule[], places: Omit<PatternPlaces, "folder">, files: FileView) {
    const all = rules.flatMap(({ rule }) => namesOf(rule, places, files));
    this.#rules = all.filter(({ key }) => key !== -1);
    this.#everything = all.find(({ key }) => key === -1)?.rule;
    for (const one of this.#rules) {
      const letter = groupOf(one.names[one.key] as string);
      const found = this.#byLetter.get(letter);
      if (found === undefined) this.#byLetter.set(letter, [one]);
      else found.push(one);
    }
  }

  /** Is a rule about every file? */
  get isAboutAll(): boolean {
    return this.#everything !== undefined;
  }

  /** A rule that may be about what an absolute pattern names; every name that is told says something of its own. */
  find(pattern: string): Rule | undefined {
    if (this.#rules.length === 0 && this.#everything === undefined) return undefined;
    for (const names of segmentsOf(foldCase(pattern))) {
      const telling = names.filter((name) => isTelling(name) && !isTooLong(name));
      if (telling.length > 0 && this.#everything !== undefined) return this.#everything;
      const rules = this.#about(telling);
      const found = rules.find((one) => patternsOverlap(names, one.names, one.key, false));
      if (found !== undefined) return found.rule;
    }
    return undefined;
  }

  /** Those whose name begins, or where that is a wildcard ends, as one of these may. */
  #about(names: readonly string[]): readonly RuleNames[] {
    const groups = new Set<string>([""]);
    for (const name of names) {
      const [first, last] = [letterOf(name), lastOf(name)];
      if (first === "" || last === "") return this.#rules;
      groups.add(first).add(`*${last}`);
    }
    return [...groups].flatMap((one) => this.#byLetter.get(one) ?? []);
  }

  /**
   * A rule that may be about something that an absolute pattern can become, whatever its wildcards stand for; of those whose
   * own names are meant.
   */
  findBelow(pattern: string, isMeant?: (names: readonly string[]) => boolean): Rule | undefined {
    if (this.#everything !== undefined || this.#rules.length === 0) return this.#everything;
    for (const names of segmentsOf(foldCase(pattern))) {
      const found = this.#rules.find(
        (one) => patternsOverlap(names, one.names, one.key, true) && (isMeant === undefined || isMeant(one.names)),
      );
      if (found !== undefined) return found.rule;
    }
    return undefined;
  }
}

function namesOf(rule: Rule, places: Omit<PatternPlaces, "folder">, files: FileView): RuleNames[] {
  // For the whole of a tool.
  if (rule.specifier === undefined) return [{ rule, names: [], key: -1 }];
  const lists = patternNames(rule.specifier, { ...places, folder: rule.folder ?? places.cwd }, files) ?? [];
  return lists.map((names) => ({ rule, names, key: names.findLastIndex(isTelling) }));
}

/** More than wildcards. */
function isTelling(name: string): boolean {
  return /[^*?]/.test(name);
}

/** No file has such a name, whatever its wildcards stand for. */
function isTooLong(name: string): boolean {
  return name.length > 255 && !name.includes("[") && name.replace(/[*?\\]/g, "").length > 255;
}

function letterOf(name: string): string {
  const [first = "", second = ""] = name;
  if (first === "\\") return second;
  return /[*?[]/.test(first) ? "" : first;
}

function lastOf(name: string): string {
  const last = name.at(-1) ?? "";
  return /[*?\]\\]/.test(last) ? "" : last;
}

function groupOf(name: string): string {
  const last = lastOf(name);
  return letterOf(name) || (last === "" ? "" : `*${last}`);
}
