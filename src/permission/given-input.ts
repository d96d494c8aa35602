import { onlyLooks } from "./given-code.ts";
import { baseName } from "./path/absolute-path.ts";
import { programName } from "./program-name.ts";
import type { Danger } from "./shell/dangers/danger.ts";
import { dangerOf } from "./shell/dangers/danger-of.ts";
import { bareText, type ShellWord } from "./shell/shell-word.ts";
import type { Feed, FileTarget, SimpleCommand } from "./shell/simple-command.ts";
import { wrappers } from "./shell/wrappers.ts";
import { plainPrograms } from "./text-arguments.ts";
import { spend } from "./work.ts";

const shells = /^(?:[a-z]{0,3}sh|source|\.|eval|at|batch|crontab|ed|ex|xonsh|elvish|nu)$/;

/** It runs commands of a shell, or of a language in which they can be run. */
export function runsAnything(program: string, danger: Danger | undefined): boolean {
  return danger?.readsProgram === true || (shells.test(program) && !/^(?:ssh|rsh)$/.test(program));
}

/** Does it run what it reads from standard input, or from a descriptor? */
export function readsProgram(program: string, danger: Danger | undefined, words: readonly ShellWord[]): boolean {
  if (!runsAnything(program, danger)) return false;
  const args = words.slice(1);
  if (args.some(({ prefix }) => fromInput.test(prefix))) return true;
  if (args.some(({ value = "" }) => describes(program, value))) return false;
  const gives =
    danger?.readsProgram === true && !shells.test(program)
      ? /^-[a-zA-Z]*[cepEmr]|^--(?:eval|print|run)/
      : /^-[a-zA-Z]*c|^--command/;
  return (
    !args.some(({ prefix, splits }) => gives.test(prefix) || (prefix !== "" && !/^[-+]/.test(prefix) && !splits)) ||
    (shells.test(program) && args.some(({ value }) => value !== undefined && /^-[a-rt-zA-Z]*s[a-zA-Z]*$/.test(value)))
  );
}

/** It says what it is, or what waits for its time; for a shell, letters mean something else. */
function describes(program: string, option: string): boolean {
  if (/^(?:at|batch|crontab)$/.test(program)) return /^-[ler]$/.test(option);
  if (/^--(?:version|help)$/.test(option)) return true;
  return !shells.test(program) && (/^py/.test(program) ? /^-[Vh]$/ : /^-[vVh]$/).test(option);
}

const fromInput = /^(?:-|\/dev\/(?:stdin|fd\/\d*)|\/proc\/[^/]+\/(?:task\/[^/]+\/)?fd\/.*)$/;

/** Is it told to read what it is given, as `make -f -`? Git and others take text that way. */
export function namesInput(program: string, words: readonly ShellWord[]): boolean {
  return (
    !plainPrograms.has(program) && program !== "git" && words.some(({ prefix }, at) => at > 0 && fromInput.test(prefix))
  );
}

export function unknownProgram(words: readonly ShellWord[], isLiteral: boolean): string | undefined {
  const isMade = words.some(
    ({ prefix, text }) => prefix.startsWith("/dev/fd/") && !/^<\((?:echo|printf)\b[^\\%|]*\)$/.test(text),
  );
  return isMade || !isLiteral ? "it runs what another program writes" : undefined;
}

/** Programs that add words from a file to those of a shell, or of what runs its words. */
export function unknownWordsOf(program: string, { words, runs }: SimpleCommand): string | undefined {
  if (!/^(?:g?xargs|parallel)$/.test(program) || runs.length > 0) return undefined;
  const isFromFile = words.some(({ prefix }) => /^(?:-[a-zA-Z0]*a|--arg-file)/.test(prefix));
  const runsWords = words.some((word, at) => {
    const name = programName(word);
    return at > 0 && (runsAnything(name, dangerOf(name)) || Object.hasOwn(wrappers, name));
  });
  return isFromFile && runsWords ? "it runs what a file says" : undefined;
}

/** Does it run a script that the line itself writes: by its name, or because it looks for it? */
export function runsWritten({ words }: SimpleCommand, writes: readonly FileTarget[]): boolean {
  if (writes.length === 0) return false;
  const [first] = words;
  const program = programName(first);
  const scripts = runsAnything(program, dangerOf(program)) ? words : first?.value?.includes("/") ? [first] : [];
  const { names, hasCode } = writtenNames(writes);
  return scripts.some(({ value }) => names.has(baseName(value ?? ""))) || (hasCode && runsProject(program));
}

/** The last names of files, and whether one of them is code of the project. */
interface WrittenNames {
  readonly names: ReadonlySet<string>;
  readonly hasCode: boolean;
}

