import type { Db } from "../store/database.ts";
import { addPrompt, type PromptRow, removePrompt } from "../store/prompts-table.ts";

/** Prompts that wait in the daemon, in order, also over a restart. Methods that change it give what to store. */
export class PromptQueue {
  #rows: PromptRow[];
  #last: number;

  constructor(rows: readonly PromptRow[] = []) {
    this.#rows = [...rows];
    this.#last = Math.max(0, ...rows.map(({ position }) => position));
  }

  get length(): number {
    return this.#rows.length;
  }

  get prompts(): readonly PromptRow[] {
    return this.#rows;
  }

  add(prompt: Omit<PromptRow, "position">): (db: Db) => void {
    this.#last += 1;
    const row = { ...prompt, position: this.#last };
    this.#rows.push(row);
    return (db) => addPrompt(db, row);
  }

  /** The first one, no longer waiting. */
  shift(): { readonly prompt: PromptRow; readonly work: (db: Db) => void } | undefined {
    const prompt = this.#rows.shift();
    return prompt && { prompt, work: (db) => removePrompt(db, prompt.id) };
  }

  /** Undefined: it waits no longer. */
  remove(id: string): ((db: Db) => void) | undefined {
    const found = this.#rows.some((row) => row.id === id);
    this.#rows = this.#rows.filter((row) => row.id !== id);
    return found ? (db) => removePrompt(db, id) : undefined;
  }
}
