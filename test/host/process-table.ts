import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Passes when nothing with the mark in its environment runs and no child of ours is a zombie, within the time. */
export async function assertNothingLeft(mark: string, ms = 1000): Promise<void> {
  const deadline = Date.now() + ms;
  for (;;) {
    const left = processesMarked(mark);
    const zombies = zombieChildren();
    if (left.length === 0 && zombies.length === 0) return;
    if (Date.now() > deadline) assert.deepEqual({ left, zombies }, { left: [], zombies: [] });
    await sleep(20);
  }
}

/** Who inherited the mark: an agent, and everything it started, also in groups and sessions of their own. */
export function processesMarked(mark: string): string[] {
  if (process.platform !== "linux") {
    const { stdout } = spawnSync("ps", ["-A", "-E", "-o", "pid=,command="], { encoding: "utf8" });
    return stdout.split("\n").filter((row) => row.includes(mark));
  }
  return pids().flatMap((pid) => {
    const environment = readProc(pid, "environ");
    return environment.includes(mark) ? [`${pid} ${readProc(pid, "cmdline").replaceAll("\0", " ")}`] : [];
  });
}

function zombieChildren(): string[] {
  if (process.platform !== "linux") return [];
  return pids().filter((pid) => {
    const stat = readProc(pid, "stat");
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" && Number(parent) === process.pid;
  });
}

function pids(): string[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
}

/** Empty for a process that ended meanwhile or belongs to somebody else. */
function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}
