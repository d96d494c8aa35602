import type { VersionRange } from "../util/version.ts";
import type { Canonical, Skipped } from "../wire/canonical.ts";
import type { Command } from "../wire/command.ts";
import type { Frame, Message } from "../wire/frame.ts";
import type { SentWord, Word } from "./change.ts";

/** What a range of agent versions says differently. The only place that knows a version. */
export interface ProtocolAdapter {
  readonly name: string;
  readonly supportedRange: VersionRange;
  /** What makes the agent speak over its standard streams. */
  readonly launchArguments: readonly string[];
  /** Does this version have the word? */
  has(word: Word): boolean;
  /** Throws `unsupported`, naming the first version that has it, unless `has(word)`. */
  require(word: SentWord): void;
  /** A frame in our own words. Never throws. */
  parse(frame: Frame): Canonical | Skipped;
  /** A command as one line for the agent's stdin. Throws `unsupported` where the version lacks what it needs. */
  format(command: Command): string;
  /** Where the answer to a request of ours is found. */
  answersTo(subtype: string): AnswerMatch;
  handleUnknown(word: string, message: Message): UnknownHandling;
}

/** `in_order`: it carries no id, so it answers the oldest request of its kind. `none`: it is never given. */
export type AnswerMatch = "by_id" | "in_order" | "none";

export type UnknownHandling =
  | { readonly handling: "pass" }
  | { readonly handling: "skip"; readonly level: "debug" | "info" | "warn"; readonly reason: string }
  | { readonly handling: "fatal"; readonly reason: string };
