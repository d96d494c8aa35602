import { agentFile } from "../../agent/agent-file.ts";
import type { AgentSetting } from "./start-daemon.ts";

/** Our own agent, with a model API. */
export function ownAgent(apiUrl: string): AgentSetting {
  return {
    command: process.execPath,
    args: [agentFile, "--model", "claude-test"],
    env: { ANTHROPIC_BASE_URL: apiUrl, ANTHROPIC_API_KEY: "sk-ant-dummy" },
    version: "2.1.325",
  };
}
