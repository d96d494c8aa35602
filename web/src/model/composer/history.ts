/** Prompts of before, the newest last, and where somebody who looks through them is. */
export class PromptHistory {
  #prompts: readonly string[];
  /** Behind the last one: nobody looks. */
  #at: number;

  constructor(prompts: readonly string[] = []) {
    this.#prompts = prompts;
    this.#at = prompts.length;
  }

  get prompts(): readonly string[] {
    return this.#prompts;
  }

  add(text: string): void {
    if (text.trim() !== "" && text.length <= maxLength && text !== this.#prompts.at(-1))
      this.#prompts = [...this.#prompts, text].slice(-maxPrompts);
    this.leave();
  }

  /** What stands in the field belongs to the history: the arrows go on in it. */
  isShowing(text: string): boolean {
    return this.#at < this.#prompts.length && this.#prompts[this.#at] === text;
  }

  /** Undefined: there is none. */
  earlier(): string | undefined {
    if (this.#at === 0) return undefined;
    this.#at -= 1;
    return this.#prompts[this.#at];
  }

  /** Behind the last one an empty field. */
  later(): string {
    this.#at = Math.min(this.#at + 1, this.#prompts.length);
    return this.#prompts[this.#at] ?? "";
  }

  leave(): void {
    this.#at = this.#prompts.length;
  }
}

const maxPrompts = 50;
/** A longer one is a document: kept by its session alone. */
const maxLength = 10_000;
