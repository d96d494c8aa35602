import { GroupCommand } from "../tool/group-command.ts";
import { shell } from "../tool/shell-command.ts";

interface HookRun {
  readonly command: string;
  /** Given: the command is a program, and no shell reads it. */
  readonly args: readonly string[] | undefined;
  /** What it reads on standard input. */
  readonly input: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Its first line, also while there is only a part of it. */
  readonly onFirstLine?: (line: string) => void;
}

export interface HookEnd {
  readonly stdout: string;
  readonly stderr: string;
  /** Null: it never ran. */
  readonly exitCode: number | null;
  readonly how: "ended" | "timed out" | "aborted";
  /** It said more than is read. */
  readonly isCut: boolean;
}

/** What is longer is no answer. */
const maxOutputLength = 1024 * 1024;

/** A line that is longer says nothing at once. */
const maxFirstLine = 4096;

/** Runs a hook's command in a shell. When its time is up, or nobody waits any more, it ends with all it started. Never rejects. */
export async function runHook({
  command,
  args,
  input,
  cwd,
  env,
  timeoutMs,
  signal,
  onFirstLine,
}: HookRun): Promise<HookEnd> {
  if (signal.aborted) return { stdout: "", stderr: "", exitCode: null, how: "aborted", isCut: false };
  const said = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  const length = { stdout: 0, stderr: 0 };
  let hasFirstLine = onFirstLine === undefined;
  const reportFirstLine = (): void => {
    const [line = "", ...others] = Buffer.concat(said.stdout).toString().split("\n", 2);
    hasFirstLine = others.length > 0 || line.length > maxFirstLine;
    onFirstLine?.(line);
  };
  const running = new GroupCommand({
    // Many hooks are written for bash: another shell passes over a test in double brackets as if it had failed.
    file: args === undefined ? shell(env) : command,
    args: args ?? ["-c", command],
    cwd,
    env,
    input,
    output: (stream, chunk) => {
      length[stream] += chunk.length;
      if (length[stream] > maxOutputLength) return;
      said[stream].push(chunk);
      if (stream === "stdout" && !hasFirstLine) reportFirstLine();
    },
  });
  const cut = Promise.withResolvers<"timed out" | "aborted">();
  const timer = setTimeout(() => cut.resolve("timed out"), timeoutMs);
  const abort = (): void => cut.resolve("aborted");
  signal.addEventListener("abort", abort, { once: true });
  const first = await Promise.race([running.ended, cut.promise]);
  clearTimeout(timer);
  signal.removeEventListener("abort", abort);
  const end = typeof first === "string" ? await running.kill() : first;
  const problem = end.problem === undefined ? [] : [Buffer.from(end.problem)];
  return {
    stdout: Buffer.concat(said.stdout).toString(),
    stderr: Buffer.concat([...said.stderr, ...problem]).toString(),
    exitCode: end.exitCode,
    how: typeof first === "string" ? first : "ended",
    isCut: length.stdout > maxOutputLength,
  };
}
