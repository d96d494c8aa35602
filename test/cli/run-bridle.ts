import { spawnSync } from "node:child_process";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..", "..");
export const launcher = join(root, "bin", "bridle.cjs");

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built `bridle` command as a user would, optionally by another Node or with flags for it. */
export function bridle(
  args: readonly string[],
  options: { node?: string; nodeArgs?: readonly string[]; env?: NodeJS.ProcessEnv; file?: string } = {},
): Ran {
  const { node = process.execPath, nodeArgs = [], env = process.env, file = launcher } = options;
  const { status, stdout, stderr } = spawnSync(node, [...nodeArgs, file, ...args], { encoding: "utf8", env });
  return { status, stdout, stderr };
}
