import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { number } from "../../wire/fields.ts";
import { CommandOutput } from "./command-output.ts";
import { commandResult, type Ending } from "./command-result.ts";
import type { OutputStream } from "./group-command.ts";
import { randomId } from "./random-id.ts";
import { ShellCommand } from "./shell-command.ts";
import type { ToolContext, ToolOutput } from "./tool.ts";
import { toolFailure } from "./tool-failure.ts";

/** Runs a command line to its end: its own, the timeout's or the abort's. */
export async function runCommand(
  { command, timeout }: { readonly command: string; readonly timeout?: number | undefined },
  { cwd, env, signal, tasks, outputFolder, moveTo }: ToolContext,
): Promise<ToolOutput> {
  const output = new CommandOutput({
    maxChars: Math.min(setting(env, "BASH_MAX_OUTPUT_LENGTH", 30_000), mostChars),
    maxFileBytes,
    filePath: () => join(outputFolder, `b${randomId()}.txt`),
  });
  const maxMs = setting(env, "BASH_MAX_TIMEOUT_MS", 600_000);
  const timeoutMs = Math.min(timeout ?? setting(env, "BASH_DEFAULT_TIMEOUT_MS", 120_000), maxMs, longestTimerMs);
  if (signal.aborted) return commandResult(command, { by: "abort" }, output.finish());

  const folderFile = newFolderFile(env);
  const push = (stream: OutputStream, chunk: Buffer): void => output.push(stream, chunk);
  const shell = new ShellCommand({ command, cwd, env, ...(folderFile !== undefined && { folderFile }), output: push });
  if (shell.group !== undefined) tasks.adopt(shell.group);
  const by = await firstOf(shell, timeoutMs, signal);
  const { exitCode, problem } = by === "itself" ? await shell.ended : await shell.kill();
  const folder = folderFile === undefined ? undefined : readFolder(folderFile);
  const note = folder === undefined || folder === cwd ? undefined : moveTo(folder);
  if (note !== undefined) output.push("stderr", Buffer.from(`\n${note}\n`));
  const collected = output.finish();
  if (exitCode === null) return toolFailure(problem ?? "The command cannot be started");
  const ending: Ending = by === "timeout" ? { by, exitCode, timeoutMs } : by === "abort" ? { by } : { by, exitCode };
  return commandResult(command, ending, collected);
}

/** For this user alone. Undefined: there is no place for it, and then `cd` does not last. */
function newFolderFile(env: NodeJS.ProcessEnv): string | undefined {
  try {
    return join(mkdtempSync(join(env.TMPDIR || tmpdir(), "bridle-folder-")), "folder");
  } catch {
    return undefined;
  }
}

/** Undefined: the command did not end well, so the shell stays where it was. */
function readFolder(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").replace(/\n$/, "") || undefined;
  } catch {
    return undefined;
  } finally {
    rmSync(dirname(file), { recursive: true, force: true });
  }
}

const maxFileBytes = 64 * 1024 * 1024;

/** More would crowd out the conversation, whatever the environment says. */
const mostChars = 150_000;

/** A longer timer would run out at once. */
const longestTimerMs = 2 ** 31 - 1;

function setting(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const value = number(env[name]);
  return value !== undefined && value >= 1 ? Math.floor(value) : fallback;
}

async function firstOf(shell: ShellCommand, timeoutMs: number, signal: AbortSignal): Promise<Ending["by"]> {
  const { promise, resolve } = Promise.withResolvers<Ending["by"]>();
  const timer = setTimeout(() => resolve("timeout"), timeoutMs);
  const abort = (): void => resolve("abort");
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([promise, shell.ended.then(() => "itself" as const)]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}
