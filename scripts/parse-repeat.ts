interface Repeat {
  readonly repeat: number;
  /** The other arguments. */
  readonly chosen: readonly string[];
  /** What is wrong with them, for a person. */
  readonly problem?: string;
}

/** Takes `--repeat N` or `--repeat=N` out of the arguments of `npm test`. */
export function parseRepeat(args: readonly string[]): Repeat {
  const at = args.findIndex((arg) => arg === "--repeat" || arg.startsWith("--repeat="));
  if (at === -1) return { repeat: 1, chosen: args };
  const flag = args[at] ?? "";
  const isApart = flag === "--repeat";
  const value = isApart ? (args[at + 1] ?? "") : flag.slice("--repeat=".length);
  const chosen = args.toSpliced(at, isApart ? 2 : 1);
  const usage = "npm test -- --repeat N FILE …";
  if (!/^[1-9]\d{0,5}$/.test(value)) return { repeat: 1, chosen, problem: `--repeat needs how many times: ${usage}` };
  if (!chosen.some((arg) => !arg.startsWith("--")))
    return { repeat: 1, chosen, problem: `--repeat needs the files to repeat: ${usage}` };
  return { repeat: Number(value), chosen };
}
