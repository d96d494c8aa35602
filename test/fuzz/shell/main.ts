import { parseArgs } from "node:util";
import { fuzzShell, type ShellFuzzResult } from "./shell-fuzz.ts";

/** Judges a million generated command lines, or as many as asked for, and lets real shells run those that are allowed. */
export function main(args: string[]): number {
  const { values } = parseArgs({
    args,
    options: {
      lines: { type: "string" },
      seed: { type: "string" },
      traced: { type: "boolean" },
      zsh: { type: "string" },
    },
  });
  const lines = Number(values.lines ?? 1_000_000);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!Number.isInteger(lines) || lines < 1 || !Number.isInteger(seed)) {
    console.error("usage: npm run fuzz -- shell [--lines N] [--seed S] [--traced] [--zsh PATH]   (whole numbers)");
    return 2;
  }
  console.log(`seed ${seed}`);
  const started = performance.now();
  const result = fuzzShell({
    lines,
    seed,
    traces: values.traced === true,
    zsh: values.zsh,
    onEscape: ({ line, shell, did }) => console.log(`ESCAPE in ${shell}: ${JSON.stringify(line)} ${did}`),
    onProgress: (now) => process.stderr.isTTY && process.stderr.write(`\r${summary(now)}`),
  });
  console.log(summary(result));
  console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
  return result.escapes === 0 ? 0 : 1;
}

function summary({
  generated,
  readable,
  allowed,
  narrowly,
  executed,
  started,
  traced,
  escapes,
}: ShellFuzzResult): string {
  return (
    `${generated} lines, ${readable} read by the guard, ${allowed} allowed (${narrowly} by narrow rules); run by bash ${executed.bash} (${started.bash} ` +
    `started programs), by dash ${executed.dash} (${started.dash}), by zsh ${executed.zsh} (${started.zsh}); files traced of ${traced}; ${escapes} escapes`
  );
}
