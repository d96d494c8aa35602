import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * What a test file needs. `thread`: it only computes, so files of this kind share a process, one after another.
 * `process`: one of its own, beside others. `core`: a browser keeps one busy. `machine`: nothing else may run meanwhile.
 */
export type Needs = "thread" | "process" | "core" | "machine";

/** Whoever gets to these starts processes or threads, talks to others, or waits for them. */
const beyondThread =
  /^(node:)?(child_process|cluster|dgram|http|http2|https|net|sqlite|tls|worker_threads)$|^(esbuild|vite)$/;
const browser = /^playwright-core$/;

/** What one test file does in this way, the others of its process would see. */
const changesProcess =
  /\b(before|after)(Each)?\(|\bmock\b|\bprocess\.(chdir|exit|on|once|umask)\b|\bprocess\.env\.?\S* = |\bdelete process\.env|\bsetFlagsFromString\b|\bglobalThis\.\w+ = /;

/** The marker of files that need the machine, with the reason: the file's first line. */
const alone = /^\/\/ Runs alone: ./;

/**
 * Reads it off the file and all that it imports, so nobody has to declare anything: a new file that starts a process has one of its
 * own. Only what measures time, or takes all that the machine has, says so in its first line: `// Runs alone: the reason`.
 */
export function needsOf(file: string): Needs {
  const { text } = read(file);
  if (alone.test(text)) return "machine";
  if (reaches(browser, file)) return "core";
  return changesProcess.test(text) || reaches(beyondThread, file) ? "process" : "thread";
}

function reaches(module: RegExp, file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  return read(file).imports.some((name) =>
    name.startsWith(".") ? reaches(module, join(dirname(file), name), seen) : module.test(name),
  );
}

interface Source {
  readonly text: string;
  readonly imports: readonly string[];
}

const sources = new Map<string, Source>();
/** Static or not, but for types: those are gone when it runs. */
const anImport =
  /^(?:import|export) (?!type\b)(?:[^"';]*? from )?"([^"]+)"|\bimport(?:\.meta\.resolve)?\(\s*"([^"]+)"/gm;

function read(file: string): Source {
  const known = sources.get(file);
  if (known !== undefined) return known;
  // What is not there is imported by a program that a test only holds as a text.
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const source = { text, imports: [...text.matchAll(anImport)].map(([, by, late]) => by ?? late ?? "") };
  sources.set(file, source);
  return source;
}
