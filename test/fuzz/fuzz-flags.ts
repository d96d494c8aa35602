import { type AgentFlags, readAgentFlags } from "../../src/agent/flags/agent-flags.ts";
import { checkUnknownFlags } from "../../src/agent/flags/restricting-flags.ts";
import { SessionPermissions } from "../../src/agent/permission/session-permissions.ts";
import { isBridleError } from "../../src/errors.ts";
import {
  type GivenFlag,
  givenFlag,
  harmlessName,
  hungry,
  neutral,
  restrictingName,
  tableNames,
  written,
} from "./flag-cases.ts";
import { Random } from "./random.ts";

export interface FlagCounts {
  readonly refused: number;
  readonly taken: number;
}

/**
 * Random command lines of restricting flags, in all forms. One that is taken restricts as much as each of its flags does alone;
 * one that cannot be decided is refused, and no other is.
 */
export function fuzzFlags(cases: number, seed: number): FlagCounts {
  const random = new Random(seed);
  const alone = new Map<string, Restrictions>();
  let refused = 0;
  for (let number = 0; number < cases; number++) {
    const line = commandLine(random);
    const problem = refusal(line.argv);
    if (problem !== undefined) refused++;
    const wrong =
      problem === undefined ? wrongIfTaken(line, alone) : line.isDoubtful ? undefined : `refused: ${problem}`;
    if (wrong !== undefined) throw new Error(`seed ${seed}, line ${number}: ${wrong}\n${JSON.stringify(line)}`);
  }
  return { refused, taken: cases - refused };
}

type Restrictions = { readonly [what: string]: number };

function wrongIfTaken(line: CommandLine, known: Map<string, Restrictions>): string | undefined {
  const { argv, given, base, isDoubtful } = line;
  if (isDoubtful) return "taken, although it cannot be decided";
  const together = restrictionsOf([...base, ...argv], base);
  for (const { name, value } of given) {
    const flag = value === undefined ? `--${name}` : `--${name}=${value}`;
    const key = JSON.stringify([base, flag]);
    const alone = known.get(key) ?? aloneWith(flag, base);
    known.set(key, alone);
    // What a list names is one list, however often the flag is given.
    const less = Object.entries(alone).find(([what, bound]) => what !== name && (together[what] ?? 0) < bound);
    if (less !== undefined) return `${less[0]}: less than with ${flag} alone`;
  }
  return undefined;
}

/** What is decided of calls beside what allows them; what the flags themselves say, also without that. */
function aloneWith(flag: string, base: readonly string[]): Restrictions {
  const beside = restrictionsOf([...base, flag], base);
  const bare = restrictionsOf([flag], []);
  return Object.fromEntries(
    Object.entries(beside).map(([what, bound]) => [
      what,
      what.startsWith("call") ? bound : Math.max(bound, bare[what] ?? bound),
    ]),
  );
}

export interface CommandLine {
  readonly argv: readonly string[];
  readonly given: readonly GivenFlag[];
  /** What allows: all that restricts has to hold against it. */
  readonly base: readonly string[];
  readonly isDoubtful: boolean;
}

const bases: readonly (readonly string[])[] = [
  [],
  ["--allowedTools", "Bash,Read,Write"],
  ["--dangerously-skip-permissions"],
  ["--allow-dangerously-skip-permissions"],
  ["--input-format=stream-json", "--output-format=stream-json", "--permission-prompt-tool=stdio"],
];

export function commandLine(random: Random, allowing = bases): CommandLine {
  const given = Array.from({ length: 1 + random.below(5) }, () => givenFlag(random));
  const pieces: { words: readonly string[]; isFlag: boolean }[] = given.map((flag) => ({
    words: written(flag, random),
    isFlag: true,
  }));
  for (let more = random.below(3); more > 0; more--)
    pieces.splice(random.below(pieces.length + 1), 0, { words: random.pick(neutral), isFlag: false });
  const isHungry = random.next() < 0.15;
  const before = random.pick(pieces.filter(({ isFlag }) => isFlag));
  if (isHungry) pieces.splice(pieces.indexOf(before), 0, { words: [random.pick(hungry)], isFlag: false });
  const isDoubtful = isHungry || contradicts(given);
  return { argv: pieces.flatMap(({ words }) => words), given, base: random.pick(allowing), isDoubtful };
}

