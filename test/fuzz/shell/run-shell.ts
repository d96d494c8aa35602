import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drivers } from "./drivers.ts";

/** What a line did when a real shell ran it. */
export interface Run {
  /** The arguments of every program it started; builtins that show or print count as programs. */
  readonly ran: readonly (readonly string[])[];
  /** Files that it made or changed, from the folder it ran in. */
  readonly wrote: readonly string[];
  /** Files that it opened by name; undefined where nothing traced it. */
  readonly opened: readonly string[] | undefined;
}

export type ShellName = keyof typeof drivers;

export interface RunOptions {
  /** Let strace tell which files are opened. It makes everything many times slower. */
  readonly traces?: boolean;
  /** Where the shell is, if not in /bin. */
  readonly executable?: string | undefined;
  readonly flags?: readonly string[];
}

/**
 * Runs each line by a real shell in a subshell and folder of its own. Every program is a stub that logs its arguments and prints
 * hostile text, the environment is hostile, and nothing outside of a private folder can be written: there is no PATH, and root
 * becomes nobody.
 */
export function runLines(shell: ShellName, lines: readonly string[], options: RunOptions = {}): Run[] {
  const root = mkdtempSync(join(tmpdir(), "bridle-shell-"));
  try {
    prepare(root, shell, lines);
    const driver = [
      options.executable ?? `/bin/${shell}`,
      ...flags[shell],
      ...(options.flags ?? []),
      join(root, "driver"),
    ];
    const traced = [
      "/usr/bin/strace",
      "-f",
      "-qq",
      "--seccomp-bpf",
      "-e",
      "trace=open,openat,creat",
      "-e",
      "signal=none",
      "-o",
    ];
    const [program = "", ...args] = options.traces ? [...traced, join(root, "log", "trace"), ...driver] : driver;
    const done = spawnSync(program, args, {
      stdio: "ignore",
      env: { PATH: join(root, "bin"), HOME: join(root, "home"), LC_ALL: "C" },
      ...(process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}),
      timeout: 600_000,
      killSignal: "SIGKILL",
    });
    if (done.status !== 0) throw new Error(`${shell} ended with ${done.status ?? done.signal}: ${done.error ?? ""}`);
    return collect(root, lines, options.traces === true);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const nobody = 65_534;

/** No settings of this machine. */
const flags: { readonly [shell in ShellName]: readonly string[] } = { bash: [], dash: [], zsh: ["-f"], "bash-3.2": [] };

/** Lines that cannot write share one folder. */
function folderOf(line: string, at: number): string {
  return line.includes(">") ? `w${at}` : "shared";
}

function prepare(root: string, shell: ShellName, lines: readonly string[]): void {
  chmodSync(root, 0o755);
  const folders = [
    "bin",
    "home",
    "log",
    "project",
    ...lines.map((line, at) => `project/${folderOf(line, at)}`),
    "project/shared",
  ];
  for (const folder of new Set(folders)) {
    mkdirSync(join(root, folder));
    if (/^project\/|^log|^home/.test(folder)) give(join(root, folder));
    if (!folder.startsWith("project/")) continue;
    mkdirSync(join(root, folder, "src"));
    give(join(root, folder, "src"));
  }
  for (const [name, text] of sharedFiles) {
    writeFileSync(join(root, "project", "shared", name), text);
    give(join(root, "project", "shared", name));
  }
  writeFileSync(join(root, "log", "ran"), "");
  give(join(root, "log", "ran"));
  const driven = lines.map((line, at) => ({ line, folder: folderOf(line, at) }));
  writeFileSync(join(root, "driver"), drivers[shell](root, driven));
}

/** Their text and one of the names would run something, should it ever be evaluated. */
const sharedFiles = [
  ["a", "a[$(evil)]\n"],
  ["b.ts", "$(evil)\n"],
  ["5", "1\n"],
  ["x[$(evil)]", "1\n"],
] as const;

function give(path: string): void {
  if (process.getuid?.() === 0) chownSync(path, nobody, nobody);
}

function collect(root: string, lines: readonly string[], traces: boolean): Run[] {
  const runs = lines.map(() => ({
    ran: [] as string[][],
    wrote: [] as string[],
    opened: traces ? ([] as string[]) : undefined,
  }));
  for (const entry of readFileSync(join(root, "log", "ran"), "utf8")
    .split("\x1e")
    .slice(0, -1)) {
    const [at, ...argv] = entry.replaceAll("\x1d", "\n").replaceAll("\x1f/proc/self/fd/", "\x1f/dev/fd/").split("\x1f");
    runs[Number(at)]?.ran.push(argv);
  }
  for (const [at, line] of lines.entries()) {
    const folder = join(root, "project", folderOf(line, at));
    if (folderOf(line, at) !== "shared") runs[at]?.wrote.push(...filesIn(folder));
  }
  const known = new Set<string>(sharedFiles.map(([name]) => name));
  const strays = filesIn(join(root, "project", "shared")).filter((name) => !known.has(name));
  if (strays.length > 0) throw new Error(`a line without a redirection wrote ${strays.join(" ")}`);
  if (traces)
    for (const [at, path] of openedIn(readFileSync(join(root, "log", "trace"), "utf8"))) runs[at]?.opened?.push(path);
  return runs;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name !== "src");
}

/** The driver opens `/bridle/N` before line N: what is opened behind belongs to it. */
function openedIn(trace: string): [number, string][] {
  const found: [number, string][] = [];
  let line = -1;
  for (const [, path = "", flags = ""] of trace.matchAll(
    /(?:open|openat|creat)\((?:AT_FDCWD, )?"((?:[^"\\]|\\.)*)", ([^)]*)/g,
  )) {
    const start = /^\/bridle\/(\d+)$/.exec(path);
    if (start) line = Number(start[1]);
    else if (line >= 0 && !flags.includes("O_DIRECTORY"))
      found.push([line, JSON.parse(`"${path.replaceAll(/\\(\d{1,3})/g, "\\\\$1")}"`)]);
  }
  return found;
}
