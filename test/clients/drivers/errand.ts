import type { Outcome, Turn, Verdict } from "../client.ts";
import { answer } from "./answer.ts";

/** What a driver is told by its only argument. It runs in a process of its own, since libraries hand their environment on. */
export interface DriverErrand {
  readonly entry: string;
  readonly command: string;
  readonly cwd: string;
  readonly prompts: readonly string[];
  readonly verdict: Verdict;
  readonly way?: string;
}

/** What a library asks the user with; all of them took it over from the official one. */
type CanUseTool = (
  tool: string,
  input: Record<string, unknown>,
  about: { readonly suggestions?: readonly unknown[] },
) => Promise<object>;

type Play = (errand: DriverErrand, ask: CanUseTool, asked: unknown[]) => Promise<readonly Turn[]>;

/** Runs a driver: `play` gives the turns, and asks through what it is given, or notes itself what was asked. */
export async function drive(play: Play): Promise<void> {
  const errand = JSON.parse(process.argv[2] ?? "") as DriverErrand;
  const asked: unknown[] = [];
  const ask: CanUseTool = async (_tool, input, { suggestions }) => {
    asked.push(input);
    return answer(errand.verdict, input, suggestions);
  };
  const turns = await play(errand, ask, asked);
  const outcome: Outcome = { asked, turns };
  // Old libraries leave a timer of five seconds behind.
  process.stdout.write(`\n${JSON.stringify(outcome)}\n`, () => process.exit());
}
