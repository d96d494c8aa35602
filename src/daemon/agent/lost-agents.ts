import { setImmediate } from "node:timers/promises";
import { BridleError } from "../../errors.ts";
import { endMarked } from "../../transport/end-marked.ts";
import type { MarkedProcess } from "../../transport/marked-processes.ts";
import { agentMark } from "./agent-launch.ts";

/**
 * Ends agents whose end no holder tells: it died, or does not answer. They are found by their mark, all that are lost at
 * once by the same looks at the process table.
 */
export class LostAgents {
  readonly #ending = new Map<string, Promise<void>>();
  #batch: Batch | undefined;

  /** Resolves when nothing of the agent is left. Rejects with `busy` when some of it cannot be ended. */
  end(id: string): Promise<void> {
    const known = this.#ending.get(id);
    if (known !== undefined) return known;
    const mark = agentMark(id);
    this.#batch ??= this.#newBatch();
    this.#batch.marks.add(mark);
    const ended = this.#batch.left
      .then((left) => throwIfAny(left.filter((process) => process.mark === mark)))
      .finally(() => this.#ending.delete(id));
    this.#ending.set(id, ended);
    // Who starts a successor asks again.
    ended.catch(() => {});
    return ended;
  }

  /** Nobody is being ended any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#ending.values());
  }

  #newBatch(): Batch {
    const marks = new Set<string>();
    const left = setImmediate().then(() => {
      this.#batch = undefined;
      return endMarked(marks);
    });
    return { marks, left };
  }
}

/** Those that were lost in one tick. */
interface Batch {
  readonly marks: Set<string>;
  readonly left: Promise<readonly MarkedProcess[]>;
}

function throwIfAny(left: readonly MarkedProcess[]): void {
  if (left.length === 0) return;
  const pids = left.map(({ pid }) => pid).join(", ");
  const message = `an earlier agent of this session (pid ${pids}) is still there after SIGKILL; no other is started beside it`;
  throw new BridleError("busy", message, { what: `pid ${pids}` });
}
