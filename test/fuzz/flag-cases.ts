import { restrictingFlags } from "../../src/agent/flags/restricting-flags.ts";
import type { Random } from "./random.ts";

export type RestrictingFlag = keyof typeof restrictingFlags;

/** One flag with its value; undefined: it takes none. */
export interface GivenFlag {
  readonly name: RestrictingFlag;
  readonly value?: string;
}

const denying = JSON.stringify({ permissions: { deny: ["Bash(touch *)"] } });
const asking = JSON.stringify({ permissions: { ask: ["Bash"] } });

/** Values of every row of the table, right ones. A new row has no place here until somebody gives it one. */
const values: { readonly [F in RestrictingFlag]: readonly (string | undefined)[] } = {
  bare: [undefined],
  "disable-slash-commands": [undefined],
  disallowedTools: ["Bash", "Bash(touch *)", "Write,Edit", "Read Grep", "Bash("],
  "managed-settings": [denying, asking, "{}"],
  "max-budget-usd": ["0.5", "3", "1e-3"],
  "max-turns": ["1", "7", "30"],
  "no-session-persistence": [undefined],
  "permission-mode": ["plan", "dontAsk", "default", "manual", "auto"],
  "permission-prompts": ["none", "host"],
  restricted: [undefined],
  "safe-mode": [undefined],
  "setting-sources": ["", "user", "project,local", "user, project"],
  settings: [denying, asking, "{}"],
  "strict-mcp-config": [undefined],
  tools: ["", "Read", "Bash,Read", "Read Write", "default"],
};

export const tableNames = Object.keys(restrictingFlags) as RestrictingFlag[];

export function givenFlag(random: Random): GivenFlag {
  const name = random.pick(tableNames);
  const value = random.pick(values[name]);
  return value === undefined ? { name } : { name, value };
}

const aliases: { readonly [name: string]: string } = { disallowedTools: "disallowed-tools" };

/** In one of the forms in which hosts write it. */
export function written({ name, value }: GivenFlag, random: Random): string[] {
  const shown = `--${random.next() < 0.5 ? (aliases[name] ?? name) : name}`;
  if (value === undefined) return random.next() < 0.1 ? [`${shown}=true`] : [shown];
  // As a word of its own an empty list would be one with a tool of no name.
  return random.next() < 0.5 ? [`${shown}=${value}`] : [shown, value];
}

/** Words around them that neither restrict nor allow; the last kind takes the next word, whatever it is. */
export const neutral: readonly (readonly string[])[] = [
  ["--verbose"],
  ["--model", "scripted"],
  ["--model=scripted"],
  ["--append-system-prompt", "--- be brief"],
  ["--append-system-prompt", "- one\n- two"],
  ["--sparkle"],
  ["--sparkle=1"],
  ["--debug"],
  ["--name=x"],
  ["--add-dir", "/nowhere"],
];

/** Flags whose value somebody forgot: the next word is not one. */
export const hungry = [
  "--model",
  "--append-system-prompt",
  "--name",
  "--effort",
  "--system-prompt",
  "--agent",
] as const;

const restrictingWords = [
  ...["deny", "denied", "disallow", "disable", "restrict", "managed", "sandbox", "safe", "strict", "only", "forbid"],
  ...["block", "limit", "require", "max", "budget", "permission"],
];
const others = ["color", "theme", "log", "output", "trace", "fast", "team", "voice", "sync", "emoji", "view", "port"];

/** A name that could restrict: with one of the words in it, or a slip of the pen in one of the table. */
export function restrictingName(random: Random): string {
  const word = (): string => random.pick(others);
  switch (random.below(4)) {
    case 0:
      return [word(), random.pick(restrictingWords), word()].slice(random.below(2), 2 + random.below(2)).join("-");
    case 1:
      return random.pick([`no-${word()}`, `${word()}-no-${word()}`, `no_${word()}`, random.pick(restrictingWords)]);
    case 2:
      return slip(random.pick(tableNames), random);
    default:
      return casing(random.pick(restrictingWords), random) + casing(word(), random);
  }
}

export function harmlessName(random: Random): string {
  return Array.from({ length: 1 + random.below(3) }, () => random.pick(others)).join(random.pick(["-", "_", ""]));
}

/** One letter too many, too few, another one or in another case; never the name itself. */
function slip(name: string, random: Random): string {
  const at = 1 + random.below(name.length - 1);
  const changed = random.pick([
    `${name.slice(0, at)}${name.slice(at + 1)}`,
    `${name.slice(0, at)}x${name.slice(at)}`,
    `${name.slice(0, at)}q${name.slice(at + 1)}`,
    `${name}s`,
    name.toUpperCase(),
    name.replaceAll("-", "_"),
  ]);
  return known.has(changed) ? `${name}s` : changed;
}

const known: ReadonlySet<string> = new Set(tableNames);

function casing(word: string, random: Random): string {
  return random.pick([word, word.toUpperCase(), `${word[0]?.toUpperCase()}${word.slice(1)}`]);
}
