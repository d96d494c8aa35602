import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRoot, nobody, type Scratch } from "./scratch-project.ts";

/** One system call of a line: its arguments as strace writes them, and what came of it. */
export interface Call {
  readonly name: string;
  readonly args: string;
  readonly result: string;
}

export const strace = "/usr/bin/strace";

/** Why nothing can be traced here; undefined where it can. */
export function cannotTrace(): string | undefined {
  return existsSync(strace) ? undefined : `it needs Linux and ${strace} (apt-get install strace)`;
}

/** Everything that changes, runs or reaches something, and what is opened. */
const calls = [
  "open,openat,openat2,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,rmdir,link,linkat,symlink,symlinkat",
  "chmod,fchmod,fchmodat,chown,fchown,lchown,fchownat,truncate,ftruncate,mknod,mknodat,utime,utimes,utimensat,futimesat",
  "setxattr,lsetxattr,fsetxattr,removexattr,execve,execveat,socket,connect,bind,sendto,kill,tkill,ptrace,mount,umount2",
  "fork,vfork,clone,clone3,sethostname,setdomainname,settimeofday,clock_settime,adjtimex,setpriority,prlimit64,shmget,memfd_create,mq_open",
].join(",");

/** What one line did, and what it printed, errors included. */
export interface Traced {
  readonly calls: readonly Call[];
  readonly printed: string;
}

/** Runs each line in the project by bash, one after the other. */
export function traceLines(lines: readonly string[], { root, project, home }: Scratch): Traced[] {
  const log = join(root, "trace");
  writeFileSync(join(root, "lines"), lines.map((line, at) => `${at}\0${line}\0`).join(""));
  writeFileSync(join(root, "driver"), driver);
  rmSync(log, { force: true });
  const flags = [
    "-f",
    "-qq",
    "-y",
    "--seccomp-bpf",
    "-s",
    "500",
    "-e",
    `trace=${calls}`,
    "-e",
    "signal=none",
    "-o",
    log,
  ];
  const done = spawnSync(strace, [...flags, "/bin/bash", "--noprofile", "--norc", join(root, "driver"), root], {
    cwd: project,
    stdio: ["ignore", "pipe", "ignore"],
    env: environment(root, home),
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
    encoding: "latin1",
    maxBuffer: 1e9,
    timeout: 300_000,
    killSignal: "SIGKILL",
  });
  const found = readTrace(readFileSync(log, "latin1"), lines.length);
  if (done.status !== 0)
    throw new Error(
      `bash ended with ${done.status ?? done.signal} behind ${lines[found.findLastIndex((one) => one.length > 0)]}`,
    );
  const printed = done.stdout.split("\x1e\x1e").slice(1);
  return found.map((one, at) => ({ calls: one, printed: printed[at] ?? "" }));
}

/** A secret of the environment, which is not to be printed. */
export const secretOfEnvironment = "a-secret-of-the-environment";

function environment(root: string, home: string): { [name: string]: string } {
  const evil = `${root}/bin/evil`;
  return {
    PATH: `/usr/local/bin:/usr/bin:/bin:${root}/bin`,
    HOME: home,
    LC_ALL: "C",
    PAGER: evil,
    EDITOR: evil,
    TOKEN: secretOfEnvironment,
  };
}

/**
 * Opens `/bridle/N` in front of line N. Some lines wait for what never comes, and get a moment. What is printed goes to a
 * pipe: grep does less for `/dev/null`.
 */
const driver = `
root=$1
exec 8<"$root/lines" 2>&1
shopt -u globskipdots 2>/dev/null
while IFS= read -r -d '' -u 8 at && IFS= read -r -d '' -u 8 line; do
  set --
  case $line in tail*|sleep*|free*|timeout*) patience="timeout -s KILL 0.1" ;; *) patience= ;; esac
  printf '\\x1e\\x1e'
  ( { : < "/bridle/$at"; } 2>/dev/null; ulimit -t 2; exec 8<&-; unset root at; eval "$patience $line" ) </dev/null
done
exit 0
`;

/** The calls of each line: those of the process that opened its mark, and of all that this one started. */
function readTrace(trace: string, count: number): Call[][] {
  const entries = [...callsIn(trace)];
  const lineOf = new Map<string, number>();
  const parentOf = new Map<string, string>();
  for (const { pid, name, args, result } of entries) {
    const mark = /"\/bridle\/(\d+)"/.exec(args)?.[1];
    if (mark !== undefined) lineOf.set(pid, Number(mark));
    const child = starting.test(name) ? /^\d+/.exec(result)?.[0] : undefined;
    if (child !== undefined) parentOf.set(child, pid);
  }
  const found: Call[][] = Array.from({ length: count }, () => []);
  for (const { pid, ...call } of entries) {
    if (starting.test(call.name) || call.args.includes('"/bridle/')) continue;
    let from: string | undefined = pid;
    while (from !== undefined && !lineOf.has(from)) from = parentOf.get(from);
    if (from !== undefined) found[lineOf.get(from) ?? -1]?.push(call);
  }
  return found;
}

const starting = /^(?:v?fork|clone3?)$/;

function* callsIn(trace: string): Generator<Call & { readonly pid: string }> {
  const open = new Map<string, string>();
  for (const entry of trace.split("\n")) {
    const [, pid = "", text = ""] = /^(\d+) +(.*)$/.exec(entry) ?? [];
    if (text.endsWith("<unfinished ...>")) {
      open.set(pid, text.slice(0, -"<unfinished ...>".length));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)?.[1];
    const whole = resumed === undefined ? text : `${open.get(pid) ?? ""}${resumed}`;
    const [, name, args = "", result = ""] = /^(\w+)\((.*)\) += (.*)$/.exec(whole) ?? [];
    if (name !== undefined) yield { pid, name, args: args.trim(), result };
  }
}
