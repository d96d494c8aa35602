import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { BackgroundTasks } from "../../src/agent/tool/background-tasks.ts";
import { grep } from "../../src/agent/tool/grep.ts";
import { ReadFiles } from "../../src/agent/tool/read-files.ts";
import { findProgram } from "../../src/agent/tool/search/find-program.ts";
import { TodoList } from "../../src/agent/tool/todo-list.ts";
import type { ToolContext } from "../../src/agent/tool/tool.ts";
import { PageCache } from "../../src/agent/tool/web/page-cache.ts";
import { installCli } from "../../test/lab/install-cli.ts";
import { bundledRipgrep } from "../../test/lab/ripgrep-or-skip.ts";
import type { Figures } from "../figures.ts";
import { add, median, rounded } from "../median.ts";

/** Where the machine has no ripgrep: the last version that brings one. */
const bringsRipgrep = "2.0.76";

/** Grep over a tree of many files, with ripgrep and without, beside ripgrep itself: each in turn. */
export async function grepTree(files: number, rounds: number): Promise<Figures> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "bridle-bench-grep-")));
  const tasks = new BackgroundTasks({ folder: join(root, "tasks") });
  try {
    const cwd = join(root, "tree");
    plant(cwd, files);
    const rg = findProgram("rg", process.env) ?? bundledRipgrep(await installCli(bringsRipgrep));
    const contestants = {
      rg: async () => bare(rg, cwd),
      ours: () => ours({ cwd, tasks, root, path: dirname(rg) }),
      own: () => ours({ cwd, tasks, root, path: "" }),
    };
    const times: { [name: string]: number[] } = {};
    const cpu: { [name: string]: number[] } = {};
    for (let round = 0; round <= rounds; round++) {
      for (const [name, search] of Object.entries(contestants)) {
        const [startedAt, cpuBefore] = [performance.now(), cpuMs()];
        const found = await search();
        // The first of each fills caches.
        if (round > 0) {
          add(times, name, performance.now() - startedAt);
          add(cpu, name, cpuMs() - cpuBefore);
        }
        if (found !== Math.ceil(files / matchEvery)) throw new Error(`${name} found ${found} files`);
      }
    }
    const ms = (name: string): number => median(times[name] ?? []);
    return {
      grep_vs_rg: rounded(ms("ours") / ms("rg")),
      // What others do on the machine hardly changes this one.
      grep_cpu_vs_rg: rounded(median(cpu.ours ?? []) / median(cpu.rg ?? [])),
      grep_ms: rounded(ms("ours"), 1),
      grep_rg_ms: rounded(ms("rg"), 1),
      grep_without_rg_ms: rounded(ms("own"), 1),
      grep_files: files,
    };
  } finally {
    await tasks.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Of this process and of its children that have ended. The system counts those in hundredths of a second. */
function cpuMs(): number {
  const stat = readFileSync("/proc/self/stat", "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + (Number(fields[13]) + Number(fields[14])) * 10;
}

const matchEvery = 100;
const filesInFolder = 50;

function plant(folder: string, files: number): void {
  const filler = "export function noop(value: number): number {\n  return value + 1;\n}\n".repeat(15);
  for (let index = 0; index < files; index++) {
    const number = Math.floor(index / filesInFolder);
    const path = join(folder, `group-${number % 20}`, `folder-${number}`);
    if (index % filesInFolder === 0) mkdirSync(path, { recursive: true });
    writeFileSync(join(path, `file-${index}.ts`), index % matchEvery === 0 ? `${filler}const needle = 1;\n` : filler);
  }
}

function bare(rg: string, cwd: string): number {
  const { stdout } = spawnSync(rg, ["--files-with-matches", "--hidden", "-e", "needle", "./"], { cwd });
  return stdout.toString().split("\n").length - 1;
}

async function ours({ cwd, tasks, root, path }: { cwd: string; tasks: BackgroundTasks; root: string; path: string }) {
  const context: ToolContext = {
    cwd,
    home: root,
    directories: [],
    outputFolder: join(root, "outputs"),
    toolUseId: "toolu_1",
    env: { PATH: path },
    signal: new AbortController().signal,
    tasks,
    readFiles: new ReadFiles(),
    todos: new TodoList(),
    mayRead: () => true,
    moveTo: () => undefined,
    namesHost: () => false,
    askModel: async () => undefined,
    beforeWrite: async () => {},
    pages: new PageCache(),
  };
  const { details } = await grep.run(grep.read({ pattern: "needle" }), context);
  return (details as { numFiles: number }).numFiles;
}
