import { allows } from "../../permission/allows.ts";

/** Rules that allow some of what a program can be told, each with what it means for arguments, written without the code under test. */
const meanings: { readonly [pattern: string]: (argv: readonly string[]) => boolean } = {
  "ls:*": (argv) => argv[0] === "ls",
  "cat:*": (argv) => argv[0] === "cat",
  "echo:*": (argv) => argv[0] === "echo",
  "sort *": (argv) => argv[0] === "sort",
  "find:*": (argv) => argv[0] === "find",
  "tar:*": (argv) => argv[0] === "tar",
  "tool f*": (argv) => argv[0] === "tool" && argv[1]?.startsWith("f") === true,
  "git status:*": (argv) => argv[0] === "git" && argv[1] === "status",
  "git * HEAD~1": (argv) => argv[0] === "git" && argv.length > 2 && argv.at(-1) === "HEAD~1",
  "npm test": (argv) => argv.join("\n") === "npm\ntest",
  "timeout 5 make": (argv) => argv.join("\n") === "make",
};

/** What is looked through. */
const free = /^(?:timeout|nice|env|xargs|nohup|stdbuf|setsid|time)$/;

export const narrowRules: readonly string[] = Object.keys(meanings);

/** Do these rules alone allow the line? */
export function isAllowedNarrowly(line: string): boolean {
  return allows(line, narrowRules, ["out", "src/out"]);
}

/** A wrapper that was looked through needs no rule; what it runs is logged by itself. */
export function hasNarrowRule(argv: readonly string[]): boolean {
  return free.test(argv[0] ?? "") || Object.values(meanings).some((means) => means(argv));
}
