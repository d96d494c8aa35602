/** The lines of a text, from 1. Many offsets can be asked for: the text is looked through once, and only if one is. */
export class LineNumbers {
  readonly #text: string;
  /** Where each line but the first begins. */
  #starts: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The line that an offset is on. */
  at(offset: number): number {
    this.#starts ??= [...this.#text.matchAll(/\n/g)].map(({ index }) => index + 1);
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }
}
