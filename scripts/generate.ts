// npm run generate: writes the pages that follow from tables, and the code that follows from the protos.
// A test fails when one of them is out of date.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { generatedPages } from "./pages/pages.ts";

for (const [path, page] of Object.entries(generatedPages)) writeFileSync(path, page());

const bin = join(import.meta.dirname, "..", "node_modules", ".bin");
execFileSync(join(bin, "buf"), ["generate"], {
  cwd: join(import.meta.dirname, ".."),
  env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
  stdio: "inherit",
});
