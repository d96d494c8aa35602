import { closeSync, openSync, readSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { homeFolder } from "../../files/home-folder.ts";
import { ofOwners } from "../custom/of-owners.ts";
import {
  type InstructionLocation,
  type InstructionOptions,
  instructionLocations,
} from "../folders/instruction-locations.ts";
import { instructionImports, looksLikePath } from "./instruction-imports.ts";

const maxFileBytes = 40_000;
const maxFiles = 100;
const maxImportDepth = 5;

/** `CLAUDE.local.md` may come with an archive: it is the person's own only where they have trusted the folder. */
function titleOf({ source, within }: InstructionLocation, { trusts }: InstructionOptions): string {
  if (source === "user") return "the person's own instructions for all projects";
  if (source === "project") return "instructions of the project";
  return within !== undefined && trusts(within)
    ? "the person's own instructions for this project"
    : "local instructions of the project, which nobody has vouched for";
}

/** What `CLAUDE.md` and `AGENTS.md` tell the model: read once, and again when one of the files changed. */
export class ProjectContext {
  readonly #options: InstructionOptions;
  #known: { readonly text: string; readonly stamps: ReadonlyMap<string, string> } | undefined;

  constructor(options: InstructionOptions) {
    this.#options = options;
  }

  /** A block for the model; empty where there is nothing to say. */
  get text(): string {
    const known = this.#known;
    if (known !== undefined && [...known.stamps].every(([path, stamp]) => stampOf(path) === stamp)) return known.text;
    const reading = new Reading(this.#options);
    this.#known = { text: reading.text(), stamps: reading.stamps };
    return this.#known.text;
  }
}

/** One reading of all files. */
class Reading {
  /** Of every path that was looked at, also where nothing was. */
  readonly stamps = new Map<string, string>();
  readonly #options: InstructionOptions;
  readonly #read = new Set<string>();
  readonly #parts: string[] = [];
  readonly #isOfOwners: (path: string) => boolean;

  constructor(options: InstructionOptions) {
    this.#options = options;
    this.#isOfOwners = ofOwners(options.cwd);
  }

  text(): string {
    for (const location of instructionLocations(this.#options)) {
      const path = location.paths.find((candidate) => this.#look(candidate));
      if (path === undefined) continue;
      const { within } = location;
      if (within === undefined || isInside(within, path) || this.#options.trusts(within)) this.#take(path, location, 0);
      else
        this.#parts.push(
          `(${path} is a link out of its folder and is left out, since nobody has trusted that folder.)`,
        );
    }
    if (this.#parts.length === 0) return "";
    return `<instructions>\n${heading}\n\n${this.#parts.join("\n\n")}\n</instructions>`;
  }

  #look(path: string): boolean {
    const stamp = stampOf(path);
    this.stamps.set(path, stamp);
    return stamp !== "";
  }

  #take(path: string, location: InstructionLocation, depth: number): void {
    const real = realpathSync(path);
    if (this.#read.has(real) || this.#read.size >= maxFiles) return;
    this.#read.add(real);
    if (location.within !== undefined && !this.#options.mayShow(real)) {
      this.#parts.push(`(${path} is left out by permission rules.)`);
      return;
    }
    if (location.within !== undefined && !this.#isOfOwners(path) && !this.#options.trusts(location.within)) {
      this.#parts.push(
        `(${path} belongs to another user and is left out; who wants it runs: bridle trust ${location.within})`,
      );
      return;
    }
    const content = beginningOf(path);
    if (content === undefined) return;
    this.#parts.push(`Contents of ${path} (${titleOf(location, this.#options)}):\n\n${content.trim()}`);
    for (const imported of instructionImports(content)) this.#import(imported, path, location, depth + 1);
  }

  #import(name: string, from: string, location: InstructionLocation, depth: number): void {
    const path = this.#resolve(name, dirname(from));
    if (!this.#look(path)) {
      if (looksLikePath(name)) this.#note(name, from, "is not there");
    } else if (location.within !== undefined && !isInside(location.within, path)) {
      this.#note(name, from, "lies outside the project and is left out");
    } else if (depth > maxImportDepth) {
      this.#note(name, from, `is left out: imports go ${maxImportDepth} deep`);
    } else {
      this.#take(path, location, depth);
    }
  }

  #resolve(name: string, folder: string): string {
    const home = homeFolder(this.#options.env);
    return name.startsWith("~/") && home !== undefined ? join(home, name.slice(2)) : resolve(folder, name);
  }

  #note(name: string, from: string, what: string): void {
    this.#parts.push(`(@${name}, which ${from} imports, ${what}.)`);
  }
}

const heading =
  "What the person and the project want of you. Keep to it: it outranks how you would do things otherwise, but not what the person says in the conversation.";

/** Changes when the file does; empty: there is no file. */
function stampOf(path: string): string {
  const stats = fileStats(path);
  return stats === undefined ? "" : `${stats.mtimeMs}:${stats.size}:${stats.ino}:${stats.uid}`;
}

function fileStats(path: string): Stats | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() ? stats : undefined;
  } catch {
    return undefined;
  }
}

/** As much as the model shall have of it; undefined for what is no text or may not be read. */
function beginningOf(path: string): string | undefined {
  try {
    const file = openSync(path, "r");
    try {
      const buffer = Buffer.alloc(maxFileBytes + 1);
      const length = readSync(file, buffer, 0, buffer.length, 0);
      const kept = buffer.subarray(0, Math.min(length, maxFileBytes));
      if (kept.includes(0)) return undefined;
      if (length <= maxFileBytes) return kept.toString("utf8");
      return `${kept.toString("utf8").replace(/\uFFFD+$/, "")}\n(Only the first ${maxFileBytes} bytes are shown.)`;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(realpathSync(folder), realpathSync(path));
  return way !== ".." && !way.startsWith("../") && !isAbsolute(way);
}
