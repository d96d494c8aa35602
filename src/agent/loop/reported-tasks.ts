import type { NoticeFields } from "../dialect/voice.ts";
import type { AgentHandle } from "../kit/agent-definition.ts";
import type { ProcessGroup } from "../tool/process-group.ts";
import type { Task, TaskCommand, TaskEnd, Tasks } from "../tool/tasks.ts";

/** Tasks the host is told of; the end of one begins a turn of the agent's own. */
export class ReportedTasks implements Tasks {
  readonly #tasks: Tasks;
  #handle: AgentHandle | undefined;
  #isClosing = false;

  constructor(tasks: Tasks) {
    this.#tasks = tasks;
  }

  reportTo(handle: AgentHandle): void {
    this.#handle = handle;
  }

  get running(): readonly Task[] {
    return this.#tasks.running;
  }

  find(id: string): Task | undefined {
    return this.#tasks.find(id);
  }

  stop(id: string): boolean {
    return this.#tasks.stop(id);
  }

  adopt(group: ProcessGroup): void {
    this.#tasks.adopt(group);
  }

  start(command: TaskCommand): Task {
    const task = this.#tasks.start(command);
    this.#reportRunning();
    const { description } = task;
    this.#handle?.notice("task_started", {
      ...about(task),
      description,
      is_backgrounded: true,
      task_type: "local_bash",
    });
    void task.ended.then((end) => this.#ended(task, end));
    return task;
  }

  close(): Promise<void> {
    this.#isClosing = true;
    return this.#tasks.close();
  }

  #ended(task: Task, { status, exitCode }: TaskEnd): void {
    if (this.#isClosing) return;
    const how = exitCode === null ? status : `${status} (exit code ${exitCode})`;
    const summary = `Background command "${task.description}" ${how}`;
    this.#handle?.notice("task_updated", { task_id: task.id, patch: { status, end_time: Date.now() } });
    this.#handle?.notice("task_notification", { ...about(task), status, output_file: task.outputFile, summary });
    this.#reportRunning();
    const prompt = `<task-notification>\n<task-id>${task.id}</task-id>\n<output-file>${task.outputFile}</output-file>\n<summary>${summary}</summary>\n</task-notification>`;
    this.#handle?.beginTurn(prompt, { kind: "task-notification", producer: "session-task" });
  }

  #reportRunning(): void {
    const tasks = this.running.map(({ id, description }) => ({ task_id: id, task_type: "local_bash", description }));
    this.#handle?.notice("background_tasks_changed", { tasks });
  }
}

function about({ id, toolUseId }: Task): NoticeFields {
  return { task_id: id, tool_use_id: toolUseId };
}
