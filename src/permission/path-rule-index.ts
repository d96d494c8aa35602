import type { CompiledRule } from "./compiled-rule.ts";
import { pathInside } from "./path/absolute-path.ts";
import type { PatternPlaces } from "./path/path-pattern.ts";
import { foldCase, type PathSubject } from "./path/path-subject.ts";
import { patternHead } from "./path/pattern-head.ts";
import { type FileView, resolveLinks } from "./path/resolve-links.ts";
import type { Rule } from "./rule.ts";

type PathRule = Extract<CompiledRule, { on: "path" }>;

/** Finds the few of many path rules that can be about a path: by a name that each of them needs. */
export class PathRuleIndex {
  readonly #byName = new Map<string, PathRule[]>();
  /** They have no such name, or lead through a link. */
  readonly #others: PathRule[] = [];
  readonly #heads: { readonly rule: Rule; readonly head: string }[] = [];

  constructor(rules: readonly PathRule[], places: Omit<PatternPlaces, "folder">, files: FileView) {
    for (const one of rules) {
      const written = one.rule.specifier ?? "";
      const head = patternHead(written, { ...places, folder: one.rule.folder ?? places.cwd });
      this.#heads.push({ rule: one.rule, head });
      const name = written
        .split("/")
        .findLast((part) => part !== "" && !/[*?[\\]/.test(part) && !/^\.{1,2}$/.test(part));
      const isPlain = name !== undefined && !written.includes("..") && resolveLinks(head, files) === head;
      const found = isPlain ? this.#byName.get(foldCase(name)) : this.#others;
      if (found !== undefined) found.push(one);
      else this.#byName.set(foldCase(name as string), [one]);
    }
  }

  get isEmpty(): boolean {
    return this.#heads.length === 0;
  }

  find(subject: PathSubject): Rule | undefined {
    const names = subject.folded.path.split("/");
    for (const name of names) for (const { rule, test } of this.#byName.get(name) ?? []) if (test(subject)) return rule;
    return this.#others.find(({ test }) => test(subject))?.rule;
  }

  /** A rule about something in this folder: whoever moves the folder moves that out of the rule's sight. */
  findInside(folder: string): Rule | undefined {
    return this.#heads.find(({ head }) => head !== folder && pathInside(folder, head) !== undefined)?.rule;
  }
}
