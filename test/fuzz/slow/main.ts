import { join } from "node:path";
import { parseArgs } from "node:util";
import { patternsIn, pumpOf } from "./pumped-patterns.ts";
import { searchSlow } from "./slow-search.ts";

/** Looks for calls of up to 64 kB that take long to decide under a thousand rules; fails where one takes more than allowed. */
export function main(args: string[]): number {
  const { values } = parseArgs({
    args,
    options: { minutes: { type: "string" }, seed: { type: "string" }, patterns: { type: "boolean" } },
  });
  if (values.patterns) return pumpPatterns();
  const minutes = Number(values.minutes ?? 5);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!(minutes > 0) || !Number.isInteger(seed)) {
    console.error("usage: npm run fuzz -- slow [--minutes M] [--seed S] | --patterns");
    return 2;
  }
  console.log(`seed ${seed}`);
  const until = Date.now() + minutes * 60_000;
  let most = 0;
  const { tried, worst } = searchSlow(
    seed,
    () => Date.now() > until,
    ({ input, ms }) => {
      if (ms > most) console.log(`${ms.toFixed(2)} ms ${JSON.stringify(input)}`);
      most = Math.max(most, ms);
    },
  );
  for (const { input, ms } of worst.slice(0, 15)) console.log(`${ms.toFixed(2)} ms ${JSON.stringify(input)}`);
  console.log(`${tried} calls tried, the slowest took ${most.toFixed(2)} ms`);
  return most <= allowedMs ? 0 : 1;
}

const allowedMs = 20;

/** Patterns that see no call, only rules, and those whose text is cut, or read by another pattern, before. */
const seesShortTexts: readonly (readonly [file: string, piece: string])[] = [
  ["slips/", ""],
  ["settings/", ""],
  ["removals.ts", "[!^]"],
  ["searched-folder.ts", ","],
  ["text-arguments.ts", "cmd|command"],
  ["path/pattern-overlap.ts", "[:.=]"],
  ["shell/dangers/archives.ts", "f?[cxtrud"],
  ["shell/dangers/danger-of.ts", "-?[\\d.]+$"],
];

/** Tells the regular expressions of permissions that take more than linear time for some text; where they stand, texts must be short. */
function pumpPatterns(): number {
  const patterns = patternsIn(join(import.meta.dirname, "../../../src/permission"));
  let worst = 0;
  for (const { place, pattern } of patterns) {
    const found = pumpOf(pattern);
    if (found === undefined) continue;
    const isShort = seesShortTexts.some(([file, piece]) => place.startsWith(file) && pattern.source.includes(piece));
    if (!isShort) worst = Math.max(worst, Number.isFinite(found.growth) ? found.ms : Number.POSITIVE_INFINITY);
    console.log(`${place} ${pattern} ${JSON.stringify(found)}`);
  }
  console.log(`${patterns.length} patterns tried, the slowest takes ${worst.toFixed(2)} ms`);
  return worst <= allowedMs ? 0 : 1;
}
