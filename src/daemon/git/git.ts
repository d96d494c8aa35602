import { BridleError } from "../../errors.ts";
import { findExecutable } from "../../transport/find-executable.ts";
import { type ProgramResult, runProgram } from "../../transport/run-program.ts";
import { configVariables, harmlessConfig, readSettings } from "./harmless-config.ts";

interface GitOptions {
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Exit codes that are an answer, besides 0. */
  readonly answers?: readonly number[];
}

const defaultTimeoutMs = 15_000;
const defaultMaxBytes = 8 * 1024 * 1024;
/** More filters than anybody has. */
const maxConfig = 500;

/** Git in one folder, such that nothing the repository says is run: no hook, filter, fsmonitor, textconv or transport. */
export class Git {
  readonly folder: string;
  readonly #executable: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #flags: readonly string[];

  /** `flags` go before every command. Rejects with `not_found` where git is not installed. */
  static async in(folder: string, env: NodeJS.ProcessEnv, flags: readonly string[] = []): Promise<Git> {
    const executable = findExecutable("git", { path: env.PATH });
    if (executable === undefined) throw noGit();
    const bare = bareEnvironment(env);
    const plain = new Git(folder, executable, { ...bare, ...configVariables(harmlessConfig([])) }, flags);
    // To read the settings runs nothing.
    const said = await plain.run(["config", "--list", "--show-scope", "--includes", "-z"], { answers: [1] });
    const config = harmlessConfig(readSettings(said.stdout.toString()));
    if (said.isCut || config.length > maxConfig) throw unreadable("its configuration is too long");
    return new Git(folder, executable, { ...bare, ...configVariables(config) }, flags);
  }

  private constructor(folder: string, executable: string, env: NodeJS.ProcessEnv, flags: readonly string[]) {
    this.folder = folder;
    this.#flags = flags;
    this.#executable = executable;
    this.#env = env;
  }

  /** The same repository from another of its folders. */
  at(folder: string, flags: readonly string[] = this.#flags): Git {
    return new Git(folder, this.#executable, this.#env, flags);
  }

  /** Rejects with `refused`, with what git says, or with `timeout`. */
  async run(args: readonly string[], options: GitOptions = {}): Promise<ProgramResult> {
    const { timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes, answers = [] } = options;
    const env = this.#env;
    const result = await runProgram({
      executable: this.#executable,
      args: ["--no-pager", ...this.#flags, ...args],
      cwd: this.folder,
      env,
      timeoutMs,
      maxBytes,
    });
    const { exitCode, isCut } = result;
    if (exitCode === 0 || isCut || (exitCode !== null && answers.includes(exitCode))) return result;
    throw unreadable(reasonIn(result.stderr) ?? `git ${args[0]} exited with ${exitCode}`);
  }

  /** What it prints, without the last line end. */
  async text(args: readonly string[], options: GitOptions = {}): Promise<string> {
    const { stdout } = await this.run(args, options);
    return stdout.toString().replace(/\n$/, "");
  }

  /** Its answer by exit code: 0 is yes, 1 is no. */
  async is(args: readonly string[]): Promise<boolean> {
    return (await this.run(args, { answers: [1] })).exitCode === 0;
  }
}

/** The environment without what would lead git elsewhere, and with what keeps it from changing or fetching anything. */
function bareEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(([name]) => !name.startsWith("GIT_"));
  return {
    ...Object.fromEntries(own),
    LC_ALL: "C",
    LANGUAGE: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_LITERAL_PATHSPECS: "1",
    // A partial clone would fetch what it lacks, by whatever program its configuration names.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
  };
}

function reasonIn(stderr: string): string | undefined {
  const line = stderr.split("\n").find((text) => /^(fatal|error): /.test(text));
  return line?.replace(/^(fatal|error): /, "").slice(0, 300);
}

function noGit(): BridleError<"not_found"> {
  return new BridleError("not_found", "git is not installed, or not on the daemon's PATH", {
    what: "program",
    id: "git",
  });
}

function unreadable(reason: string): BridleError<"refused"> {
  return new BridleError("refused", `git: ${reason}`, { subtype: "git", reason, errorCode: undefined });
}
