import { access } from "node:fs/promises";
import { join } from "node:path";
import { installPackage } from "./install-package.ts";

/** The program of an exact version of ccusage, which counts tokens in transcripts; run it with Node. Throws `InstallFailure`. */
export function installCcusage(version: string, options: { timeoutMs?: number } = {}): Promise<string> {
  return installPackage({
    name: "ccusage",
    version,
    shelf: "ccusage",
    find: async (modules) => {
      const program = join(modules, "ccusage", "dist", "index.js");
      return access(program).then(
        () => program,
        () => undefined,
      );
    },
    ...options,
  });
}
