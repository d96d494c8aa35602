import type { Word } from "../../src/adapters/change.ts";
import { type Fields, isFields } from "../../src/wire/fields.ts";
import type { Message } from "../../src/wire/frame.ts";
import { familyWord, wordOf } from "../../src/wire/messages.ts";
import type { Transcript, TranscriptLine } from "./transcript.ts";

/** A word that a recording shows an agent to have: it said it, or it took it from the host. */
export interface UsedWord {
  readonly word: Word;
  readonly where: string;
}

/** Every word of a recording that the agent said or accepted. What it refused, ignored or died of is no word of its version. */
export function wordsIn(transcript: Transcript): UsedWord[] {
  const { lines, name, args, exitCode } = transcript;
  const died = exitCode === 1;
  const said = lines
    .filter(({ direction }) => direction === "<")
    .flatMap((line) => at(line, saidWords(parse(line), subtypesAsked(transcript))));
  if (died) return said;
  const refused = refusedRequests(transcript);
  const taken = lines
    .filter(({ direction }) => direction === ">")
    .flatMap((line) => {
      const value = parse(line);
      return value?.type === "control_request" && refused.has(String(value.request_id))
        ? []
        : at(line, takenWords(value));
    });
  return [...said, ...taken, ...[...flagWords(args)].map((word) => ({ word, where: `${name}:args` }))];

  function at(line: TranscriptLine, words: Iterable<Word>): UsedWord[] {
    return [...words].map((word) => ({ word, where: `${name}:${line.lineNumber}` }));
  }
}

/** Requests of the host that were answered with "unsupported", or not at all. */
export function refusedRequests({ lines }: Transcript): Set<string> {
  const refused = new Set<string>();
  for (const line of lines) {
    const value = parse(line);
    if (line.direction === ">" && value?.type === "control_request") refused.add(String(value.request_id));
    if (line.direction === "<" && value?.type === "control_response" && isFields(value.response)) {
      const unsupported = String(value.response.error).startsWith("Unsupported control request subtype");
      if (!unsupported) refused.delete(String(value.response.request_id));
    }
  }
  return refused;
}

/** Requests that were called unsupported, or met with silence by an agent that lived on, and flags that it does not know. */
export function refusedWords(transcript: Transcript): Word[] {
  const subtypes = subtypesAsked(transcript);
  const refused = transcript.exitCode === 1 ? [] : [...refusedRequests(transcript)];
  const flags = transcript.lines.flatMap(({ direction, payload }) =>
    direction === "!" ? [...payload.matchAll(/unknown option '(--[\w-]+)/g)] : [],
  );
  return [
    ...refused.map((id): Word => `controls ${subtypes.get(id)}`),
    ...flags.map((match): Word => `flags ${match[1]}`),
    ...(diesOfMcpConfig(transcript) ? [...flagWords(transcript.args)].filter((word) => word.includes("=")) : []),
  ];
}

function diesOfMcpConfig({ lines, exitCode }: Transcript): boolean {
  return (
    exitCode === 1 &&
    lines.some(({ direction, payload }) => direction === "!" && payload.includes("Invalid MCP config"))
  );
}

/** The subtype behind each id of the host's requests. */
function subtypesAsked({ lines }: Transcript): Map<string, string> {
  const requests = lines.filter(({ direction }) => direction === ">").map(parse);
  return new Map(
    requests.flatMap((value) =>
      isFields(value?.request) ? [[String(value.request_id), String(value.request.subtype)]] : [],
    ),
  );
}

function parse({ direction, payload }: TranscriptLine): (Message & Fields) | undefined {
  if (direction !== "<" && direction !== ">") return undefined;
  try {
    const value: unknown = JSON.parse(payload);
    return isFields(value) && typeof value.type === "string" ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}

function* saidWords(value: Message | undefined, subtypes: Map<string, string>): Generator<Word> {
  if (value === undefined) return;
  if (value.type === "control_cancel_request") {
    yield "messages control_cancel_request";
  } else if (value.type === "control_request" && isFields(value.request)) {
    const { subtype, ...payload } = value.request;
    yield `asks ${String(subtype)}`;
    for (const field of Object.keys(payload)) yield `asks ${String(subtype)}.${field}`;
  } else if (value.type === "control_response" && isFields(value.response)) {
    yield* answerWords(value.response, subtypes);
  } else {
    const word = wordOf(value);
    yield `messages ${word}`;
    for (const field of Object.keys(value)) {
      if (field !== "type" && field !== "subtype") yield `messages ${familyWord(word)}.${field}`;
    }
  }
}

function* answerWords(envelope: Fields, subtypes: Map<string, string>): Generator<Word> {
  const { subtype, request_id, response, error: _error, ...more } = envelope;
  for (const field of Object.keys(more)) yield `answers *.${field}`;
  const request = subtypes.get(String(request_id));
  if (subtype !== "success" || !isFields(response) || request === undefined) return;
  for (const field of Object.keys(response)) yield `answers ${request}.${field}`;
}

/** Only the request itself: agents ignore fields they do not know, so taking one proves nothing. */
function* takenWords(value: Message | undefined): Generator<Word> {
  if (value?.type === "control_request" && isFields(value.request)) yield `controls ${String(value.request.subtype)}`;
  else if (value?.type === "user") yield "inputs user";
}

function* flagWords(args: readonly string[]): Generator<Word> {
  for (const arg of args) if (arg.startsWith("--")) yield `flags ${String(arg.split("=")[0])}`;
  if (args.includes("--mcp-config") && args.some((arg) => /"type":"sdk","name"/.test(arg)))
    yield "flags --mcp-config=sdk";
}
