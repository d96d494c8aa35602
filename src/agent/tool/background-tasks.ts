import { join } from "node:path";
import type { CommandEnd } from "./group-command.ts";
import { endMarked } from "./marked-processes.ts";
import { OutputFile } from "./output-file.ts";
import type { ProcessGroup } from "./process-group.ts";
import { randomId } from "./random-id.ts";
import { ShellCommand } from "./shell-command.ts";
import type { Task, TaskCommand, TaskEnd, Tasks } from "./tasks.ts";

interface BackgroundTasksOptions {
  /** For the outputs; made with the first task, for us alone. */
  readonly folder: string;
  /** Of one task's output; what comes after is read and dropped. */
  readonly maxOutputBytes?: number;
}

/** Tasks as commands of a shell, each in a process group of its own. */
export class BackgroundTasks implements Tasks {
  readonly #folder: string;
  readonly #maxOutputBytes: number;
  readonly #entries = new Map<string, Entry>();
  readonly #adopted = new Set<ProcessGroup>();
  /** Of all that was ever started here: what left its group outlives the group. */
  readonly #marks = new Set<string>();
  #watch: NodeJS.Timeout | undefined;
  #closed = false;

  constructor({ folder, maxOutputBytes = 64 * 1024 * 1024 }: BackgroundTasksOptions) {
    this.#folder = folder;
    this.#maxOutputBytes = maxOutputBytes;
  }

  get running(): readonly Task[] {
    return [...this.#entries.values()].filter(({ at }) => at !== "ended").map(({ task }) => task);
  }

  /** Throws what the system throws when there can be no file for its output. */
  start({ command, description, toolUseId, cwd, env }: TaskCommand): Task {
    if (this.#closed) throw new Error("The session is ending: no more tasks are started");
    const id = `b${randomId()}`;
    const file = new OutputFile(join(this.#folder, `${id}.output`), this.#maxOutputBytes);
    const shell = new ShellCommand({ command, cwd, env, output: (_stream, chunk) => file.write(chunk) });
    const ended = shell.ended.then((end) => this.#end(id, file, end));
    const task = { id, description, toolUseId, outputFile: file.path, startedAt: Date.now(), ended };
    this.#entries.set(id, { at: "running", task, shell });
    return task;
  }

  find(id: string): Task | undefined {
    return this.#entries.get(id)?.task;
  }

  stop(id: string): boolean {
    const entry = this.#entries.get(id);
    if (entry === undefined) return false;
    void this.#kill(entry);
    return true;
  }

  adopt(group: ProcessGroup): void {
    if (this.#closed) return void group.end();
    this.#marks.add(group.mark);
    this.#adopted.add(group);
    this.#watch ??= setInterval(() => this.#forgetGone(), watchMs).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#watch);
    const tasks = [...this.#entries.values()].map((entry) => this.#kill(entry));
    const groups = [...this.#adopted].map((group) => this.#endAdopted(group));
    await Promise.all([...tasks, ...groups, endMarked(this.#marks)]);
  }

  async #kill(entry: Entry): Promise<void> {
    if (entry.at === "ended") return this.#endAdopted(entry.shell.group);
    entry.at = "stopping";
    entry.gone ??= entry.shell.kill();
    await entry.gone;
  }

  async #endAdopted(group: ProcessGroup | undefined): Promise<void> {
    if (group !== undefined && this.#adopted.delete(group)) await group.end();
  }

  async #end(id: string, file: OutputFile, { exitCode, problem }: CommandEnd): Promise<TaskEnd> {
    const entry = this.#entries.get(id);
    if (problem !== undefined) file.write(Buffer.from(`${problem}\n`));
    file.close();
    // What it started may outlive its shell by a moment.
    await entry?.gone;
    const killed = entry?.at === "stopping";
    if (entry !== undefined) entry.at = "ended";
    if (entry?.shell.group !== undefined) this.adopt(entry.shell.group);
    return { status: killed ? "killed" : exitCode === 0 ? "completed" : "failed", exitCode };
  }

  /** The number of a group that is gone may be given to somebody else, who must not be ended with ours. */
  #forgetGone(): void {
    for (const group of this.#adopted) if (!group.alive) this.#adopted.delete(group);
    if (this.#adopted.size > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }
}

const watchMs = 1_000;

interface Entry {
  at: "running" | "stopping" | "ended";
  readonly task: Task;
  readonly shell: ShellCommand;
  /** Since it is being stopped. */
  gone?: Promise<unknown>;
}
