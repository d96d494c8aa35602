/** What a person on a terminal says to a question; `without` where there is none. */
export async function confirm(question: string, without: boolean): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return without;
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} (y/N) `)).trim());
  } finally {
    terminal.close();
  }
}
