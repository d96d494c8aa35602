import { checks } from "./checks.ts";
import { checkMutants } from "./mutation-check.ts";

/** Changes the guard and the steps of `decide()` at every place, one at a time: a test has to fail each time. */
export function main(args: string[]): number {
  const names = Object.keys(checks) as (keyof typeof checks)[];
  const asked = names.filter((name) => args.length === 0 || args.includes(name));
  if (asked.length === 0 || !args.every((name) => (names as string[]).includes(name))) {
    console.error(`usage: npm run fuzz -- mutants [${names.join("|")}]`);
    return 2;
  }
  let missed = 0;
  for (const name of asked) {
    const started = performance.now();
    const result = checkMutants({ ...checks[name], onMissed: (change) => console.log(`MISSED ${change}`) });
    missed += result.missed.length;
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(
      `${name}: ${result.mutants - result.missed.length} of ${result.mutants} changes are found, ${seconds} s`,
    );
  }
  return missed === 0 ? 0 : 1;
}
