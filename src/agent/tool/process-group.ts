import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { endMarked } from "./marked-processes.ts";

/** A process and what it started: those that stayed in its group, and those that carry its mark. */
export class ProcessGroup {
  readonly id: number;
  /** In its environment, see `markedEnvironment`. */
  readonly mark: string;

  constructor(id: number, mark: string) {
    this.id = id;
    this.mark = mark;
  }

  /** Is anything of the group left that runs? */
  get alive(): boolean {
    return this.#signal(0) && hasLivingMember(this.id);
  }

  /** SIGTERM, then SIGKILL for what is left. Settles when all are gone, or cannot be ended. */
  async end(graceMs = 1_000): Promise<void> {
    await Promise.all([this.#endGroup(graceMs), endMarked(new Set([this.mark]), graceMs)]);
  }

  async #endGroup(graceMs: number): Promise<void> {
    this.#signal("SIGTERM");
    if (await this.#goneWithin(graceMs)) return;
    this.#signal("SIGKILL");
    await this.#goneWithin(graceMs);
  }

  /** The system tells nobody that a group is empty, so it is asked. */
  async #goneWithin(ms: number): Promise<boolean> {
    const deadline = performance.now() + ms;
    while (this.alive) {
      if (performance.now() > deadline) return false;
      await sleep(10);
    }
    return true;
  }

  #signal(signal: NodeJS.Signals | 0): boolean {
    try {
      return process.kill(-this.id, signal);
    } catch {
      return false;
    }
  }
}

/** In a container without an init the dead stay as zombies in their group for ever: those do not count. */
function hasLivingMember(group: number): boolean {
  if (process.platform !== "linux") return true;
  return readdirSync("/proc").some((name) => /^\d+$/.test(name) && isLivingMember(name, group));
}

function isLivingMember(pid: string, group: number): boolean {
  try {
    // As UTF-8, whatever it holds: with another encoding Node takes 64 KiB for each file that says it is empty.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before these may hold blanks and parentheses.
    const [state, , groupId] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(groupId) === group && state !== "Z" && state !== "X";
  } catch {
    return false;
  }
}
