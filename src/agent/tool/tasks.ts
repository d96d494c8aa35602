import type { ProcessGroup } from "./process-group.ts";

/** Commands that run on behind the conversation. */
export interface Tasks {
  /** Starts it and comes back at once. */
  start(command: TaskCommand): Task;
  /** Those that still run. */
  readonly running: readonly Task[];
  /** Also those that have ended. */
  find(id: string): Task | undefined;
  /** Ends a task and all it started. False: there is no such task. */
  stop(id: string): boolean;
  /** A command that is no task, and what it leaves running (`server &`): it lives on, but not past `close()`. */
  adopt(group: ProcessGroup): void;
  /** Ends all of them; settles when they are gone. */
  close(): Promise<void>;
}

export interface TaskCommand {
  readonly command: string;
  readonly description: string;
  readonly toolUseId: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface Task {
  readonly id: string;
  readonly description: string;
  readonly toolUseId: string;
  /** Where its output is written, both streams. */
  readonly outputFile: string;
  readonly startedAt: number;
  /** Settles when it has ended, never rejects. */
  readonly ended: Promise<TaskEnd>;
}

export interface TaskEnd {
  readonly status: "completed" | "failed" | "killed";
  readonly exitCode: number | null;
}
