import { execFile } from "node:child_process";
import { InstallFailure, type InstallFailureReason } from "./install-failure.ts";

const maxOutputBytes = 1024 * 1024;

/** `npm install` of one exact package into a folder. No script of a package is run: none is needed, and old ones check this and that. */
export function npmInstall(
  spec: string,
  folder: string,
  extraArgs: readonly string[],
  timeoutMs: number,
): Promise<void> {
  const args = ["install", spec, "--prefix", folder, ...quiet, ...extraArgs];
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: maxOutputBytes } as const;
    const child = execFile("npm", args, options, (error, _stdout, stderr) => {
      if (error === null) resolve();
      else if (error.code === "ENOENT") reject(new InstallFailure("no_npm", `${spec} needs npm, which is not on PATH`));
      else if (error.killed) reject(new InstallFailure("failed", `npm install ${spec} took over ${timeoutMs} ms`));
      else reject(failureOf(spec, stderr));
    });
    child.stdin?.end();
  });
}

// Without fewer retries npm takes minutes to say that there is no network.
const quiet = [
  "--ignore-scripts",
  "--engine-strict=false",
  "--no-save",
  "--no-package-lock",
  "--no-audit",
  "--no-fund",
  "--no-update-notifier",
  "--loglevel=error",
  "--fetch-retries=1",
  "--fetch-retry-mintimeout=1000",
];

function failureOf(spec: string, stderr: string): InstallFailure {
  const code = /^npm (?:error|ERR!) code (\S+)$/m.exec(stderr)?.[1] ?? "without a code";
  const reason = reasons.find(([codes]) => codes.test(code))?.[1] ?? "failed";
  return new InstallFailure(reason, `npm install ${spec} failed: ${code}${hints[reason] ?? ""}`);
}

const reasons: readonly (readonly [RegExp, InstallFailureReason])[] = [
  [/^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)$/, "offline"],
  [/^(ETARGET|ENOVERSIONS|E404)$/, "no_such_version"],
];

const hints: Partial<Record<InstallFailureReason, string>> = {
  offline: "; the registry cannot be reached",
  no_such_version: "; the registry does not have it",
};
