import { createRequire } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";
import { buildSync } from "esbuild";
import { codeMutants } from "./code-mutants.ts";
import { applyMutant, type Mutant } from "./mutant.ts";

export interface MutationCheck {
  /** The files that are changed, from the root of the repository: how their paths begin. */
  readonly changed: readonly string[];
  /** The tests that must notice; they must not wait for anything. */
  readonly tests: readonly string[];
  /** Changes that change nothing, each with the reason. */
  readonly equivalent?: { readonly [change: string]: string };
  /** Only changes in lines of this kind. */
  readonly only?: RegExp;
  readonly onMissed?: (change: string) => void;
}

export interface MutationResult {
  readonly mutants: number;
  /** Changes that no test noticed. */
  readonly missed: readonly string[];
}

const root = join(import.meta.dirname, "../../..");

/** Changes the code at every place it can be changed, one at a time, and runs the tests against each. */
export function checkMutants({ changed, tests, equivalent = {}, only = /./, onMissed }: MutationCheck): MutationResult {
  const text = bundle(tests);
  const maxMs = Math.max(3_000, usualMs(text) * 5);
  const all = sections(text)
    .filter(({ path }) => changed.some((prefix) => path.startsWith(prefix)))
    .flatMap(({ path, start, end }) =>
      codeMutants(text.slice(start, end)).map((mutant) => ({ path, mutant: moved(mutant, start) })),
    )
    .map(({ path, mutant }) => ({ mutant, change: describe(text, path, mutant) }))
    .filter(({ mutant, change }) => only.test(lineOf(text, mutant)) && !isOneOf(change, equivalent));
  const missed: string[] = [];
  // What noticed the change beside this one is likely to notice this one.
  const likely = new Set<string>();
  for (const { mutant, change } of all) {
    const failing = runTests(applyMutant(text, mutant), maxMs, [...likely].reverse());
    if (failing === undefined) {
      missed.push(change);
      onMissed?.(change);
    } else if (failing !== "") {
      likely.delete(failing);
      likely.add(failing);
    }
  }
  return { mutants: all.length, missed };
}

/** How long the tests take that have to pass without any change. */
function usualMs(text: string): number {
  // The first run loads packages, too.
  for (const _ of [1, 2, 3]) {
    const failing = runTests(text, 60_000, []);
    if (failing !== undefined) throw new Error(`a test fails without any change: ${failing}`);
  }
  const started = performance.now();
  runTests(text, 60_000, []);
  return Math.ceil(performance.now() - started);
}

function moved({ start, end, replacement }: Mutant, by: number): Mutant {
  return { start: start + by, end: end + by, replacement };
}

/** All code of the tests as one script that gives what failed first. */
function bundle(tests: readonly string[]): string {
  const { outputFiles } = buildSync({
    stdin: { contents: tests.map((path) => `import ${JSON.stringify(`./${path}`)};`).join("\n"), resolveDir: root },
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    packages: "external",
    alias: { "node:test": join(import.meta.dirname, "collected-tests.ts") },
    absWorkingDir: root,
    ignoreAnnotations: true,
    charset: "utf8",
  });
  return outputFiles[0]?.text ?? "";
}

/** What came of each file: esbuild writes its path in front. */
function sections(text: string): { path: string; start: number; end: number }[] {
  const headers = [...text.matchAll(/^\/\/ (\S+\.ts)\n/gm)];
  return headers.map(({ 0: header, 1: path = "", index }, at) => ({
    path,
    start: index + header.length,
    end: headers[at + 1]?.index ?? text.length,
  }));
}

/** The title of a test that fails; undefined if none does. Whatever cannot be run, or takes too long, has failed. */
function runTests(text: string, timeout: number, likely: readonly string[]): string | undefined {
  Object.assign(globalThis, { require: requireHere });
  const wrapped = `(() => { const module = { exports: {} }; ${text}\n return globalThis.bridleTests(${JSON.stringify(likely)}); })()`;
  try {
    return new Script(wrapped).runInThisContext({ timeout }) as string | undefined;
  } catch {
    return "";
  }
}

const requireHere = createRequire(join(root, "package.json"));

function isOneOf(change: string, equivalent: { readonly [change: string]: string }): boolean {
  return Object.keys(equivalent).some((one) => change.includes(one));
}

function lineOf(text: string, { start, end }: Mutant): string {
  return text.slice(text.lastIndexOf("\n", start - 1) + 1, text.indexOf("\n", end));
}

/** With the line in front of it: the same statement stands in several places. */
function describe(text: string, path: string, { start, end, replacement }: Mutant): string {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const above = text.slice(text.lastIndexOf("\n", lineStart - 2) + 1, lineStart).trim();
  const lineEnd = text.indexOf("\n", end);
  const before = text.slice(lineStart, start).trimStart();
  return `${path}: ${above} ${before}⟦${text.slice(start, end)} → ${replacement}⟧${text.slice(end, lineEnd)}`;
}
