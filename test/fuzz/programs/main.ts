import { parseArgs } from "node:util";
import { fuzzPrograms, type ProgramFuzzResult } from "./fuzz-programs.ts";
import { cannotTrace } from "./trace.ts";

/** Runs what is allowed without any rule by the real programs, and looks at every system call of it. */
export function main(args: string[]): number {
  const { values } = parseArgs({ args, options: { lines: { type: "string" }, seed: { type: "string" } } });
  const lines = Number(values.lines ?? 20_000);
  const seed = Number(values.seed ?? 11);
  if (!Number.isInteger(lines) || lines < 1 || !Number.isInteger(seed)) {
    console.error("usage: npm run fuzz -- programs [--lines N] [--seed S]   (whole numbers)");
    return 2;
  }
  const missing = cannotTrace();
  if (missing !== undefined) {
    console.error(`skipped: ${missing}`);
    return process.env.CI === "true" && process.platform === "linux" ? 1 : 0;
  }
  console.log(`seed ${seed}`);
  const started = performance.now();
  const result = fuzzPrograms({
    lines,
    seed,
    onHarm: (line, harm) => console.log(`HARM: ${JSON.stringify(line)} ${harm}`),
    onProgress: (now) => process.stderr.isTTY && process.stderr.write(`\r${summary(now)}`),
  });
  console.log(summary(result));
  console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
  return result.harms === 0 ? 0 : 1;
}

function summary({ commands, generated, allowed, calls, harms }: ProgramFuzzResult): string {
  return `${generated} lines for ${commands} programs and subcommands, ${allowed} allowed and run, ${calls} system calls seen; ${harms} did more than look`;
}