/** Every command of a line may run what the line writes. */
const knownNames = new WeakMap<readonly FileTarget[], WrittenNames>();

function writtenNames(writes: readonly FileTarget[]): WrittenNames {
  let known = knownNames.get(writes);
  if (known === undefined) {
    const names = new Set(writes.flatMap(({ path }) => (path === undefined ? [] : [baseName(path)])));
    known = { names, hasCode: [...names].some((name) => projectFile.test(name)) };
    knownNames.set(writes, known);
  }
  return known;
}

/** What is not known to only look, print, copy or name things may run the code of the project it is started in. */
function runsProject(program: string): boolean {
  return !plainPrograms.has(program) && !onlyLooks(program) && !movers.test(program);
}

const movers =
  /^(?:git|cd|pushd|popd|source|\.|ssh|scp|sftp|rsync|curl|wget|tar|zip|unzip|g?sed|[gmn]?awk|xargs|vim?|nvim|nano|less|more|kubectl|oc|aws|gcloud|az|psql|mysql|sqlite3?)$/;

/** Code, or what tells a tool of the project what to run. Such files are found by the name that they have. */
const projectFile =
  /^(?:(?:GNU|BSD)?[Mm]akefile|.+\.mk|\.?[Jj]ustfile|.+\.just|[Tt]askfile\.ya?ml|Rakefile|Gemfile|Guardfile|Vagrantfile|Procfile|Jenkinsfile|Brewfile|(?:Docker|Container)file.*|.*\.(?:Docker|Container)file|(?:docker-)?compose(?:\.[\w-]+)?\.ya?ml|package\.json|pnpm-workspace\.yaml|turbo\.json|nx\.json|project\.json|\.(?:npm|yarn|pnpm)rc|\.yarnrc\.yml|\.envrc|\.env|\.pre-commit-config\.yaml|lefthook\.ya?ml|tox\.ini|setup\.cfg|pytest\.ini|.+\.toml|.+\.gradle(?:\.kts)?|pom\.xml|build\.xml|build\.sbt|CMakeLists\.txt|.+\.cmake|meson\.build|SConstruct|wscript|configure(?:\.ac)?|BUILD(?:\.bazel)?|WORKSPACE|.+\.bzl|.+\.pth|tsconfig.*\.json|\..+rc(?:\.json|\.ya?ml)?|.+\.(?:py|[cm]?[jt]sx?|rb|rake|pl|pm|php|lua|sh|bash|zsh|go|rs|c|cc|cpp|h|hpp|java|kts?|scala|swift|cs|exs?|jl|r|tcl|el|nix|tf|vue|svelte))$/;

/** What the line gives a command to read, as far as it is spelled there; not literal: another program makes it. */
export function feedTexts(feed: Feed | undefined): { readonly texts: readonly string[]; readonly isLiteral: boolean } {
  if (feed === undefined) return { texts: [], isLiteral: true };
  spend(feedSteps * feed.commands.length);
  const texts = [...feed.texts];
  let isLiteral = feed.isWhole;
  for (const command of feed.commands) {
    const [program, ...args] = command.words;
    const name = programName(program);
    if (name === "echo" || name === "printf") {
      const given = args.map(bareText);
      const printed = given.filter((one) => !/^-[neE]+$/.test(one)).join(" ");
      texts.push(printed);
      if (printed.includes("\\")) texts.push(unescaped(printed));
      isLiteral &&= isPrintedAsIs(name, given);
    } else if (!/^(?:cat|tee)$/.test(name) || args.some(({ value }) => value !== "-" && name === "cat"))
      isLiteral = false;
    if (command.feed !== feed) texts.push(...(command.feed?.texts ?? []));
  }
  return { texts, isLiteral };
}

const feedSteps = 64;

/** What printf and `echo -e` make of a text. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|0?([0-7]{1,3})|([\s\S]))/g,
    (_, hex, point, octal, other) =>
      other !== undefined
        ? (controls[other] ?? other)
        : String.fromCharCode(octal === undefined ? Number.parseInt(hex ?? point, 16) : Number.parseInt(octal, 8)),
  );
}

const controls: { readonly [letter: string]: string } = {
  n: "\n",
  t: "\t",
  r: "\n",
  v: "\n",
  f: "\n",
  a: "",
  b: "",
  e: "",
  c: "",
};

function isPrintedAsIs(name: string, args: readonly string[]): boolean {
  if (name === "echo") return !args.some((one) => one.includes("\\"));
  const [format = "", ...rest] = args;
  return /^%s(?:\\n)?$/.test(format) ? rest.length === 1 : !/\\[^n]|%/.test(format);
}
