import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { programs, shells, wrappers } from "./generated-lines.ts";

/**
 * Runs each line by a real bash in a folder of its own, where PATH holds nothing but stubs. Gives the
 * arguments of every program that each line ran.
 */
export async function runLines(lines: readonly string[]): Promise<string[][][]> {
  const root = mkdtempSync(join(tmpdir(), "bridle-oracle-"));
  try {
    makeStubs(join(root, "bin"), "");
    for (const folder of ["log", "home", "work", "work/sub"]) mkdirSync(join(root, folder));
    makeStubs(join(root, "work", "bin2"), "elsewhere-");
    symlinkSync("../bin2", join(root, "work", "sub", "bin2"));
    for (const file of ["f1", "f2"]) writeFileSync(join(root, "work", file), "rm\n");
    writeFileSync(join(root, "driver"), driver);
    if (asNobody())
      for (const path of readdirSync(root, { recursive: true, encoding: "utf8" }))
        lchownSync(join(root, path), nobody, nobody);
    chmodSync(root, 0o755);
    await Promise.all([0, 1].map((half) => runHalf(root, lines, half)));
    return lines.map((_, at) => readLog(join(root, "log", String(at))));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/**
 * The stubs log to descriptor 9, which every descendant inherits whatever happens to its environment.
 * A loop that does not end meets a limit: of time, or of what its stubs may log.
 */
const driver = `
cd "$1/work"; ulimit -f 16; FUNCNEST=3; readonly bridle_root=$1; shift
while IFS= read -r -d '' bridle_line && IFS= read -r -d '' bridle_at; do
  ( ulimit -t 1; eval "$bridle_line" ) 9>>"$bridle_root/log/$bridle_at" </dev/null >/dev/null 2>&1
done
`;

async function runHalf(root: string, lines: readonly string[], half: number): Promise<void> {
  const child = spawn("/bin/bash", ["--noprofile", "--norc", join(root, "driver"), root], {
    stdio: ["pipe", "ignore", "ignore", "pipe"],
    env: { PATH: join(root, "bin"), HOME: join(root, "home") },
    detached: true,
    ...(asNobody() ? { uid: nobody, gid: nobody } : {}),
  });
  // Nobody writes to descriptor 3: it ends when the last process that a line left behind has ended.
  const [stdin, , , alive] = child.stdio;
  const end = once(alive as Readable, "close");
  (alive as Readable).resume();
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), 120_000);
  stdin?.end(lines.map((line, at) => (at % 2 === half ? `${line}\0${at}\0` : "")).join(""));
  await end;
  clearTimeout(timer);
}

/** Should a line ever reach a real program, it must not be root's. */
const nobody = 65_534;

function asNobody(): boolean {
  return process.getuid?.() === 0;
}

/** What a program does by its arguments: this is what no wildcard may cover. */
const behaviour: { readonly [program: string]: string } = {
  find: `while [ $# -gt 0 ]; do case $1 in -exec*|-ok*) shift; "$@"; exit;; esac; shift; done`,
  tar: `for a; do case $a in --checkpoint-action=exec=*) "\${a##*=}";; --to-command=*) "\${a#*=}";; -I) evil;; esac; done`,
  bash: `exec /bin/bash "$@"`,
  sh: `exec /bin/bash "$@"`,
  // Without PATH it would find real programs.
  env: `for a; do case $a in -|-*i*|-*u*|--[iu]*) exit;; esac; done; exec /usr/bin/env "$@"`,
  git: `while case $1 in -*) true;; *) false;; esac; do case $1 in -c) evil;; esac; shift; done`,
};

function makeStubs(folder: string, mark: string): void {
  mkdirSync(folder);
  for (const program of [...programs, ...shells, ...wrappers]) {
    const path = join(folder, program);
    // In one write, so that programs of a pipeline do not mix.
    const log = `s=${mark}\${0##*/}; for a; do s=$s\x1f$a; done; printf '%s\\036' "$s" >&9 || kill -9 $PPID`;
    const then = behaviour[program] ?? (wrappers.includes(program) ? `exec /usr/bin/${program} "$@"` : "");
    writeFileSync(path, `#!/bin/sh\n${log}\n${then}\necho rm -rf out\n`);
    chmodSync(path, 0o755);
  }
}

function readLog(path: string): string[][] {
  const text = readFileSync(path, "utf8");
  return text
    .split("\x1e")
    .slice(0, -1)
    .map((entry) => entry.split("\x1f"));
}
