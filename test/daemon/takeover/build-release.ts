import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..", "..", "..");

/** Why a commit of this repository cannot be built; undefined: it can. */
export function whyNoRelease(commit: string): string | undefined {
  const { status } = spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root, stdio: "ignore" });
  return status === 0 ? undefined : `the history of this repository has no ${commit}: it needs a whole clone`;
}

/** The daemon and the holder as they were at a commit, with the packages of today. Gives the folder they are in. */
export async function buildRelease(commit: string, folder: string): Promise<string> {
  mkdirSync(folder);
  const archive = execFileSync("git", ["archive", commit, "src", "package.json"], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync("tar", ["-x"], { cwd: folder, input: archive });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const outdir = join(folder, "dist");
  await build({
    ...{ absWorkingDir: folder, outdir, bundle: true, format: "esm", platform: "node", target: "es2024" },
    // As its own build: packages of the daemon that are CommonJS.
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
    entryPoints: {
      daemon: "src/daemon/daemon.ts",
      holder: "src/holder/main.ts",
      // It does not start without its own agent.
      "bridle-agent": "src/agent/main.ts",
      "store-worker": "src/daemon/store/store-worker.ts",
    },
    logLevel: "error",
  });
  return outdir;
}
