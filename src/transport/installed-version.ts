import { readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * The version of an executable that belongs to an installation which names its version itself. Undefined for everything
 * else: what a script, a shim or a program that goes by another name will start, only a run of it can show.
 */
export function installedVersion(executable: string): string | undefined {
  const file = realPathOf(executable);
  if (file === undefined) return undefined;
  return versionFolder.exec(file)?.[1] ?? packageVersion(dirname(file));
}

/** Where Claude Code's own installer keeps its binaries: each is named after its version and never changes. */
const versionFolder = /[\\/]claude[\\/]versions[\\/](\d+\.\d+\.\d+)$/;

const packageName = /^@anthropic-ai\/claude-code(-[\w-]+)?$/;

/** An npm package holds its executable at its top or one folder below. */
function packageVersion(folder: string): string | undefined {
  for (const candidate of basename(folder) === "bin" ? [folder, dirname(folder)] : [folder]) {
    const { name, version } = readPackage(join(candidate, "package.json"));
    if (typeof name === "string" && typeof version === "string" && packageName.test(name)) return version;
  }
  return undefined;
}

function readPackage(file: string): { readonly name?: unknown; readonly version?: unknown } {
  try {
    return (JSON.parse(readFileSync(file, "utf8")) ?? {}) as object;
  } catch {
    return {};
  }
}

function realPathOf(executable: string): string | undefined {
  try {
    return realpathSync(executable);
  } catch {
    return undefined;
  }
}
