import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { cliOrSkip } from "./cli-or-skip.ts";
import type { InstalledCli } from "./install-cli.ts";

/** A ripgrep for a test, always the same: the one that a Claude Code of this version brings. Skips the test where it cannot be had. */
export async function ripgrepOrSkip(test: TestContext, version: string): Promise<string | undefined> {
  const cli = await cliOrSkip(test, version);
  return cli === undefined ? undefined : bundledRipgrep(cli);
}

/** Versions that are a script of Node bring one. */
export function bundledRipgrep({ args }: InstalledCli): string {
  return join(dirname(args[0] ?? ""), "vendor", "ripgrep", `${process.arch}-${process.platform}`, "rg");
}
