import { decide, type Policy } from "../../../src/exports/permission.ts";
import { guard } from "../../../src/permission/shell/guard/guard.ts";
import { readShell, type ShellReading } from "../../../src/permission/shell/read-shell.ts";
import { bash, policyOf } from "../../permission/policy-of.ts";
import { Random } from "../random.ts";
import { accountsFor } from "./account.ts";
import { generateLine } from "./line-generator.ts";
import { hasNarrowRule, isAllowedNarrowly } from "./narrow-rules.ts";
import { type Run, type RunOptions, runLines, type ShellName } from "./run-shell.ts";
import { allowedPrograms, planted } from "./vocabulary.ts";

export interface ShellFuzzOptions {
  readonly lines: number;
  readonly seed: number;
  /** See every file that bash opens, too; needs strace. The stubs of dash open files of their own. */
  readonly traces?: boolean;
  /** Where zsh is, for it to run the lines, too. */
  readonly zsh?: string | undefined;
  readonly onEscape?: (found: Escape) => void;
  readonly onProgress?: (result: ShellFuzzResult) => void;
}

type FuzzedShell = Exclude<ShellName, "bash-3.2">;

export interface Escape {
  readonly line: string;
  readonly shell: FuzzedShell;
  readonly did: string;
}

export interface ShellFuzzResult {
  generated: number;
  readable: number;
  allowed: number;
  /** Of these, by a few rules that allow some of what a program can be told. */
  narrowly: number;
  /** Lines that a shell ran, and how many of them started a program. */
  executed: { [shell in FuzzedShell]: number };
  started: { [shell in FuzzedShell]: number };
  /** Of the executed, those whose opened files were seen. */
  traced: number;
  escapes: number;
}

/** Nearly everything allowed, and nothing: a line is run if one of them allows it. */
const policies: readonly Policy[] = [
  policyOf(
    allowedPrograms.map((program) => `allow user Bash(${program}:*)`),
    { mode: "acceptEdits" },
  ),
  policyOf([]),
];

const batchSize = 500;

/**
 * Judges generated lines and lets real shells run the allowed ones. A line escapes if it starts a program, writes a file or opens
 * one that its reading did not account for.
 */
export function fuzzShell({
  lines,
  seed,
  traces = false,
  zsh,
  onEscape,
  onProgress,
}: ShellFuzzOptions): ShellFuzzResult {
  const random = new Random(seed);
  const result: ShellFuzzResult = {
    generated: 0,
    readable: 0,
    allowed: 0,
    narrowly: 0,
    executed: { bash: 0, dash: 0, zsh: 0 },
    started: { bash: 0, dash: 0, zsh: 0 },
    traced: 0,
    escapes: 0,
  };
  let batch: string[] = [];
  const flush = (): void => {
    // dash gets some of them only: it starts a real process for every program. To it, $'a' is the text $a.
    const some = batch.filter((line, at) => at % 10 === 0 && !line.includes("$'"));
    runBatch("bash", batch, { traces }, result, onEscape);
    runBatch("dash", some, {}, result, onEscape);
    if (zsh !== undefined) runBatch("zsh", batch, { executable: zsh }, result, onEscape);
    batch = [];
    onProgress?.(result);
  };
  const seen = new Set<string>();
  for (; result.generated < lines; result.generated += 1) {
    const line = generateLine(random);
    // What the guard refuses is asked about; reading it again would only cost time.
    if ("refused" in guard(line)) continue;
    result.readable += 1;
    const narrowly = isAllowedNarrowly(line);
    if (narrowly) result.narrowly += 1;
    if (!narrowly && !policies.some((policy) => decide(bash(line), policy).effect === "allow")) continue;
    result.allowed += 1;
    if (seen.has(line) || mayNotEnd(line)) continue;
    seen.add(line);
    batch.push(line);
    if (batch.length >= batchSize) flush();
  }
  flush();
  return result;
}

/** A loop without an end says nothing more than one round of it. */
function mayNotEnd(line: string): boolean {
  return /\b(?:while|until)\b/.test(line) && !/\bbreak\b|\bwhile read\b/.test(line);
}

function runBatch(
  shell: FuzzedShell,
  lines: readonly string[],
  options: RunOptions,
  result: ShellFuzzResult,
  onEscape?: (found: Escape) => void,
): void {
  const runs = runLines(shell, lines, options);
  for (const [at, run] of runs.entries()) {
    const line = lines[at] ?? "";
    result.executed[shell] += 1;
    if (run.ran.length > 0) result.started[shell] += 1;
    if (run.opened) result.traced += 1;
    const did = escapeIn(run, readShell(line)) ?? (isAllowedNarrowly(line) ? unruledIn(run) : undefined);
    if (did === undefined) continue;
    result.escapes += 1;
    onEscape?.({ line, shell, did });
  }
}

function unruledIn({ ran }: Run): string | undefined {
  const program = ran.find((argv) => !hasNarrowRule(argv));
  return program && `ran ${JSON.stringify(program)}, which no rule allows`;
}

export function escapeIn({ ran, wrote, opened }: Run, reading: ShellReading): string | undefined {
  const program = ran.find((argv) => argv[0] === planted || !accountsFor(reading, argv));
  if (program !== undefined) return `ran ${JSON.stringify(program)}`;
  const judged = new Set(
    [...reading.writes, ...reading.reads].flatMap(({ path, text }) =>
      path === undefined ? [] : [path, text, path.replace(/\/{2,}/g, "/")],
    ),
  );
  const isJudged = (path: string): boolean => judged.has(path) || [...judged].some((one) => one.endsWith(`/${path}`));
  const written = wrote.find((path) => !isJudged(path));
  if (written !== undefined) return `wrote ${written}`;
  const read = opened?.find((path) => !isJudged(path) && !ownFiles.test(path));
  return read === undefined ? undefined : `opened ${read}`;
}

/** What the shell opens for itself: for a here-document, a log, the folder of `~name`. */
const ownFiles =
  /^\/dev\/(?:null|tty|fd\/\d+|std(?:in|out|err))$|^\/bridle\/|^\/tmp\/sh-thd|^\/tmp\/bridle-shell-\w+\/log\/ran$|^\/etc\/(?:passwd|nsswitch.conf)$/;
