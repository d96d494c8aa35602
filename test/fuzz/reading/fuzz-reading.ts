import assert from "node:assert/strict";
import { setImmediate as tick } from "node:timers/promises";
import { LongLines } from "../../../src/daemon/reading/long-lines.ts";
import { Random } from "../random.ts";
import { agentOutput } from "./agent-output.ts";
import { readNaively } from "./naive-reader.ts";
import { ReadAgent } from "./read-agent.ts";
import { ReadingRound } from "./reading-round.ts";

export interface FuzzedReading {
  readonly cases: number;
  readonly bytes: number;
  readonly kills: number;
  readonly longLines: number;
  /** Of the stored state of a reading, at its largest. */
  readonly stateBytes: number;
  /** Growth of the live heap from the first quarter to the end. */
  readonly heapGrowthBytes: number;
}

/** What is true whatever a case is made of: `isOver` is asked after each. */
export async function fuzzReading(
  seed: number,
  isOver: (cases: number) => boolean,
  gc: () => void,
): Promise<FuzzedReading> {
  const longLines = new LongLines();
  const totals = { cases: 0, bytes: 0, kills: 0, longLines: 0, stateBytes: 0 };
  const heap: number[] = [];
  try {
    do {
      const agents = await fuzzCase(new Random(seed + totals.cases), longLines).catch((error: unknown) => {
        throw new Error(`reading, seed ${seed + totals.cases}`, { cause: error });
      });
      totals.cases++;
      for (const agent of agents) {
        totals.bytes += agent.output.length;
        totals.kills += agent.kills;
        totals.longLines += agent.attempts;
        totals.stateBytes = Math.max(totals.stateBytes, agent.stateBytes);
      }
      gc();
      heap.push(process.memoryUsage().heapUsed);
    } while (!isOver(totals.cases));
  } finally {
    await longLines.close();
  }
  const heapGrowthBytes = (heap.at(-1) ?? 0) - (heap[Math.floor(heap.length / 4)] ?? 0);
  return { ...totals, heapGrowthBytes };
}

/** Two agents that write at the same time, read by daemons that are killed now and then. */
async function fuzzCase(random: Random, longLines: LongLines): Promise<readonly ReadAgent[]> {
  const round = new ReadingRound();
  const lines = random.pick([1, 5, 30, 300]);
  const agents = [0, 1].map(() => new ReadAgent(agentOutput(random, lines), random, round, longLines));
  try {
    while (agents.some(({ isDone }) => !isDone)) {
      for (const agent of agents) agent.step();
      await tick();
      round.check();
    }
  } finally {
    round.close();
  }
  for (const { told, output, skipped } of agents) assertSame(told, readNaively(output, skipped));
  return agents;
}

/** A whole difference would be megabytes long. */
function assertSame(found: readonly string[], expected: readonly string[]): void {
  const at = expected.findIndex((word, n) => word !== found[n]);
  const around = (told: readonly string[]) => told.slice(Math.max(0, at - 3), at + 3).map((word) => word.slice(0, 100));
  if (at !== -1) assert.deepEqual(around(found), around(expected), `word ${at}`);
  assert.equal(found.length, expected.length, `told in vain: ${found[expected.length]?.slice(0, 100)}`);
}
