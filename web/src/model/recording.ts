import { isFields, parseJson } from "./content.ts";

/** One line of a recording of the host library (`open({ record })`): `frames.ndjson`. */
export interface RecordedStep {
  readonly number: number;
  /** Milliseconds since the beginning. */
  readonly t: number;
  readonly from: "host" | "agent";
  /** What it is, in its own words: "control_request can_use_tool". */
  readonly word: string;
  /** What belongs together: a request and its answer. */
  readonly requestId: string | undefined;
  /** The frame, indented; or the line, where it is no JSON. */
  readonly text: string;
}

export interface ReadRecording {
  readonly steps: readonly RecordedStep[];
  /** Lines that are none of a recording. */
  readonly unread: number;
}

export function readRecording(text: string): ReadRecording {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const steps = lines.flatMap((line, at) => stepOf(line, at + 1) ?? []);
  return { steps, unread: lines.length - steps.length };
}

function stepOf(line: string, number: number): RecordedStep | undefined {
  const value = parseJson(line);
  if (!isFields(value) || typeof value.t !== "number" || (value.dir !== ">" && value.dir !== "<")) return undefined;
  const from = value.dir === ">" ? "host" : "agent";
  const { t, frame, raw } = value;
  if (isFields(frame)) {
    const shown = JSON.stringify(frame, undefined, 2);
    return { number, t, from, word: wordOf(frame), requestId: requestIdOf(frame), text: shown };
  }
  if (typeof raw === "string") return { number, t, from, word: "not JSON", requestId: undefined, text: raw };
  return "frame" in value
    ? { number, t, from, word: "not an object", requestId: undefined, text: JSON.stringify(frame) }
    : undefined;
}

function wordOf(frame: { readonly [field: string]: unknown }): string {
  const inner = [frame.request, frame.response, frame.event].find(isFields);
  const more = frame.subtype ?? inner?.subtype ?? inner?.type;
  return [frame.type, more].filter((part) => typeof part === "string").join(" ") || "object";
}

function requestIdOf(frame: { readonly [field: string]: unknown }): string | undefined {
  const id = frame.request_id ?? (isFields(frame.response) ? frame.response.request_id : undefined);
  return typeof id === "string" ? id : undefined;
}

/** Those whose words or content have all of these words. */
export function stepsWith(steps: readonly RecordedStep[], query: string): readonly RecordedStep[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return steps;
  return steps.filter(({ word, text }) => {
    const found = `${word}\n${text}`.toLowerCase();
    return words.every((one) => found.includes(one));
  });
}
