import { BridleError } from "../errors.ts";
import { formatVersion, type Version, type VersionRange } from "../util/version.ts";
import type { Canonical, Skipped } from "../wire/canonical.ts";
import type { Command } from "../wire/command.ts";
import type { Frame, Message } from "../wire/frame.ts";
import { describeWord, type SentWord, type Word } from "./change.ts";
import { formatCommand } from "./format-command.ts";
import { type FrameParser, handled } from "./frame-parser.ts";
import type { AnswerMatch, ProtocolAdapter, UnknownHandling } from "./protocol-adapter.ts";
import { readAssistant, readInit, readResult, readStreamEvent, readUser } from "./read-message.ts";
import type { Arrival, Vocabulary } from "./vocabulary.ts";

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

export const nothingLearned: Corrections = { gained: new Set(), lost: new Set() };

/** Claude Code's dialect as one version speaks it. */
export class ClaudeAdapter implements ProtocolAdapter {
  readonly name: string;
  readonly supportedRange: VersionRange;
  readonly launchArguments = ["--output-format", "stream-json", "--verbose", "--input-format", "stream-json"];
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

  refused(word: Word): boolean {
    return this.corrections.lost.has(word);
  }

  require(word: SentWord): void {
    if (this.has(word)) return;
    const arrival = this.#vocabulary.arrival(word);
    const since = arrival === undefined ? undefined : formatVersion(arrival.since);
    const message = `${this.#whyNot(word, arrival)}. Nothing was sent.`;
    throw new BridleError("unsupported", message, { word, adapter: this.name, since });
  }

  /** "lacks" is said only of a version that is known to lack it. */
  #whyNot(word: SentWord, arrival: Arrival | undefined): string {
    const [name, what] = [`Claude Code ${formatVersion(this.version)}`, describeWord(word)];
    if (this.refused(word)) return `${name} lacks ${what}; the agent said so itself`;
    if (arrival === undefined) return `${name} lacks ${what}; no version known to Bridle has it`;
    const since = formatVersion(arrival.since);
    if (arrival.absentIn === undefined || this.#vocabulary.availability(word, this.version) === "absent")
      return `${name} lacks ${what}; the first version known to have it is ${since}: update the agent to use it`;
    const lacking = formatVersion(arrival.absentIn);
    return `nobody has tried ${what} with ${name}: ${lacking} lacks it and ${since} has it; update the agent to use it`;
  }

  parse(frame: Frame): Canonical | Skipped {
    const message = this.#parser.parse(frame);
    return message.kind === "unknown"
      ? handled(message, this.handleUnknown(message.word, message.frame.message))
      : message;
  }

  format(command: Command): string {
    return formatCommand(command, this);
  }

  answersTo(_subtype: string): AnswerMatch {
    return "by_id";
  }

  handleUnknown(_word: string, _message: Message): UnknownHandling {
    return { handling: "pass" };
  }
}
