import { GroupCommand } from "../group-command.ts";
import type { Tasks } from "../tasks.ts";
import { ripgrepArguments } from "./ripgrep-arguments.ts";
import { RipgrepOutput } from "./ripgrep-output.ts";
import type { Search, SearchEnd, SearchEngine, SearchRun } from "./search.ts";

/** Searches with the program `rg`. */
export class Ripgrep implements SearchEngine {
  readonly #file: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #tasks: Tasks;

  constructor(file: string, { env, tasks }: { readonly env: NodeJS.ProcessEnv; readonly tasks: Tasks }) {
    this.#file = file;
    this.#env = env;
    this.#tasks = tasks;
  }

  async run(search: Search, { found, signal, timeoutMs }: SearchRun): Promise<SearchEnd> {
    signal.throwIfAborted();
    const { promise: stopped, resolve: stop } = Promise.withResolvers<"full" | "timeout" | "abort">();
    const output = new RipgrepOutput(search, { found, full: () => stop("full") });
    let stderr = "";
    const command = new GroupCommand({
      file: this.#file,
      args: ripgrepArguments(search),
      cwd: search.kind === "lines" ? search.folder : search.within.folder,
      env: this.#env,
      output: (stream, chunk) => {
        if (stream === "stdout") output.push(chunk);
        else if (stderr.length < maxStderrChars) stderr += chunk.toString();
      },
    });
    if (command.group !== undefined) this.#tasks.adopt(command.group);
    const timer = setTimeout(stop, timeoutMs, "timeout");
    const abort = (): void => stop("abort");
    signal.addEventListener("abort", abort, { once: true });
    try {
      const by = await Promise.race([stopped, command.ended]);
      if (typeof by === "string") await command.kill();
      signal.throwIfAborted();
      output.finish();
      if (typeof by === "string") return { unreadable: [], timedOut: by === "timeout" };
      if (by.exitCode === null) throw new Error(by.problem ?? "ripgrep cannot be started");
      return { unreadable: by.exitCode > 1 ? unreadable(stderr) : [], timedOut: false };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    }
  }
}

const maxStderrChars = 64 * 1024;

/** Each on a line: `rg: ./folder: Permission denied (os error 13)`. Throws when it could not search at all. */
function unreadable(stderr: string): string[] {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  const found = lines.map((line) => /^(?:rg: )?(?:\.\/)?(.+): (.+) \(os error \d+\)$/.exec(line));
  if (found.includes(null)) throw new Error(stderr.trim().replace(/^rg: /, ""));
  return found.map((match) => `${match?.[1]}: ${match?.[2]}`);
}
