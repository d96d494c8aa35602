import { existsSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { nodeFiles } from "../../../src/agent/permission/node-files.ts";
import { decide, Policy } from "../../../src/exports/permission.ts";
import { Random } from "../random.ts";
import { type Command, commandsWhere, mixedLine, singleLines } from "./argument-generator.ts";
import { harmIn } from "./harm.ts";
import { makeScratch } from "./scratch-project.ts";
import { traceLines } from "./trace.ts";
import { trickyLines } from "./tricky-lines.ts";

export interface ProgramFuzzOptions {
  readonly lines: number;
  readonly seed: number;
  readonly onHarm?: (line: string, harm: string) => void;
  readonly onProgress?: (result: ProgramFuzzResult) => void;
}

export interface ProgramFuzzResult {
  /** Programs and subcommands that are installed here. */
  commands: number;
  generated: number;
  /** By no rule at all: all of them were run. */
  allowed: number;
  /** System calls that were looked at. */
  calls: number;
  harms: number;
}

const batchSize = 500;

/**
 * Lets the real programs run what is allowed without a rule, in a project full of traps: none may write, run another program, reach
 * a network, or open a file outside the project and the system's own places.
 */
export function fuzzPrograms({ lines, seed, onHarm, onProgress }: ProgramFuzzOptions): ProgramFuzzResult {
  const random = new Random(seed);
  const commands = commandsWhere(isInstalled);
  const result: ProgramFuzzResult = { commands: commands.length, generated: 0, allowed: 0, calls: 0, harms: 0 };
  const scratch = makeScratch();
  const { project, home } = scratch;
  const policy = new Policy({ rules: [], mode: "default", cwd: project, home, files: nodeFiles });
  const isAllowed = (line: string): boolean =>
    decide({ toolName: "Bash", input: { command: line }, cwd: project, directories: [project] }, policy).effect ===
    "allow";
  try {
    let batch: string[] = [];
    const flush = (): void => {
      for (const [at, traced] of traceLines(batch, scratch).entries()) {
        const line = batch[at] ?? "";
        result.calls += traced.calls.length;
        const harm = harmIn(traced, line, scratch);
        if (harm === undefined) continue;
        result.harms += 1;
        onHarm?.(line, harm);
      }
      batch = [];
      onProgress?.(result);
    };
    for (const line of generate(commands, random, lines)) {
      result.generated += 1;
      if (!isAllowed(line)) continue;
      result.allowed += 1;
      batch.push(line);
      if (batch.length >= batchSize) flush();
    }
    if (batch.length > 0) flush();
    return result;
  } finally {
    rmSync(scratch.root, { recursive: true, force: true });
  }
}

function* generate(commands: readonly Command[], random: Random, count: number): Generator<string> {
  let left = count;
  const seen = new Set<string>();
  const fresh = (line: string): boolean => !seen.has(line) && left > 0 && seen.add(line) !== undefined;
  for (const line of [...trickyLines, ...singleLines(commands, random)]) {
    if (!fresh(line)) continue;
    left -= 1;
    yield line;
  }
  while (left > 0) {
    const line = mixedLine(commands, random);
    left -= 1;
    if (!seen.has(line)) yield line;
    seen.add(line);
  }
}

export function isInstalled(program: string): boolean {
  if (/^(?:cd|type|kill|ulimit|umask|\[)$/.test(program)) return true;
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}
