import { join } from "node:path";
import { spokenVersion } from "../../src/adapters/spoken-version.ts";
import type { AgentUnderTest } from "./agent-under-test.ts";

/** Our own agent, as it is installed. */
export const bridleAgent: AgentUnderTest = {
  name: "bridle-agent",
  version: spokenVersion,
  executable: process.execPath,
  executableArgs: [join(import.meta.dirname, "..", "..", "bin", "bridle-agent.cjs")],
};
