// Bundles every entry into dist/ and writes the type declarations.
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { type BuildOptions, build } from "esbuild";

const common: BuildOptions = {
  bundle: true,
  format: "esm",
  target: "es2024",
  outdir: "dist",
  sourcemap: true,
  legalComments: "none",
  logLevel: "warning",
};

rmSync("dist", { recursive: true, force: true });
await Promise.all([
  // Neutral: a Node module in here is an error, so what this builds runs in a browser.
  build({
    ...common,
    platform: "neutral",
    mainFields: ["module", "main"],
    entryPoints: { wire: "src/exports/wire.ts" },
  }),
  build({ ...common, platform: "node", entryPoints: { cli: "src/cli/main.ts" } }),
]);
const { status } = spawnSync("node_modules/.bin/tsc", ["-p", "tsconfig.build.json"], { stdio: "inherit" });
if (status !== 0) process.exit(1);
writeFileSync("dist/.built", "");
