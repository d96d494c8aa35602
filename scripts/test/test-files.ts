import { globSync } from "node:fs";

/** All files of tests, as paths below the root. */
export function testFiles(): string[] {
  return globSync(["src/**/*.test.ts", "web/**/*.test.ts", "test/**/*.test.ts"]).sort();
}
