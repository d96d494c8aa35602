const maxDepth = 12;

/** Where a writer was. */
export interface Position {
  readonly length: number;
  readonly feeds: number;
  readonly endsBlank: boolean;
}

/** Puts markdown together: blocks stand apart, blanks do not pile up, and what is inside of a list or quote is indented. */
export class MarkdownWriter {
  readonly #pieces: string[] = [];
  /** Line feeds at the end of what was written; at the beginning, enough of them. */
  #feeds = 2;
  #endsBlank = true;
  #quotes = 0;
  #lists: { readonly isOrdered: boolean; count: number }[] = [];

  /** Text in which any white space is one blank. */
  text(written: string): void {
    const text = written.replace(/\s+/g, " ");
    const shown = this.#endsBlank ? text.trimStart() : text;
    if (shown !== "") this.#push(shown);
  }

  /** A mark: what comes behind it needs no blank, nor does it need one itself. */
  mark(written: string): void {
    this.#push(written);
  }

  /** As it is, line by line. */
  verbatim(written: string): void {
    for (const [index, line] of written.split("\n").entries()) {
      if (index > 0) this.#feed();
      if (line !== "") this.#push(line);
    }
  }

  /** At least so many line feeds come before what is next. */
  apart(feeds: 1 | 2): void {
    while (this.#feeds < feeds) this.#feed();
  }

  quote(by: 1 | -1): void {
    this.apart(2);
    this.#quotes = Math.max(0, this.#quotes + by);
  }

  openList(isOrdered: boolean): void {
    this.apart(this.#lists.length === 0 ? 2 : 1);
    this.#lists.push({ isOrdered, count: 0 });
  }

  closeList(): void {
    this.#lists.pop();
    this.apart(this.#lists.length === 0 ? 2 : 1);
  }

  item(): void {
    this.apart(1);
    const list = this.#lists.at(-1);
    const sign = list?.isOrdered ? `${++list.count}. ` : "- ";
    this.#push(sign);
    this.#endsBlank = true;
  }

  /** For taking back what was written since. */
  get position(): Position {
    return { length: this.#pieces.length, feeds: this.#feeds, endsBlank: this.#endsBlank };
  }

  since({ length }: Position): string {
    return this.#pieces.slice(length).join("");
  }

  /** What the new text ends with, the old one ended with, too. */
  replaceSince({ length }: Position, text: string): void {
    this.#pieces.length = length;
    this.#pieces.push(text);
  }

  backTo({ length, feeds, endsBlank }: Position): void {
    this.#pieces.length = length;
    this.#feeds = feeds;
    this.#endsBlank = endsBlank;
  }

  toString(): string {
    return this.#pieces.join("").trim();
  }

  #push(text: string): void {
    const isLineStart = this.#feeds > 0;
    if (isLineStart) this.#pieces.push(this.#indent());
    this.#pieces.push(text);
    this.#feeds = 0;
    this.#endsBlank = text.endsWith(" ");
  }

  #feed(): void {
    this.#pieces.push("\n");
    this.#feeds++;
    this.#endsBlank = true;
  }

  #indent(): string {
    const depth = Math.min(this.#lists.length, maxDepth);
    return "> ".repeat(Math.min(this.#quotes, maxDepth)) + "  ".repeat(Math.max(0, depth - 1));
  }
}
