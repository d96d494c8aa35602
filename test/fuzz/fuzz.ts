import { adapterFor } from "../../src/adapters/adapters.ts";
import { readCommand } from "../../src/adapters/read-command.ts";
import { Decoder } from "../../src/codec/decoder.ts";
import type { Canonical } from "../../src/wire/canonical.ts";
import { toFrame } from "../../src/wire/frame.ts";
import { versionFixtures } from "../contract/fixtures.ts";
import { mutate } from "./mutate.ts";
import { Random } from "./random.ts";

export interface FuzzResult {
  readonly mutated: number;
  readonly untouched: number;
  readonly bytes: number;
  /** Growth of the live heap from the first quarter to the end. */
  readonly heapGrowthBytes: number;
}

/** The key that marks a line nobody touched. */
const mark = "fuzz_n";
const MiB = 1024 * 1024;

/**
 * Feeds real recorded lines, three of four of them mutated, in chunks of any
 * size through the whole decoder. Throws when an untouched line is not
 * delivered in its place, or when anything else throws.
 */
export function fuzz(mutatedLines: number, seed: number, gc: () => void): FuzzResult {
  const random = new Random(seed);
  const originals = recordedLines();
  const decoder = new Decoder({ adapter: adapterFor(undefined), maxPayloadBytes: MiB, maxLineBytes: MiB });
  const expected = new Checker();
  const pending: Buffer[] = [];
  const heap: number[] = [];
  let [mutated, untouched, bytes, pendingBytes, chunkBytes] = [0, 0, 0, 0, 1];

  const flush = (): void => {
    const chunk = Buffer.concat(pending.splice(0));
    // Some chunks arrive in tiny pieces.
    const step = random.next() < 0.02 ? 1 + random.below(7) : chunk.length;
    for (let at = 0; at < chunk.length; at += step) expected.check(decoder.push(chunk.subarray(at, at + step)));
    bytes += chunk.length;
    [pendingBytes, chunkBytes] = [0, 1 + random.below(65536)];
  };

  while (mutated < mutatedLines) {
    const original = random.pick(originals);
    const touched = random.next() < 0.75;
    const line = touched
      ? mutate(Buffer.from(JSON.stringify(original)), random)
      : Buffer.from(JSON.stringify({ ...original, [mark]: untouched }));
    if (touched) mutated++;
    else untouched++;
    pending.push(line, Buffer.from("\n"));
    pendingBytes += line.length + 1;
    if (pendingBytes >= chunkBytes) flush();
    if (mutated % Math.ceil(mutatedLines / 8) === 0 && touched) {
      gc();
      heap.push(process.memoryUsage().heapUsed);
    }
  }
  flush();
  expected.check(decoder.end());
  if (expected.seen !== untouched)
    throw new Error(`seed ${seed}: ${untouched - expected.seen} untouched lines were not delivered`);
  return { mutated, untouched, bytes, heapGrowthBytes: (heap.at(-1) ?? 0) - (heap[1] ?? 0) };
}

/** Untouched lines carry their number: each must follow the one before. */
class Checker {
  seen = 0;

  check(messages: readonly Canonical[]): void {
    for (const { frame } of messages) {
      readCommand(frame);
      const value = (frame.type === "message" ? frame.message : frame) as { [mark]?: unknown };
      if (value[mark] === undefined) continue;
      if (value[mark] !== this.seen)
        throw new Error(`untouched line ${String(value[mark])} was delivered as number ${this.seen}`);
      this.seen++;
    }
  }
}

/** Short frames of both directions, of every recorded version. Some lines are broken on purpose: those are not to be expected back. */
function recordedLines(): object[] {
  const lines = versionFixtures().flatMap(({ transcripts }) => transcripts.flatMap((transcript) => transcript.lines));
  return lines
    .filter(({ direction, payload }) => (direction === "<" || direction === ">") && payload.length < 600)
    .flatMap(({ payload }) => {
      const value = parse(payload);
      return typeof toFrame(value, payload.length, 1) === "string" ? [] : [value as object];
    });
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
