import { access, constants } from "node:fs/promises";
import { join } from "node:path";
import { installPackage } from "./install-package.ts";

/** A Claude Code in the cache: start `command` with `args` and then your own. */
export interface InstalledCli {
  readonly version: string;
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * An exact version of Claude Code from the npm registry, kept in `$XDG_CACHE_HOME/bridle/cli`.
 * Throws `InstallFailure`; see its `reason`.
 */
export function installCli(version: string, options: { timeoutMs?: number } = {}): Promise<InstalledCli> {
  return installPackage({
    name: "@anthropic-ai/claude-code",
    version,
    shelf: "cli",
    find: async (modules) => {
      const found = (await findScript(modules)) ?? (await findBinary(modules));
      return found === undefined ? undefined : { version, ...found };
    },
    ...options,
  });
}

type Start = Omit<InstalledCli, "version">;

/** A script of Node up to 2.1.112. */
async function findScript(modules: string): Promise<Start | undefined> {
  const script = join(modules, "@anthropic-ai", "claude-code", "cli.js");
  return (await can(script, constants.R_OK)) ? { command: process.execPath, args: [script] } : undefined;
}

/** A binary in a package of the platform from 2.1.113. npm installs the one of this libc; only old ones install both. */
async function findBinary(modules: string): Promise<Start | undefined> {
  const platform = `claude-code-${process.platform}-${process.arch}`;
  const file = process.platform === "win32" ? "claude.exe" : "claude";
  for (const folder of [platform, `${platform}-musl`]) {
    const command = join(modules, "@anthropic-ai", folder, file);
    if (await can(command, constants.X_OK)) return { command, args: [] };
  }
  return undefined;
}

function can(file: string, mode: number): Promise<boolean> {
  return access(file, mode).then(
    () => true,
    () => false,
  );
}
