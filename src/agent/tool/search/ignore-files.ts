import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type GlobPattern, globPattern } from "./glob-pattern.ts";

/** What the ignore files of a folder and of those above it say, in ripgrep's order. */
export class IgnoreFiles {
  readonly #folder: string;
  readonly #above: IgnoreFiles | undefined;
  readonly #rules: { readonly [name in IgnoreFileName]: readonly GlobPattern[] };
  /** Git looks no further up than here. */
  readonly #isRepository: boolean;
  readonly #isInRepository: boolean;

  private constructor(folder: string, above: IgnoreFiles | undefined) {
    this.#folder = folder;
    this.#above = above;
    this.#isRepository = existsSync(join(folder, ".git"));
    this.#isInRepository = this.#isRepository || (above === undefined ? false : above.#isInRepository);
    this.#rules = {
      ".rgignore": rulesOf(join(folder, ".rgignore")),
      ".ignore": rulesOf(join(folder, ".ignore")),
      ".gitignore": rulesOf(join(folder, ".gitignore")),
    };
  }

  /** Of a folder to begin with; those above it are read, too. */
  static of(folder: string): IgnoreFiles {
    const parent = dirname(folder);
    return new IgnoreFiles(folder, parent === folder ? undefined : IgnoreFiles.of(parent));
  }

  below(name: string): IgnoreFiles {
    return new IgnoreFiles(join(this.#folder, name), this);
  }

  isIgnored(name: string, isFolder: boolean): boolean {
    const path = join(this.#folder, name);
    for (const file of fileNames) {
      const rule = this.#lastRule(file, path, isFolder);
      if (rule !== undefined) return !rule.isNegated;
    }
    return false;
  }

  #lastRule(file: IgnoreFileName, path: string, isFolder: boolean): GlobPattern | undefined {
    if (file === ".gitignore" && !this.#isInRepository) return undefined;
    for (let node: IgnoreFiles | undefined = this; node !== undefined; node = node.#above) {
      const rules = node.#rules[file];
      const rule = rules.length === 0 ? undefined : lastMatch(rules, relative(node.#folder, path), isFolder);
      if (rule !== undefined) return rule;
      if (file === ".gitignore" && node.#isRepository) return undefined;
    }
    return undefined;
  }
}

/** The rule that decides is the last one that fits. */
export function lastMatch(rules: readonly GlobPattern[], path: string, isFolder: boolean): GlobPattern | undefined {
  return rules.findLast((rule) => rule.matches(path, isFolder));
}

/** The strongest first. */
const fileNames = [".rgignore", ".ignore", ".gitignore"] as const;
type IgnoreFileName = (typeof fileNames)[number];

function rulesOf(path: string): GlobPattern[] {
  return readIfThere(path)
    .split(/\r?\n/)
    .map((line) => (line.endsWith("\\ ") ? line : line.trimEnd()))
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap((line) => {
      try {
        return [globPattern(line)];
      } catch {
        // Git and ripgrep pass over what they cannot read.
        return [];
      }
    });
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/^\ufeff/, "");
  } catch {
    return "";
  }
}
