import type { Ask } from "./ask.ts";
import { absolutePath, pathInside, rooted } from "./path/absolute-path.ts";
import { resolveLinks } from "./path/resolve-links.ts";
import type { Policy } from "./policy.ts";
import { isDisk, onlyWildcards } from "./removals.ts";

/** Tells whether a text, as it would stand in a command, is a place that must not be removed. */
export class KeptPlaces {
  readonly #ask: Ask;
  readonly #policy: Policy;
  readonly #known = new Map<string, boolean>();

  constructor(ask: Ask, policy: Policy) {
    this.#ask = ask;
    this.#policy = policy;
  }

  /** `isWild`: the shell still expands it. `folder`: where the command runs, undefined if that is not known. */
  isCritical(text: string, isWild: boolean, spares: boolean, folder: string | undefined): boolean {
    const key = `${isWild} ${spares} ${folder}\0${text}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const cwd = folder === undefined ? undefined : rooted(this.#ask.cwd, folder);
    const written = isWild ? this.#expanded(text, cwd) : text;
    const found = (isWild ? alternatives(written) : [written]).some((one) =>
      this.#isCritical(one, isWild, spares, cwd),
    );
    this.#known.set(key, found);
    return found;
  }

  #isCritical(written: string, isWild: boolean, spares: boolean, cwd: string | undefined): boolean {
    if (isDisk(written)) return true;
    // An expansion in front of a slash may be empty.
    if (/^[$`]/.test(written)) return /^\$(?:\w+|\{\w+\})\/[/*?.]*$/.test(written);
    const wild = isWild ? written.search(/[*?[{]/) : -1;
    if (wild === -1) {
      if (written.startsWith("/") || cwd !== undefined) return this.#isKept(rooted(cwd ?? "/", written), spares);
      return /^[./]+$/.test(written);
    }
    const container = written.slice(0, written.lastIndexOf("/", wild) + 1);
    const all = onlyWildcards(written.slice(container.length));
    if (!container.startsWith("/") && cwd === undefined) return all;
    const path = rooted(cwd ?? "/", container);
    return absolutePath("/", path) === "/" || (all && this.#isKept(path, spares));
  }

  /** By any of its names the root, a folder in it, or above what is kept. */
  #isKept(path: string, spares: boolean): boolean {
    const { home, files } = this.#policy.parts;
    const worked = [...this.#ask.directories, this.#ask.cwd];
    const kept = spares ? [home] : [home, ...worked];
    const named = absolutePath("/", path);
    return [named, resolveLinks(path, files) ?? named].some(
      (one) =>
        kept.some((folder) => pathInside(one, folder) !== undefined) ||
        (one.split("/").length <= 2 && !(spares && worked.includes(one))),
    );
  }

  /** As a path, as far as it can be said: the home folder and the current one have many names. */
  #expanded(text: string, cwd: string | undefined): string {
    const { home } = this.#policy.parts;
    const here = cwd ?? ".";
    return text
      .replace(/["']/g, "")
      .replace(/^(?:~(?![\w+-])|\$HOME\b|\$\{HOME\b[^}]*\}|\$\(echo ~\))/, () => home)
      .replace(/^(?:~\+|\$PWD\b|\$\{PWD\b[^}]*\}|\$\((?:pwd|git rev-parse --show-toplevel)\)|`pwd`)/, () => here)
      .replace(/^~[\w-]+(?=\/|$)/, "/home");
  }
}

/** `{a,b}/c` is two words. */
export function alternatives(written: string): string[] {
  const [, before = "", choices, after = ""] = /^([^{}]*)\{([^{},]*,[^{}]*)\}([^{}]*)$/.exec(written) ?? [];
  return choices === undefined ? [written] : choices.split(",").map((choice) => before + choice + after);
}
