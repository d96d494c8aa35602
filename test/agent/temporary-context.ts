import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { BackgroundTasks } from "../../src/agent/tool/background-tasks.ts";
import { ReadFiles } from "../../src/agent/tool/read-files.ts";
import { TodoList } from "../../src/agent/tool/todo-list.ts";
import type { ToolContext } from "../../src/agent/tool/tool.ts";
import { PageCache } from "../../src/agent/tool/web/page-cache.ts";

/** For tests: a place of its own on the disk, gone after the test with all that runs there. */
export function temporaryContext(t: TestContext, changes: Partial<ToolContext> = {}): ToolContext & { root: string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "bridle-tool-")));
  const cwd = join(root, "project");
  mkdirSync(cwd);
  const outputFolder = join(root, "outputs");
  const tasks = new BackgroundTasks({ folder: join(outputFolder, "tasks") });
  t.after(async () => {
    await tasks.close();
    rmSync(root, { recursive: true, force: true });
  });
  const signal = new AbortController().signal;
  return {
    root,
    cwd,
    home: root,
    directories: [],
    outputFolder,
    toolUseId: "toolu_1",
    env: process.env,
    signal,
    tasks,
    readFiles: new ReadFiles(),
    todos: new TodoList(),
    mayRead: () => true,
    moveTo: () => undefined,
    namesHost: () => false,
    askModel: async () => undefined,
    beforeWrite: async () => {},
    pages: new PageCache(),
    ...changes,
  };
}
