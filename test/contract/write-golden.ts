// npm run golden: writes the canonical form of every recording. Read the difference before you commit it.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { versionFixtures } from "./fixtures.ts";
import { golden, goldenFile } from "./golden.ts";

for (const recorded of versionFixtures()) {
  mkdirSync(dirname(goldenFile(recorded.name)), { recursive: true });
  writeFileSync(goldenFile(recorded.name), golden(recorded));
}
