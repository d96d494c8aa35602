import { baseName } from "../../path/absolute-path.ts";
import { modulePlace, pythonName } from "../python-module.ts";
import type { ShellWord } from "../shell-word.ts";
import { plainName } from "./plain-name.ts";

/** The script that a rule is about, and what it says of its arguments. */
export interface RuleScript {
  readonly path: string;
  /** A pattern for its arguments, behind a name that stands for the script; undefined: any, or none where `isOpen` is false. */
  readonly args: string | undefined;
  readonly isOpen: boolean;
}

/** Stands for the script in patterns and words that are about its arguments. */
export const scriptName = "script";

/** `./deploy.sh`, `bash deploy.sh prod`, `node scripts/*`. */
export function scriptOfRule(pattern: string): RuleScript | undefined {
  const isOpen = pattern.length > 2 && /(?::| )\*$/.test(pattern);
  const written = (isOpen ? pattern.slice(0, -2) : pattern).trim();
  if (/["'\\;|&<>]/.test(written)) return undefined;
  const words = written.split(/\s+/);
  const at = placeInRule(words);
  const path = at === undefined ? undefined : words[at];
  if (at === undefined || path === undefined || /^\**$/.test(path)) return undefined;
  const rest = words.slice(at + 1);
  const args = rest.length === 0 ? undefined : `${[scriptName, ...rest].join(" ")}${isOpen ? ":*" : ""}`;
  return { path, args, isOpen: isOpen || path.endsWith("*") };
}

function placeInRule(words: readonly string[]): number | undefined {
  const [first = ""] = words;
  if (isPath(first)) return 0;
  if (!interpreters.test(plainName(first))) return isScriptName(first) ? 0 : undefined;
  const at = words[1] === "run" ? 2 : 1;
  // With an option in front it is about running the script in that way alone.
  return words[at] === undefined || /^[-+*]/.test(words[at] ?? "") ? undefined : at;
}

/** A word that may name the script that a command runs. */
interface GivenScript {
  readonly at: number;
  readonly path: string;
  /** It is the script, and not the value of an option. */
  readonly isSure: boolean;
  /** It is looked for in the folders of the system, where somebody may have put this one. */
  readonly isLookedFor: boolean;
}

/** Where a command names what it runs: itself, or what its interpreter is given. */
export function scriptsOf(words: readonly ShellWord[]): GivenScript[] {
  const program = words[0]?.value;
  if (program === undefined) return [];
  if (/^(?:busybox|toybox)$/.test(plainName(program)))
    return scriptsOf(words.slice(1)).map((script) => ({ ...script, at: script.at + 1 }));
  const own = { at: 0, path: program, isSure: true, isLookedFor: !program.includes("/") };
  if (!interpreters.test(plainName(program))) return [own];
  const found: GivenScript[] = [];
  const module = pythonName.test(baseName(program)) ? modulePlace(words) : undefined;
  if (module !== undefined)
    found.push({ at: module.at, path: `${module.name.replaceAll(".", "/")}.py`, isSure: false, isLookedFor: false });
  for (let at = 1; at < words.length; at += 1) {
    const { value, prefix } = words[at] as ShellWord;
    if (/^[-+]./.test(prefix) || (at === 1 && value === "run")) continue;
    const isBehindOption = /^-[^=]*$/.test(words[at - 1]?.prefix ?? "") && words[at - 1]?.value !== "--";
    if (value !== undefined) found.push({ at, path: value, isSure: !isBehindOption, isLookedFor: false });
    if (!isBehindOption) break;
  }
  return found;
}

/** By its path, or behind an interpreter; the name alone is mostly that of a file to look at. */
export function namesScript([first]: readonly ShellWord[]): boolean {
  return first?.value?.includes("/") === true || interpreters.test(plainName(first?.value ?? ""));
}

/** They run the script that they are given. */
const interpreters =
  /^(?:(?:ba|da|z|k|mk|a|fi|c|tc|ya)?sh|source|\.|python[\d.]*|pypy\d*|node|nodejs|bun|deno|tsx|ts-node|ruby|perl|php|lua(?:jit)?|Rscript|pwsh|powershell|osascript|tclsh|julia|elixir|groovy|swift|kotlin|java|expect|awk|gawk|iex|escript)$/;

/** Endings that a runtime adds to the name of a script. */
export const impliedEndings = [".js", ".mjs", ".cjs", ".ts", ".mts", ".py", ".rb", ".sh"];

function isPath(word: string): boolean {
  return /^(?:\.{0,2}|~)\/|^(?![-@$:*])[^\s*=:/]+\/\S+$/.test(word) && !/^\w+:\/\//.test(word);
}

function isScriptName(word: string): boolean {
  return /^[\w.+-]+\.(?:[bzkd]?a?sh|fish|[cm]?[jt]sx?|py|rb|p[lm]|php|lua|ps1|tcl|jl|exs?|swift|groovy)$/i.test(word);
}
