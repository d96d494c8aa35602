import { execFileSync } from "node:child_process";

/** The ids of the processes whose command line holds the text. */
export function processesWith(text: string): number[] {
  return table()
    .filter(({ command }) => command.includes(text))
    .map(({ pid }) => pid);
}

/** The ids of the processes whose command line is this and no more. */
export function processesOf(commandLine: string): number[] {
  return table()
    .filter(({ command }) => command === commandLine)
    .map(({ pid }) => pid);
}

/** A zombie is gone: it only waits for whoever reads its exit. */
export function isRunning(pid: number): boolean {
  return table().some((row) => row.pid === pid);
}

let marks = 0;

/** Seconds to sleep that no other process of this machine sleeps, to know one's own by. */
export function markedSeconds(): string {
  return `300.${process.pid}${++marks}7`;
}

function table(): { pid: number; command: string }[] {
  const lines = execFileSync("ps", ["-A", "-ww", "-o", "pid=,stat=,args="], { encoding: "utf8", maxBuffer: 2 ** 26 });
  return lines.split("\n").flatMap((line) => {
    const [, pid, stat, command] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined || stat?.startsWith("Z") ? [] : [{ pid: Number(pid), command: command ?? "" }];
  });
}
