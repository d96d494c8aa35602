import { spawnSync } from "node:child_process";
import { readProcFile } from "./read-proc-file.ts";

/** A process as the system sees it. */
interface ProcessFacts {
  /** The letter of `ps`: R runs, S sleeps, D sleeps and cannot be woken, T is stopped, Z is gone and not collected … */
  readonly state: string;
  /** Used so far, of all cores. */
  readonly cpuMs: number;
}

/** Undefined: there is no such process. */
export function processFacts(pid: number): ProcessFacts | undefined {
  return process.platform === "linux" ? fromProc(pid) : fromPs(pid);
}

/** Linux counts in hundredths of a second, whatever the kernel was built with. */
const msPerTick = 10;

function fromProc(pid: number): ProcessFacts | undefined {
  try {
    // The command in parentheses may hold anything, so the fields are counted from its end.
    const stat = readProcFile(`/proc/${pid}/stat`);
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", cpuMs: (Number(fields[11]) + Number(fields[12])) * msPerTick };
  } catch {
    return undefined;
  }
}

function fromPs(pid: number): ProcessFacts | undefined {
  const { stdout } = spawnSync("ps", ["-o", "state=,time=", "-p", String(pid)], {
    encoding: "utf8",
    timeout: 5_000,
  });
  return readPsLine(stdout ?? "");
}

/** `Ss 1-02:03:04`, `R+ 0:01.25`. */
export function readPsLine(line: string): ProcessFacts | undefined {
  const found = /^\s*(\w)\S*\s+(?:(\d+)-)?([\d:.]+)\s*$/.exec(line);
  if (found === null) return undefined;
  const [, state = "", days = "0", time = ""] = found;
  const seconds = time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return { state, cpuMs: Math.round((Number(days) * 86_400 + seconds) * 1000) };
}
