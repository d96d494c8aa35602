import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { launcher } from "../../cli/run-bridle.ts";
import { compileCache } from "../../lab/compile-cache.ts";

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  /** Piped in; undefined: nothing, and at its end. */
  readonly input?: string;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** A folder of its own for a daemon, and the built `bridle` command on it, as a user has it on a machine without claude. */
export class CliHome {
  /** Short: sockets lie below it. */
  readonly folder = mkdtempSync("/tmp/bridle-cli-");
  readonly home = join(this.folder, "home");
  readonly project = join(this.folder, "project");
  readonly env: NodeJS.ProcessEnv;

  constructor() {
    mkdirSync(this.project);
    this.env = {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: join(this.folder, "user"),
      BRIDLE_HOME: this.home,
      BRIDLE_DAEMON_PORT: "0",
      ...compileCache(),
    };
  }

  async run(args: readonly string[], { input = "", ...options }: RunOptions = {}): Promise<Ran> {
    const running = this.start(args, options);
    running.child.stdin?.end(input);
    return running.ended;
  }

  /** Fails where the command does. */
  async good(args: readonly string[], options: RunOptions = {}): Promise<string> {
    const { status, stdout, stderr } = await this.run(args, options);
    if (status !== 0) throw new Error(`bridle ${args.join(" ")} exited with ${status}: ${stderr}`);
    return stdout;
  }

  /** What a command prints as JSON, line by line. */
  async json<T>(args: readonly string[], options: RunOptions = {}): Promise<T[]> {
    const text = await this.good([...args, "--json"], options);
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as T);
  }

  /** Its stdin stays open. */
  start(args: readonly string[], { cwd = this.project, env = {} }: Omit<RunOptions, "input"> = {}): Running {
    const child = spawn(process.execPath, [launcher, ...args], { cwd, env: { ...this.env, ...env }, stdio: "pipe" });
    return new Running(child);
  }

  /** A shell's command line on a pseudo-terminal of its own; what is written to stdin is typed. */
  terminal(line: string): Running {
    const args = ["--quiet", "--flush", "--return", "--echo", "never", "--command", line, "/dev/null"];
    return new Running(spawn("script", args, { cwd: this.project, env: this.env, stdio: "pipe" }));
  }

  async close(): Promise<void> {
    await this.run(["daemon", "stop"]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A command that runs. */
export class Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
  stdout = "";
  stderr = "";

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
    child.stdin?.on("error", () => undefined);
    this.ended = new Promise((resolve) => {
      child.once("close", (status) => resolve({ status, stdout: this.stdout, stderr: this.stderr }));
    });
  }

  /** Until it has printed that, on either stream. */
  async printed(pattern: RegExp, ms = 20_000): Promise<RegExpExecArray> {
    const deadline = Date.now() + ms;
    for (;;) {
      const found = pattern.exec(`${this.stdout}\n${this.stderr}`);
      if (found !== null) return found;
      if (Date.now() > deadline) throw new Error(`never printed ${pattern}: ${this.stdout}\n${this.stderr}`);
      await sleep(10);
    }
  }
}

/** A prompt that makes the built-in agent's scripted model say these steps. */
export function script(...steps: readonly object[]): string {
  return `SCRIPT:${JSON.stringify({ steps })}`;
}

/** A prompt that asks to run a command, and says so when it was decided. */
export function asking(command: string): string {
  return script({ text: "May I?", tools: [{ name: "Bash", input: { command } }] }, { text: "It is decided." });
}
