import { type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Row, ToolRow } from "../../model/row.ts";
import type { Transcript } from "../../model/transcript.ts";

/** What is unfolded in a transcript. Rows come and go with scrolling; what somebody opened stays so. */
class Folds {
  /** Sub-agents whose rows stand in the list. */
  readonly unfoldedAgents = signal<ReadonlySet<ToolRow>>(new Set());
  readonly #unfolded = new WeakMap<Row, Signal<boolean>>();

  isUnfolded(row: Row): boolean {
    return this.#of(row).value;
  }

  set(row: Row, isUnfolded: boolean): void {
    this.#of(row).value = isUnfolded;
    if (row.kind !== "tool" || !isSubAgent(row) || this.unfoldedAgents.peek().has(row) === isUnfolded) return;
    const others = [...this.unfoldedAgents.peek()].filter((one) => one !== row);
    this.unfoldedAgents.value = new Set(isUnfolded ? [...others, row] : others);
  }

  /** Unfolds it, and all that it is in. */
  reveal(row: Row): void {
    for (let one: Row | undefined = row; one !== undefined; one = one.parent) this.set(one, true);
  }

  #of(row: Row): Signal<boolean> {
    const known = this.#unfolded.get(row);
    if (known !== undefined) return known;
    const made = signal(row.kind === "tool" && isOpenFirst.has(row.name));
    this.#unfolded.set(row, made);
    return made;
  }
}

const isOpenFirst: ReadonlySet<string> = new Set(["Edit", "MultiEdit", "Write", "NotebookEdit"]);

export function isSubAgent({ name, children }: ToolRow): boolean {
  return name === "Task" || name === "Agent" || children.all.length > 0;
}

const known = new WeakMap<Transcript, Folds>();

/** Kept as long as the transcript is. */
export function foldsOf(transcript: Transcript): Folds {
  const folds = known.get(transcript) ?? new Folds();
  known.set(transcript, folds);
  return folds;
}

export const FoldsContext = createContext(new Folds());

export function useFolds(): Folds {
  return useContext(FoldsContext);
}
