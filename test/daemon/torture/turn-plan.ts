import { twinPrompt } from "../../../src/twin/twin-script.ts";
import type { Random } from "../../fuzz/random.ts";

/** One prompt and what the twin must say to it: the numbers from 0 on, each in a delta of its own. */
export interface TurnPlan {
  /** Unique in the run; in the prompt, and in the command of its tool. */
  readonly tag: string;
  readonly prompt: string;
  readonly text: string;
  readonly chunks: number;
  readonly asks: boolean;
}

export function planTurn(tag: string, random: Random): TurnPlan {
  const before = 5 + random.below(60);
  const asks = random.below(3) === 0;
  const after = asks ? 1 + random.below(20) : 0;
  const chunkDelayMs = 2 + random.below(12);
  const said = { chunks: before, chunkDelayMs, text: numbers(0, before) };
  const tools = [{ name: "Bash", input: { command: `touch ${tag}` } }];
  const steps = asks
    ? [
        { ...said, tools },
        { text: numbers(before, after), chunks: after, chunkDelayMs },
      ]
    : [said];
  const prompt = `${tag} ${twinPrompt({ steps })}`;
  return { tag, prompt, text: numbers(0, before + after), chunks: before + after, asks };
}

function numbers(from: number, count: number): string {
  // All of one length: the script cuts a text into equal chunks.
  return Array.from({ length: count }, (_, n) => `${String(from + n).padStart(3, "0")} `).join("");
}
