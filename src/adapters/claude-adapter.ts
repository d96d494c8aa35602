import { BridleError } from "../errors.ts";
import { formatVersion, type Version, type VersionRange } from "../util/version.ts";
import type { Canonical, Skipped } from "../wire/canonical.ts";
import type { Command } from "../wire/command.ts";
import type { Frame } from "../wire/frame.ts";
import { describeWord, type Word } from "./change.ts";
import { formatCommand } from "./format-command.ts";
import type { FrameParser } from "./frame-parser.ts";
import type { ProtocolAdapter, UnknownHandling } from "./protocol-adapter.ts";
import { readAssistant, readInit, readResult, readStreamEvent, readUser } from "./read-message.ts";
import type { Vocabulary } from "./vocabulary.ts";

export const claudeReaders = {
  "system/init": readInit,
  assistant: readAssistant,
  user: readUser,
  stream_event: readStreamEvent,
  result: readResult,
};

/** Corrections to what a version is known to have, learned from the agent itself. */
export interface Corrections {
  readonly gained: ReadonlySet<Word>;
  readonly lost: ReadonlySet<Word>;
}

const nothingLearned: Corrections = { gained: new Set(), lost: new Set() };

/** Claude Code's dialect as one version speaks it. */
export class ClaudeAdapter implements ProtocolAdapter {
  readonly name: string;
  readonly supportedRange: VersionRange;
  readonly version: Version;
  readonly corrections: Corrections;
  readonly #vocabulary: Vocabulary;
  readonly #parser: FrameParser;

  constructor(
    supportedRange: VersionRange,
    at: Version,
    vocabulary: Vocabulary,
    parser: FrameParser,
    corrections = nothingLearned,
  ) {
    this.name = `claude-code ${formatVersion(supportedRange.from)}`;
    this.supportedRange = supportedRange;
    this.version = at;
    this.corrections = corrections;
    this.#vocabulary = vocabulary;
    this.#parser = parser;
  }

  /** The same adapter, corrected by what the agent said of itself. */
  corrected(corrections: Corrections): ClaudeAdapter {
    return new ClaudeAdapter(this.supportedRange, this.version, this.#vocabulary, this.#parser, corrections);
  }

  has(word: Word): boolean {
    if (this.corrections.lost.has(word)) return false;
    return this.corrections.gained.has(word) || this.#vocabulary.has(word, this.version);
  }

  require(word: Word): void {
    if (this.has(word)) return;
    const arrival = this.#vocabulary.arrival(word);
    const since = arrival === undefined ? undefined : formatVersion(arrival.since);
    const hint =
      since === undefined ? "no version known to Bridle has it" : `it came with ${since}: update the agent to use it`;
    const message = `Claude Code ${formatVersion(this.version)} lacks ${describeWord(word)}; ${hint}. Nothing was sent.`;
    throw new BridleError("unsupported", message, { word, adapter: this.name, since });
  }

  parse(frame: Frame): Canonical | Skipped {
    return this.#parser.parse(frame);
  }

  format(command: Command): string {
    return formatCommand(command, this);
  }

  handleUnknown(): UnknownHandling {
    return { handling: "pass" };
  }
}
