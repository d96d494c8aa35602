import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileCache } from "./compile-cache.ts";

/** Where a real CLI runs without touching, or being touched by, what this machine has of it. */
export interface Hermetic {
  /** The whole environment: built from nothing, since inherited variables change what the CLI does. */
  readonly env: Readonly<Record<string, string>>;
  /** An empty folder to work in. */
  readonly cwd: string;
  /** The CLI's home and configuration, empty at first. */
  readonly home: string;
  readonly configFolder: string;
  /** Removes all of it. */
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Folders and environment of their own for one CLI that talks to the model API at `apiUrl`. `extra` variables come on top. */
export async function hermetic(apiUrl: string, extra: Readonly<Record<string, string>> = {}): Promise<Hermetic> {
  // The real path: the CLI finds transcripts by the path of its folder, and /tmp may be a link.
  const root = await realpath(await mkdtemp(join(tmpdir(), "bridle-lab-")));
  const [home, configFolder, tmp, cwd] = ["home", "home/cfg", "tmp", "work"].map((name) => join(root, name)) as Four;
  for (const folder of [configFolder, tmp, cwd]) await mkdir(folder, { recursive: true });
  const dispose = (): Promise<void> => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  return {
    env: {
      PATH: process.env.PATH ?? "",
      LANG: "C.UTF-8",
      HOME: home,
      CLAUDE_CONFIG_DIR: configFolder,
      // Both: without them sockets and files land in a folder all sessions share.
      TMPDIR: tmp,
      CLAUDE_CODE_TMPDIR: tmp,
      ANTHROPIC_BASE_URL: apiUrl,
      ANTHROPIC_API_KEY: "sk-ant-dummy",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_ERROR_REPORTING: "1",
      ...compileCache(),
      ...extra,
    },
    cwd,
    home,
    configFolder,
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

type Four = [string, string, string, string];
