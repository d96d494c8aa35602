interface TestArguments {
  readonly repeat: number;
  /** Only the tests that take little. */
  readonly isQuick: boolean;
  /** The other arguments: files, and flags of node. */
  readonly chosen: readonly string[];
  /** What is wrong with them, for a person. */
  readonly problem?: string;
}

/** The arguments of `npm test`: `--quick`, or `--repeat N` or `--repeat=N` and files, or files and flags of node. */
export function parseTestArguments(args: readonly string[]): TestArguments {
  const others = args.filter((arg) => arg !== "--quick");
  const isQuick = others.length < args.length;
  const found = { repeat: 1, isQuick, chosen: others };
  if (isQuick && others.length > 0)
    return { ...found, problem: "--quick chooses the tests itself: npm test -- --quick" };
  return { ...found, ...parseRepeat(others) };
}

function parseRepeat(args: readonly string[]): Partial<TestArguments> {
  const at = args.findIndex((arg) => arg === "--repeat" || arg.startsWith("--repeat="));
  if (at === -1) return {};
  const flag = args[at] ?? "";
  const isApart = flag === "--repeat";
  const value = isApart ? (args[at + 1] ?? "") : flag.slice("--repeat=".length);
  const chosen = args.toSpliced(at, isApart ? 2 : 1);
  const usage = "npm test -- --repeat N FILE …";
  if (!/^[1-9]\d{0,5}$/.test(value)) return { problem: `--repeat needs how many times: ${usage}` };
  if (!chosen.some((arg) => !arg.startsWith("--"))) return { problem: `--repeat needs the files to repeat: ${usage}` };
  return { repeat: Number(value), chosen };
}
