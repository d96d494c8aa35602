import { compareVersions, type Version, version } from "../util/version.ts";
import { messages } from "../wire/messages.ts";
import type { Change } from "./change.ts";
import { ClaudeAdapter, claudeReaders } from "./claude-adapter.ts";
import { FrameParser } from "./frame-parser.ts";
import { Vocabulary } from "./vocabulary.ts";

/** The adapters that a list of changes, oldest first, makes: one per change, from its version to the next one's. */
export class AdapterChain {
  readonly vocabulary: Vocabulary;
  readonly #changes: readonly Change[];
  readonly #starts: readonly Version[];
  readonly #parsers = new Map<number, FrameParser>();

  constructor(changes: readonly Change[]) {
    if (changes.length === 0) throw new RangeError("an adapter chain needs at least one change");
    this.#changes = changes;
    this.#starts = changes.map(({ since }) => version(since));
    this.vocabulary = new Vocabulary(messages, changes);
  }

  /** The adapter of a version. Unknown: the newest. Older than the first: the first. */
  at(v: Version | undefined): ClaudeAdapter {
    const index = v === undefined ? -1 : this.#starts.findLastIndex((start) => compareVersions(start, v) <= 0);
    if (index >= 0) return this.#adapter(index, v);
    return this.#adapter(v === undefined ? this.#starts.length - 1 : 0, undefined);
  }

  all(): readonly ClaudeAdapter[] {
    return this.#starts.map((start, index) => this.#adapter(index, start));
  }

  #adapter(index: number, at: Version | undefined): ClaudeAdapter {
    const from = this.#starts[index] as Version;
    return new ClaudeAdapter({ from, to: this.#starts[index + 1] }, at ?? from, this.vocabulary, this.#parser(index));
  }

  #parser(index: number): FrameParser {
    let parser = this.#parsers.get(index);
    if (parser === undefined) {
      const repairs = new Map(this.#changes.slice(0, index + 1).flatMap(({ read = {} }) => Object.entries(read)));
      parser = new FrameParser(messages, claudeReaders, repairs);
      this.#parsers.set(index, parser);
    }
    return parser;
  }
}
