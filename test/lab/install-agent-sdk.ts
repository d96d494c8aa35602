import { access } from "node:fs/promises";
import { join } from "node:path";
import { installPackage } from "./install-package.ts";

/** The module of an exact version of the official SDK, to import; without the CLI it would bring along. Throws `InstallFailure`. */
export function installAgentSdk(version: string, options: { timeoutMs?: number } = {}): Promise<string> {
  return installPackage({
    name: "@anthropic-ai/claude-agent-sdk",
    version,
    shelf: "agent-sdk",
    npmArgs: ["--omit=optional"],
    find: async (modules) => {
      const module = join(modules, "@anthropic-ai", "claude-agent-sdk", "sdk.mjs");
      return access(module).then(
        () => module,
        () => undefined,
      );
    },
    ...options,
  });
}
