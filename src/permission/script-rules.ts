import { absolutePath, baseName, expandHome, rooted } from "./path/absolute-path.ts";
import { foldCase } from "./path/path-subject.ts";
import { type FileView, resolveLinks } from "./path/resolve-links.ts";
import type { Rule } from "./rule.ts";
import type { Likely } from "./shell/meant/given-options.ts";
import { meansRule, meantCommand } from "./shell/meant/means-rule.ts";
import { impliedEndings, type RuleScript, scriptName, scriptOfRule, scriptsOf } from "./shell/meant/scripts.ts";
import { covers, hasWildcard } from "./shell/rule-pattern.ts";
import { literal, type ShellWord } from "./shell/shell-word.ts";
import { compileWildcard } from "./wildcard.ts";
import { spend } from "./work.ts";

interface CommandRule {
  readonly rule: Rule;
  readonly pattern: string;
}

interface ScriptRule {
  readonly rule: Rule;
  readonly script: RuleScript;
}

/** Where rules are written for, and how its files are looked at. */
interface ScriptPlaces {
  readonly cwd: string;
  readonly home: string;
  readonly files: FileView;
  readonly foldsCase?: boolean;
}

/** Rules that forbid or ask about a script, by where that is: whichever path or interpreter a command names it by. */
export class ScriptRules {
  readonly #places: ScriptPlaces;
  /** By the path and by the real one, in small letters where names have no case. */
  readonly #byPath = new Map<string, ScriptRule[]>();
  readonly #byName = new Map<string, ScriptRule[]>();
  readonly #byPattern: (ScriptRule & { readonly fits: (path: string) => boolean })[] = [];

  constructor(rules: readonly CommandRule[], places: ScriptPlaces) {
    this.#places = places;
    for (const { rule, pattern } of rules) {
      const script = scriptOfRule(pattern);
      if (script !== undefined) this.#add({ rule, script });
    }
  }

  get isEmpty(): boolean {
    return this.#byName.size === 0 && this.#byPattern.length === 0;
  }

  /** A rule for the script that these words run in a folder; undefined folder: it is not known. */
  about(words: readonly ShellWord[], folder: string | undefined): { rule: Rule; sure: boolean } | undefined {
    if (this.isEmpty) return undefined;
    let perhaps: Rule | undefined;
    for (const { at, path, isSure, isLookedFor } of scriptsOf(words)) {
      const isHere = folder !== undefined && !isLookedFor;
      const rules = isHere ? this.#at(path, folder) : this.#named(path);
      for (const { rule, script } of rules) {
        const is = argumentsFit(script, words.slice(at + 1));
        if (is === "yes" && isSure && isHere) return { rule, sure: true };
        if (is !== "no") perhaps ??= rule;
      }
    }
    return perhaps && { rule: perhaps, sure: false };
  }

  #add(one: ScriptRule): void {
    const { cwd, home, files } = this.#places;
    const path = absolutePath(cwd, expandHome(one.script.path, home));
    if (hasWildcard(one.script.path)) {
      this.#byPattern.push({ ...one, fits: compileWildcard(this.#folded(path)) });
      return;
    }
    for (const key of new Set([path, resolveLinks(path, files) ?? path])) put(this.#byPath, this.#folded(key), one);
    put(this.#byName, this.#folded(baseName(path)), one);
  }

  #at(path: string, folder: string): readonly ScriptRule[] {
    const { home, files } = this.#places;
    const whole = expandHome(path, home);
    const plain = absolutePath(folder, whole);
    const keys = new Set([plain, resolveLinks(rooted(folder, whole), files) ?? plain].map((key) => this.#folded(key)));
    if (!baseName(plain).includes(".")) for (const ending of impliedEndings) keys.add(this.#folded(plain + ending));
    const exact = [...keys].flatMap((key) => this.#byPath.get(key) ?? []);
    spend(this.#byPattern.length * keys.size);
    return [...exact, ...this.#byPattern.filter(({ fits }) => [...keys].some(fits))];
  }

  #named(path: string): readonly ScriptRule[] {
    return this.#byName.get(this.#folded(baseName(path))) ?? [];
  }

  #folded(path: string): string {
    return this.#places.foldsCase === false ? path : foldCase(path);
  }
}

function put<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

/** Are the arguments of a script those that a rule means? */
function argumentsFit({ args, isOpen }: RuleScript, words: readonly ShellWord[]): Likely {
  if (args === undefined) return isOpen || words.length === 0 ? "yes" : words.every(isOption) ? "perhaps" : "no";
  const text = [scriptName, ...words.map(({ value, text: written }) => value ?? written)].join(" ");
  return covers(args, text, []) ? "yes" : meansRule(args, meantCommand([literal(scriptName), ...words]));
}

function isOption({ prefix }: ShellWord): boolean {
  return prefix.startsWith("-");
}
