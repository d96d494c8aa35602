import { access } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { InstallFailure } from "../lab/install-failure.ts";
import { installPackage } from "../lab/install-package.ts";
import type { Client } from "./client.ts";

/** The entry of an installed client. Where it cannot be had the test is skipped with the reason, and undefined comes back; in CI it fails. */
export async function clientOrSkip(test: TestContext, client: Client): Promise<string | undefined> {
  try {
    return await installClient(client);
  } catch (error) {
    if (process.env.CI === "true" || !(error instanceof InstallFailure) || !error.isEnvironment) throw error;
    test.skip(`${client.package} ${client.version} is not here: ${error.message}`);
    return undefined;
  }
}

function installClient({ package: name, version, entry }: Client): Promise<string> {
  return installPackage({
    name,
    version,
    shelf: join("clients", name.replace("/", "+")),
    // Optional are the agents that they bring along.
    npmArgs: ["--omit=optional"],
    find: async (modules) => {
      const file = join(modules, name, entry);
      return access(file).then(
        () => file,
        () => undefined,
      );
    },
  });
}
