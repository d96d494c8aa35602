import type { TwinScript } from "../../../src/exports/testing.ts";
import { twinExecutable } from "../../../src/twin/twin-executable.ts";
import type { AgentSetting } from "./start-daemon.ts";

/** The version twins speak as here: saves asking each of them. */
const version = "2.1.325";

/** A twin as an agent of the settings. */
export function twinAgent(script: TwinScript = {}): AgentSetting {
  const { command, args } = twinExecutable(script);
  return { command, args, version };
}

/** Any program as an agent: the source of a script for node. */
export function programAgent(source: string, ...args: readonly string[]): AgentSetting {
  return { command: process.execPath, args: ["--eval", source, "--", ...args], version };
}
