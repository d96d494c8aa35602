/** A page as text, and how it was got. */
export interface Page {
  readonly text: string;
  readonly bytes: number;
  readonly code: number;
  readonly codeText: string;
  readonly isCut: boolean;
}

interface Kept {
  readonly page: Page;
  readonly untilMs: number;
}

/** Pages of the last quarter of an hour: a question about a page is seldom the only one. */
export class PageCache {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;
  #chars = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get(url: URL): Page | undefined {
    const kept = this.#kept.get(url.href);
    if (kept !== undefined && kept.untilMs > this.#now()) return kept.page;
    this.#drop(url.href);
    return undefined;
  }

  keep(url: URL, page: Page): void {
    this.#drop(url.href);
    this.#kept.set(url.href, { page, untilMs: this.#now() + keptMs });
    this.#chars += page.text.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#chars <= maxChars) break;
      this.#drop(oldest);
    }
  }

  #drop(href: string): void {
    this.#chars -= this.#kept.get(href)?.page.text.length ?? 0;
    this.#kept.delete(href);
  }
}

const keptMs = 15 * 60 * 1000;
const maxChars = 20 * 1024 * 1024;
