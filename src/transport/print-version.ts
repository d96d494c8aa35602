import { execFile } from "node:child_process";
import { BridleError } from "../errors.ts";

const maxOutputBytes = 64 * 1024;

/** What `executable --version` prints; undefined when it fails. It gets 10 s: old CLIs take two on a busy machine. */
export function printVersion(executable: string, timeoutMs = 10_000): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const waitingFor = `${executable} --version`;
    const options = {
      timeout: timeoutMs,
      killSignal: "SIGKILL",
      maxBuffer: maxOutputBytes,
      env: cleanEnvironment(),
    } as const;
    const child = execFile(executable, ["--version"], options, (error, stdout) => {
      if (error === null) resolve(stdout);
      else if (error.killed)
        reject(
          new BridleError("timeout", `no answer to ${waitingFor} within ${timeoutMs} ms`, {
            waitingFor,
            afterMs: timeoutMs,
          }),
        );
      else if (error.code === "ENOENT" || error.code === "EACCES")
        reject(new BridleError("agent_not_found", `cannot start ${executable}`, { executable }));
      else resolve(undefined);
    });
    child.stdin?.end();
  });
}

/** An agent started inside another agent behaves otherwise. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^CLAUDECODE$|^CLAUDE_CODE_/.test(name)));
}
