import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AgentUnderTest } from "../live/agent-under-test.ts";

/** An agent as clients want it: one path, or `claude` in a folder of PATH. */
interface AgentCommand {
  readonly path: string;
  readonly folder: string;
  /** The processes that were started by this path; they prove that a client did not start an agent it brought along. */
  pids(): Promise<number[]>;
}

export async function agentCommand(agent: AgentUnderTest, folder: string): Promise<AgentCommand> {
  const [path, log] = [join(folder, "claude"), join(folder, "pids")];
  const command = [agent.executable, ...agent.executableArgs].map(quote).join(" ");
  await mkdir(folder, { recursive: true });
  // By exec the agent keeps the pid, and gets the signals.
  await writeFile(path, `#!/bin/sh\necho $$ >> ${quote(log)}\nexec ${command} "$@"\n`);
  await chmod(path, 0o755);
  return {
    path,
    folder,
    pids: async () => (existsSync(log) ? (await readFile(log, "utf8")).trim().split("\n").map(Number) : []),
  };
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
