import type { AdapterChain } from "../../src/adapters/adapter-chain.ts";
import type { Word } from "../../src/adapters/change.ts";
import { parseModeOf } from "../../src/adapters/compatibility.ts";
import { readCommand } from "../../src/adapters/read-command.ts";
import { Decoder } from "../../src/codec/decoder.ts";
import { FrameReader } from "../../src/codec/frame-reader.ts";
import { isBridleError } from "../../src/errors.ts";
import type { Canonical } from "../../src/wire/canonical.ts";
import { type Fields, isFields } from "../../src/wire/fields.ts";
import type { Frame } from "../../src/wire/frame.ts";
import type { VersionFixtures } from "./fixtures.ts";
import type { Transcript, TranscriptLine } from "./transcript.ts";
import { refusedRequests, refusedWords, wordsIn } from "./words-in.ts";

/** Something in a recording that does not fit what Bridle says of its version. `key` names it without the place. */
export interface Finding {
  readonly key: string;
  readonly where: string;
}

/** Scenarios that print something other than frames on purpose. */
const notStreamJson = /^(a-version|b2-|r3-help|p12-)/;

/** Everything the contract asks of one version's recordings: readable, known, and sendable as it was accepted. */
export function checkRecordings({ name, version, transcripts }: VersionFixtures, chain: AdapterChain): Finding[] {
  const adapter = chain.at(version);
  return transcripts
    .filter((transcript) => !notStreamJson.test(transcript.name))
    .flatMap((transcript) => [
      ...unreadable(transcript, chain),
      ...wordsIn(transcript)
        .filter(({ word }) => !adapter.has(word) && chain.vocabulary.availability(word, version) !== "untried")
        .map(({ word, where }) => ({ key: `unknown word: ${word}`, where: `${name}/${where}` })),
      ...refusedWords(transcript)
        .filter((word) => adapter.has(word) && chain.vocabulary.availability(word, version) !== "untried")
        .map((word) => ({ key: `claimed but refused: ${word}`, where: `${name}/${transcript.name}` })),
      ...(transcript.version === undefined || transcript.version === name
        ? []
        : [{ key: `recorded from ${transcript.version}`, where: `${name}/${transcript.name}` }]),
      ...unsendable(transcript, name, chain),
    ]);

  function unreadable(transcript: Transcript, from: AdapterChain): Finding[] {
    return canonicalOf(transcript, from.at(version), parseModeOf(version)).flatMap(({ message, line }) => {
      if (message.kind !== "problem" && message.kind !== "unknown") return [];
      const what =
        message.kind === "unknown"
          ? `unknown ${message.word}`
          : `${message.code} ${message.word ?? ""}.${message.field ?? ""}`;
      return [{ key: `unreadable: ${what}`, where: `${name}/${transcript.name}:${line}` }];
    });
  }

  function unsendable(transcript: Transcript, folder: string, from: AdapterChain): Finding[] {
    return accepted(transcript).flatMap(({ line, sent }) => {
      const place = `${folder}/${transcript.name}:${line.lineNumber}`;
      const wouldSend = formatted(sent, from);
      if (typeof wouldSend === "string") return [{ key: wouldSend, where: place }];
      return sameMeaning(sent, wouldSend) ? [] : [{ key: "sent with another meaning", where: place }];
    });
  }

  function formatted(sent: Fields, from: AdapterChain): Fields | string {
    const [frame] = readFrames(JSON.stringify(sent));
    const command = frame === undefined ? undefined : readCommand(frame);
    if (command === undefined) return `not a command: ${String(sent.type)}`;
    try {
      return JSON.parse(from.at(version).format(command)) as Fields;
    } catch (error) {
      if (!isBridleError(error, "unsupported")) return String(error);
      return from.vocabulary.availability(error.data.word as Word, version) === "untried"
        ? sent
        : `refused to send: ${error.data.word}`;
    }
  }
}

/** What the agent said, line by line, in canonical form. */
export function canonicalOf(
  transcript: Transcript,
  adapter: ReturnType<AdapterChain["at"]>,
  mode: "strict" | "tolerant",
): { message: Canonical; line: number }[] {
  const decoder = new Decoder({ adapter, mode });
  return transcript.lines
    .filter(({ direction }) => direction === "<")
    .flatMap(({ payload, lineNumber }) =>
      decoder.push(Buffer.from(`${payload}\n`)).map((message) => ({ message, line: lineNumber })),
    );
}

/** The host's lines that the agent took: not what it refused, and nothing of a conversation it died in. */
function accepted(transcript: Transcript): { line: TranscriptLine; sent: Fields }[] {
  if (transcript.exitCode === 1) return [];
  const refused = refusedRequests(transcript);
  return transcript.lines.flatMap((line) => {
    if (line.direction !== ">") return [];
    const [frame] = readFrames(line.payload);
    if (frame === undefined || frame.type === "unreadable") return [];
    if (frame.type === "control_request" && refused.has(frame.request_id)) return [];
    return [{ line, sent: JSON.parse(line.payload) as Fields }];
  });
}

function readFrames(text: string): Frame[] {
  const frames: Frame[] = [];
  const reader = new FrameReader({}, (frame) => frames.push(frame));
  reader.push(Buffer.from(`${text}\n`));
  return frames;
}

/** Equal but for key order, and for the fields of a prompt that say nothing when they are empty. */
export function sameMeaning(a: unknown, b: unknown): boolean {
  return JSON.stringify(meaning(a)) === JSON.stringify(meaning(b));
}

function meaning(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(meaning);
  if (!isFields(value)) return value;
  const entries = Object.entries(value).filter(([key, inner]) => {
    return !((key === "session_id" && inner === "") || (key === "parent_tool_use_id" && inner === null));
  });
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, meaning(inner)] as const).sort(([x], [y]) => (x < y ? -1 : 1)),
  );
}
