import type { TestContext } from "node:test";
import { type InstalledCli, installCli } from "./install-cli.ts";
import { InstallFailure } from "./install-failure.ts";

/** A real CLI for a test. Where it cannot be had the test is skipped with the reason, and undefined comes back; in CI it fails. */
export async function cliOrSkip(test: TestContext, version: string): Promise<InstalledCli | undefined> {
  try {
    return await installCli(version);
  } catch (error) {
    if (process.env.CI === "true" || !(error instanceof InstallFailure) || !error.isEnvironment) throw error;
    test.skip(`Claude Code ${version} is not here: ${error.message}`);
    return undefined;
  }
}
