import { literal, type ShellWord } from "./shell/shell-word.ts";

interface FindNames {
  readonly folders: readonly ShellWord[];
  /** The patterns that names fit; undefined: all. */
  readonly names: readonly string[] | undefined;
  /** No folders and no links. */
  readonly onlyFiles: boolean;
  /** Between two names there is what no name has. */
  readonly isSeparated: boolean;
}

const withValue =
  /^-(?:i?name|i?path|i?wholename|maxdepth|mindepth|type|size|[amc](?:time|min)|newer|perm|user|group|i?regex|regextype)$/;
const withoutValue =
  /^(?:-print0?|-o|-or|-a|-and|!|-not|\(|\)|-empty|-prune|-xdev|-mount|-depth|-readable|-writable|-executable)$/;

/** What is known of the files that find finds; `args` are the words behind its name. Undefined: it may tell other names. */
export function findNames(args: readonly ShellWord[]): FindNames | undefined {
  const end = args.findIndex(({ prefix }) => /^[-(!]/.test(prefix));
  const tokens = withoutPruned(tokensOf(end === -1 ? [] : args.slice(end)));
  if (tokens === undefined) return undefined;
  const words = end === -1 ? args : args.slice(0, end);
  return {
    folders: words.length === 0 ? [literal(".")] : words,
    names: namesOf(tokens),
    onlyFiles: isOnlyFiles(tokens),
    isSeparated: tokens.some(([test]) => test === "-print0"),
  };
}

/**
 * `-path x -prune -o …`: what is pruned is told by nobody, as long as what follows says itself what it does. Undefined where
 * that is not so.
 */
function withoutPruned(tokens: readonly Token[] | undefined): readonly Token[] | undefined {
  const last = tokens?.findLastIndex(([test]) => test === "-prune") ?? -1;
  if (tokens === undefined || last === -1) return tokens;
  const depth = tokens.slice(0, last).reduce((sum, [test]) => sum + (test === "(" ? 1 : test === ")" ? -1 : 0), 0);
  const rest = tokens.slice(last + 2);
  const acts = rest.some(([test]) => /^-(?:print0?|exec)$/.test(test));
  return depth === 0 && /^-or?$/.test(tokens[last + 1]?.[0] ?? "") && acts ? rest : undefined;
}

type Token = readonly [test: string, value?: string];

/** Undefined: one of them is not known to only narrow what is found. What it runs ends the list. */
function tokensOf(args: readonly ShellWord[]): readonly Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const test = args[at]?.value ?? "";
    if (/^-(?:exec|execdir|ok|okdir|delete)$/.test(test)) {
      const isLast = test === "-delete" ? at === args.length - 1 : /^[;+]$/.test(args.at(-1)?.value ?? "");
      const isOnly = args
        .slice(at + 1)
        .every(({ value }) => !/^-(?:o|or|exec|execdir|ok|okdir|delete)$|^,$/.test(value ?? ""));
      return isLast && isOnly ? [...tokens, ["-exec"]] : undefined;
    }
    if (withValue.test(test)) {
      at += 1;
      const value = args[at]?.value;
      if (value === undefined) return undefined;
      tokens.push([test, value]);
    } else if (withoutValue.test(test)) tokens.push([test]);
    else return undefined;
  }
  return tokens;
}

/** The names of which each that is found fits one: every alternative has to ask for one. */
function namesOf(tokens: readonly Token[]): readonly string[] | undefined {
  const isNot = (test: string | undefined): boolean => test === "!" || test === "-not";
  if (tokens.filter(([test]) => test === "(").length > 1) return undefined;
  if (tokens.some(([test], at) => test === "(" && isNot(tokens[at - 1]?.[0]))) return undefined;
  const names: string[][] = [[]];
  for (const [at, [test, value]] of tokens.entries()) {
    if (test === "-o" || test === "-or") names.push([]);
    if (/^-i?name$/.test(test) && !isNot(tokens[at - 1]?.[0])) names.at(-1)?.push(value as string);
  }
  const one = names.map(([first]) => first);
  return one.some((name) => name === undefined || /[\\[\]]/.test(name)) ? undefined : (one as string[]);
}

function isOnlyFiles(tokens: readonly Token[]): boolean {
  let depth = 0;
  let isFile = false;
  for (const [at, [test, value]] of tokens.entries()) {
    if (test === "(") depth += 1;
    else if (test === ")") depth -= 1;
    else if (depth === 0 && (test === "-o" || test === "-or")) return false;
    else if (depth === 0 && test === "-type" && value === "f" && !/^(?:!|-not)$/.test(tokens[at - 1]?.[0] ?? ""))
      isFile = true;
  }
  return isFile;
}
