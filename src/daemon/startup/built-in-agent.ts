import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { spokenVersion } from "../../adapters/spoken-version.ts";
import type { AgentCommand } from "../config/agent-settings.ts";

/**
 * How Bridle's own agent is started: by the same Node, from the source or from the bundle this runs in.
 * It is there for whoever has no key, too.
 */
export function builtInAgent(): AgentCommand {
  const names = ["../../agent/main.ts", "./bridle-agent.js", "../bridle-agent.js"];
  const entry = names.map((name) => fileURLToPath(new URL(name, import.meta.url))).find((path) => existsSync(path));
  if (entry === undefined) throw new Error("the package is not whole: bridle-agent.js is missing");
  return { command: process.execPath, args: [entry, "--scripted-without-key"], version: spokenVersion };
}
