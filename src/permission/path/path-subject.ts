import { pathInside } from "./absolute-path.ts";

/** An absolute path that many patterns are held against: what they all need of it is made once. */
export class PathSubject {
  readonly path: string;
  #names: Map<string, PathNames | undefined> | undefined;
  #folded: PathSubject | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** The same path as a file system sees it that does not tell letters apart. */
  get folded(): PathSubject {
    if (this.#folded === undefined) {
      const path = foldCase(this.path);
      this.#folded = path === this.path ? this : new PathSubject(path);
    }
    return this.#folded;
  }

  /** Its names from a folder on; undefined if it is not in there. */
  namesIn(folder: string): PathNames | undefined {
    this.#names ??= new Map();
    if (!this.#names.has(folder)) {
      const inside = pathInside(folder, this.path);
      const list = inside === undefined || inside === "" ? [] : inside.split("/");
      this.#names.set(folder, inside === undefined ? undefined : { list, set: new Set(list) });
    }
    return this.#names.get(folder);
  }
}

interface PathNames {
  readonly list: readonly string[];
  readonly set: ReadonlySet<string>;
}

/** Letters that differ in case, or in how an accent is made, are one name on many file systems. */
export function foldCase(text: string): string {
  return unfolded.test(text) ? text.normalize("NFC").toLowerCase() : text;
}

const unfolded = /[A-Z\u0080-\uffff]/;
