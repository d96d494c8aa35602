// Bundles every entry and the page, and writes the type declarations, beside dist/, which is replaced when all of it is there.
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { build as buildPage } from "vite";

process.chdir(join(import.meta.dirname, ".."));
const fresh = "dist.new";

const common: BuildOptions = {
  bundle: true,
  format: "esm",
  target: "es2024",
  outdir: fresh,
  sourcemap: true,
  legalComments: "none",
  logLevel: "warning",
};

const commonJs = 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);';

rmSync(fresh, { recursive: true, force: true });
try {
  await Promise.all([
    // Neutral: a Node module in here is an error, so what this builds runs in a browser.
    build({
      ...common,
      platform: "neutral",
      mainFields: ["module", "main"],
      entryPoints: {
        wire: "src/exports/wire.ts",
        permission: "src/exports/permission.ts",
        "web-client": "src/exports/web-client.ts",
      },
    }),
    build({ ...common, platform: "node", entryPoints: { index: "src/exports/host.ts" } }),
    buildPage({ configFile: "web/vite.config.ts", logLevel: "error", build: { outDir: join("..", fresh, "web") } }),
    // Split: what an agent needs only now and then is not read at its start.
    build({
      ...common,
      platform: "node",
      splitting: true,
      chunkNames: "chunks/[name]-[hash]",
      // Some packages of the daemon are CommonJS.
      banner: { js: commonJs },
      entryPoints: {
        agent: "src/exports/agent.ts",
        "bridle-agent": "src/agent/main.ts",
        // A thread of its own: Grep without ripgrep.
        "search-worker": "src/agent/tool/search/search-worker.ts",
        testing: "src/exports/testing.ts",
        "bridle-twin": "src/twin/main.ts",
        cli: "src/cli/main.ts",
        client: "src/exports/client.ts",
        daemon: "src/daemon/daemon.ts",
        holder: "src/holder/main.ts",
        // A thread of its own: replay, lists, checkpoints.
        "store-worker": "src/daemon/store/store-worker.ts",
        // A thread of its own: lines that are too long for the loop.
        "long-line-worker": "src/daemon/reading/long-line-worker.ts",
      },
    }),
  ]);
} catch (error) {
  // esbuild has told what is wrong; Vite throws it.
  if (error instanceof Error && "plugin" in error) console.error(error.message);
  process.exit(1);
}
const { status } = spawnSync("node_modules/.bin/tsc", ["-p", "tsconfig.build.json", "--outDir", `${fresh}/types`], {
  stdio: "inherit",
});
if (status !== 0) process.exit(1);
// Declarations that were generated are no output of the compiler.
const isDeclaration = (path: string): boolean => statSync(path).isDirectory() || path.endsWith(".d.ts");
cpSync("src/api/gen", join(fresh, "types/api/gen"), { recursive: true, filter: isDeclaration });
compressPage(join(fresh, "web"));
writeFileSync(join(fresh, ".built"), "");
rmSync("dist", { recursive: true, force: true });
renameSync(fresh, "dist");

/** What the daemon sends instead, to browsers that understand it. Very small files gain nothing. */
function compressPage(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (![".js", ".css", ".html", ".svg", ".json"].includes(extname(name))) continue;
    const path = join(folder, name);
    const content = readFileSync(path);
    if (content.length < 1024) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(content));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
