import { fileURLToPath } from "node:url";
import type { AgentSetting } from "./start-daemon.ts";

/** Our own agent, with a model API. */
export function ownAgent(apiUrl: string): AgentSetting {
  return {
    command: process.execPath,
    args: [fileURLToPath(new URL("../../../src/agent/main.ts", import.meta.url)), "--model", "claude-test"],
    env: { ANTHROPIC_BASE_URL: apiUrl, ANTHROPIC_API_KEY: "sk-ant-dummy" },
    version: "2.1.325",
  };
}
