import { baseName } from "./path/absolute-path.ts";
import { programName } from "./program-name.ts";
import type { Danger } from "./shell/dangers/danger.ts";
import { dangerOf } from "./shell/dangers/danger-of.ts";
import { bareText, type ShellWord } from "./shell/shell-word.ts";
import type { Feed, FileTarget, SimpleCommand } from "./shell/simple-command.ts";
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

/** Does it run a script that the line itself writes? */
export function runsWritten({ words }: SimpleCommand, writes: readonly FileTarget[]): boolean {
  if (writes.length === 0) return false;
  const [first] = words;
  const program = programName(first);
  const scripts = runsAnything(program, dangerOf(program)) ? words : first?.value?.includes("/") ? [first] : [];
  const names = new Set(scripts.map(({ value }) => baseName(value ?? "")));
  return writes.some(({ path }) => path !== undefined && names.has(baseName(path)));
}

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
      texts.push(given.filter((one) => !/^-[neE]+$/.test(one)).join(" "));
      isLiteral &&= isPrintedAsIs(name, given);
    } else if (!/^(?:cat|tee)$/.test(name) || args.some(({ value }) => value !== "-" && name === "cat"))
      isLiteral = false;
    if (command.feed !== feed) texts.push(...(command.feed?.texts ?? []));
  }
  return { texts, isLiteral };
}

const feedSteps = 64;

function isPrintedAsIs(name: string, args: readonly string[]): boolean {
  if (name === "echo") return !args.some((one) => one.includes("\\"));
  const [format = "", ...rest] = args;
  return /^%s(?:\\n)?$/.test(format) ? rest.length === 1 : !/\\[^n]|%/.test(format);
}
