import type { Ask } from "./ask.ts";
import { hostOf, meantHost } from "./domain-pattern.ts";
import { isInside, pathUse } from "./judge-path.ts";
import { givesCredentials } from "./local-host.ts";
import { baseName } from "./path/absolute-path.ts";
import type { Policy } from "./policy.ts";
import { gitArguments } from "./programs/git-content.ts";
import { knownPrograms } from "./programs/known-programs.ts";
import { mayHoldProtected, protectedPart } from "./protected-path.ts";
import { runWordPlaces } from "./run-words.ts";
import { dangerOf } from "./shell/dangers/danger-of.ts";
import { reachOfWord } from "./shell/named-places.ts";
import type { ShellWord } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";

/**
 * A wildcard stands for words that work in the working folders. Whatever a program does with a word that leads out of
 * them, to a protected place, or nobody knows where, a rule has to spell it, and so it has what a program that nobody knows
 * would run: so no list of a program's options has to be complete. What only looks, and words that are no paths of this
 * machine, are left out.
 */
export function withReachingWords(command: SimpleCommand, ask: Ask, policy: Policy): SimpleCommand {
  const places = new Reaching(ask, policy).placesOf(command);
  if (places.length === 0) return command;
  const own = new Set(command.hazards);
  return {
    ...command,
    hazards: [...new Set([...own, ...places])].sort((a, b) => a - b),
    folders: new Set(places.filter((at) => !own.has(at))),
  };
}

/** More paths than anybody writes by hand; looking at each of them takes time. */
const maxPlaces = 200;

/** A longer word is not searched for paths. */
const maxWord = 4_096;

class Reaching {
  readonly #ask: Ask;
  readonly #policy: Policy;
  readonly #known = new Map<string, boolean>();

  constructor(ask: Ask, policy: Policy) {
    this.#ask = ask;
    this.#policy = policy;
  }

  placesOf(command: SimpleCommand): number[] {
    const { words, runs, inert } = command;
    if (onlyLooks(command)) return [];
    // The words of what it runs are that program's.
    const inner = new Set(runs.flatMap((run) => run.words));
    const reaching = new Set(runs.flatMap((run) => this.placesOf(run).map((at) => run.words[at])));
    const run = new Set(runWordPlaces(command));
    const kind = kindOf(command);
    return words.flatMap((word, at) => {
      if (inner.has(word)) return reaching.has(word) ? [at] : [];
      return run.has(at) || (!inert.has(at) && this.#reaches(word, at, command, kind)) ? [at] : [];
    });
  }

  #reaches(word: ShellWord, at: number, command: SimpleCommand, kind: Kind): boolean {
    // A program in the folder is the rule's matter.
    if (at === 0 && !/^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(word.value ?? "..")) return false;
    if (word.text.length > maxWord) return true;
    const { places, anything } = reachOfWord(word, kind.isUnbundled);
    return (
      anything ||
      places.some((named) => this.#leaves(named, command)) ||
      (!kind.namesTracked && isProtected(word)) ||
      asksForCredentials(word, kind)
    );
  }

  #leaves(named: string, { folder }: SimpleCommand): boolean {
    if (harmlessDevices.has(named)) return false;
    const isFixed = /^[/~]/.test(named);
    if (!isFixed && folder === undefined) return true;
    const path = isFixed || folder === "." ? named : `${folder}/${named}`;
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const leaves = this.#known.size >= maxPlaces || !this.#isInside(path);
    this.#known.set(path, leaves);
    return leaves;
  }

  #isInside(path: string): boolean {
    if (/^~[^/]/.test(path)) return false;
    const use = pathUse("edit", "Write", path, this.#ask.cwd, this.#policy.parts);
    return !use.ambiguous && isInside(use, this.#ask, this.#policy);
  }
}

/** What its program says of all words of a command. */
interface Kind {
  readonly isUnbundled: boolean;
  readonly namesTracked: boolean;
  readonly takesAddresses: boolean;
}

function kindOf({ words }: SimpleCommand): Kind {
  const program = words[0]?.value ?? "";
  const name = baseName(program);
  return {
    isUnbundled: dangerOf(program)?.unbundled === true,
    namesTracked: name === "git" && ofTracked.test(gitArguments(words.slice(1))[0]?.value ?? ""),
    takesAddresses: takesAddresses.test(name),
  };
}

const harmlessDevices: ReadonlySet<string> = new Set(["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/zero"]);

/** With these subcommands git's words name what is tracked, and nothing of its own folder is. */
const ofTracked =
  /^(?:add|annotate|blame|check-attr|check-ignore|checkout|commit|diff|grep|log|ls-files|reset|restore|rm|shortlog|show|stash|status|switch)$/;

/** curl and its like take any word for an address. */
const takesAddresses = /^(?:curl|wget2?|https?|xh|aria2c)$/;

function asksForCredentials({ value = "" }: ShellWord, kind: Kind): boolean {
  const start = value.includes("://") ? value.search(/[a-z][\w+.-]{0,30}:\/\//i) : -1;
  const isAddress = start !== -1 || kind.takesAddresses;
  if (!isAddress || value === "") return false;
  const bare = start === -1 ? value.replace(/^--?[\w-]+=/, "") : value.slice(start).replace(/^[^:]+:\/\//, "");
  const address = `http://${bare}`;
  const host = hostOf(address) ?? meantHost(address);
  return host !== undefined && givesCredentials(host);
}

function isProtected({ value, prefix }: ShellWord): boolean {
  const text = decoded(value ?? prefix);
  if (!mayHoldProtected(text)) return false;
  return text
    .split(/[=:,@]/)
    .flatMap((piece) => [piece, piece.replace(/^-\w+/, "")])
    .some((piece) => piece.length < 4_096 && protectedPart(piece, []) !== undefined);
}

/** A file that is fetched has the name that its address spells in another writing: `https://host/%2enpmrc`. */
function decoded(word: string): string {
  return word.includes("%")
    ? word.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : word;
}

/** Of the programs that only look, those that have no other side, and the others as long as they only look. */
function onlyLooks({ words, runs }: SimpleCommand): boolean {
  const name = words[0]?.value ?? "";
  const program = knownPrograms.get(name.replace(/^\/(?:usr\/)?bin\//, ""));
  if (program === undefined || runs.length > 0) return false;
  return dangerOf(name) === undefined || program(words.slice(1)).harmless;
}
