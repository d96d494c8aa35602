import { addPrompt, type PromptRow, removePrompt } from "../store/prompts-table.ts";
import type { Work } from "../store/work.ts";

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

  add(prompt: Omit<PromptRow, "position">): Work {
    this.#last += 1;
    const row = { ...prompt, position: this.#last };
    this.#rows.push(row);
    return addPrompt(row);
  }

  /** The first one, no longer waiting. */
  shift(): { readonly prompt: PromptRow; readonly work: Work } | undefined {
    const prompt = this.#rows.shift();
    return prompt && { prompt, work: removePrompt(prompt.id) };
  }

  /** Undefined: it waits no longer. */
  remove(id: string): Work | undefined {
    const found = this.#rows.some((row) => row.id === id);
    this.#rows = this.#rows.filter((row) => row.id !== id);
    return found ? removePrompt(id) : undefined;
  }
}