const lists: ReadonlySet<string> = new Set(["disallowedTools", "tools"]);

/** Two different values where only one can count. */
function contradicts(given: readonly GivenFlag[]): boolean {
  return tableNames.some(
    (name) =>
      !lists.has(name) && new Set(given.filter((flag) => flag.name === name).map(({ value }) => value)).size > 1,
  );
}

function refusal(argv: readonly string[]): string | undefined {
  try {
    readAgentFlags(argv);
    return undefined;
  } catch (error) {
    if (isBridleError(error, "invalid_option")) return error.message;
    throw error;
  }
}

const calls = [
  { name: "Bash", input: { command: "touch made" } },
  { name: "Bash", input: { command: "ls" } },
  { name: "Write", input: { file_path: "made", content: "x" } },
  { name: "Read", input: { file_path: "/elsewhere/x" } },
  { name: "Grep", input: { pattern: "x", path: "/elsewhere" } },
] as const;

const effects = { allow: 0, ask: 1, deny: 2 } as const;

/** How much a command line restricts, by what it restricts: more is more. */
function restrictionsOf(argv: readonly string[], base: readonly string[]): Restrictions {
  const flags = readAgentFlags(argv);
  const permissions = new SessionPermissions(flags, "/nowhere", { HOME: "/nowhere" });
  const decided = calls.map((call, index) => [`call ${index}`, effects[permissions.decide(call).effect]]);
  const offered = ["Bash", "Read", "Write", "Grep"].filter((tool) => flags.tools?.includes(tool) ?? true);
  return {
    ...Object.fromEntries(decided),
    ...switches(flags, base),
    tools: -offered.length,
    removed: ["Bash", "Read", "Write"].filter((tool) => permissions.isRemoved(tool)).length,
    turns: -(flags.maxTurns ?? Number.POSITIVE_INFINITY),
    budget: -(flags.maxBudgetUsd ?? Number.POSITIVE_INFINITY),
    sources: -(flags.settingSources?.length ?? 3),
    hooks: flags.bare || flags.restricted ? 1 : 0,
  };
}

function switches(flags: AgentFlags, base: readonly string[]): Restrictions {
  const asks = base.includes("--permission-prompt-tool=stdio");
  return {
    persistence: flags.persist ? 0 : 1,
    slashCommands: flags.disableSlashCommands ? 1 : 0,
    servers: flags.strictMcpConfig ? 1 : 0,
    restricted: flags.restricted ? 1 : 0,
    prompts: asks && !flags.asksHost ? 1 : 0,
    plan: flags.permissionMode === "plan" || flags.permissionMode === "dontAsk" ? 1 : 0,
    managed: flags.managedSettings === undefined ? 0 : 1,
    settings: flags.settings === undefined ? 0 : 1,
  };
}

/** Names nobody knows: refused where they could restrict, else said. */
export function fuzzUnknownFlags(cases: number, seed: number): FlagCounts {
  const random = new Random(seed);
  let refused = 0;
  for (let number = 0; number < cases; number++) {
    const isRestricting = random.next() < 0.5;
    const name = isRestricting ? restrictingName(random) : harmlessName(random);
    const form = random.pick([
      [`--${name}`],
      [`--${name}=x`],
      [`--${name}`, "x"],
      [`-${name}`],
      [`--${name}`, "--verbose"],
    ]);
    const warnings: string[] = [];
    let isRefused = false;
    try {
      checkUnknownFlags(readAgentFlags([...form, "--verbose"]).unknown, (text) => warnings.push(text));
    } catch (error) {
      isRefused = isBridleError(error, "invalid_option");
    }
    const isSaid = warnings.length === 1 && warnings[0]?.includes(`--${name}'`);
    if (isRefused !== isRestricting || (!isRefused && !isSaid))
      throw new Error(`seed ${seed}, name ${number}: ${JSON.stringify(form)} was ${isRefused ? "refused" : "taken"}`);
    if (isRefused) refused++;
  }
  return { refused, taken: cases - refused };
}
