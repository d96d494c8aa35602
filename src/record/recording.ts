import { closeSync, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { BridleError } from "../errors.ts";
import { type Fields, isFields } from "../wire/fields.ts";
import type { RecordedFrame, RecordedLine, RecordedSession, RecordingMeta } from "./recorded-line.ts";
import { framesFile, metaFile } from "./recording-folder.ts";

const chunkBytes = 1024 * 1024;
const LF = 0x0a;

/**
 * What a `Recorder` wrote. A last line that was cut off, by a crash or because
 * the session still runs, is left out; any other line that cannot be read is an error.
 */
export class Recording implements RecordedSession {
  readonly folder: string;
  readonly meta: RecordingMeta;

  constructor(folder: string) {
    this.folder = folder;
    this.meta = readMeta(folder);
    if (!existsSync(join(folder, framesFile))) throw invalid(folder, `it has no ${framesFile}`);
  }

  /** Reads the file anew at every call, a piece at a time. */
  *lines(): Generator<RecordedLine, void> {
    let number = 0;
    for (const { text, isWhole } of textLines(join(this.folder, framesFile))) {
      const line = readLine(text, ++number);
      if (line !== undefined) yield line;
      else if (isWhole) throw invalid(this.folder, `line ${number} of ${framesFile} cannot be read`, number);
    }
  }
}

function readMeta(folder: string): RecordingMeta {
  let meta: unknown;
  try {
    meta = JSON.parse(readFileSync(join(folder, metaFile), "utf8"));
  } catch {
    throw invalid(folder, `it has no ${metaFile} that can be read`);
  }
  if (!isFields(meta) || meta.version !== 1) throw invalid(folder, `${metaFile} is not of version 1`);
  return meta as RecordingMeta;
}

function* textLines(path: string): Generator<{ text: string; isWhole: boolean }, void> {
  const file = openSync(path, "r");
  try {
    const chunk = Buffer.alloc(chunkBytes);
    let open: Buffer[] = [];
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      let from = 0;
      for (let to = chunk.indexOf(LF); to !== -1 && to < size; to = chunk.indexOf(LF, from)) {
        yield { text: Buffer.concat([...open, chunk.subarray(from, to)]).toString(), isWhole: true };
        open = [];
        from = to + 1;
      }
      open.push(Buffer.from(chunk.subarray(from, size)));
    }
    const rest = Buffer.concat(open).toString();
    if (rest !== "") yield { text: rest, isWhole: false };
  } finally {
    closeSync(file);
  }
}

function readLine(text: string, number: number): RecordedLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isFields(value) || typeof value.t !== "number" || (value.dir !== ">" && value.dir !== "<")) return undefined;
  const { t, dir } = value;
  if ("frame" in value) return { number, t, dir, frame: value.frame, json: frameJson(text, value) };
  if (typeof value.raw !== "string") return undefined;
  return { number, t, dir, raw: value.raw, ...encodingOf(value) };
}

/** The text itself where the line has the form our recorder gives it: writing the value again may lose digits. */
function frameJson(text: string, line: Fields): RecordedFrame["json"] {
  const prefix = /^\{"t":\d+,"dir":"[<>]","frame":/.exec(text)?.[0];
  if (prefix === undefined || Object.keys(line).length !== 3) return JSON.stringify(line.frame);
  return text.slice(prefix.length, text.lastIndexOf("}"));
}

function encodingOf({ encoding, bytes }: Fields): { encoding?: "latin1"; bytes?: number } {
  return { ...(encoding === "latin1" && { encoding }), ...(typeof bytes === "number" && { bytes }) };
}

function invalid(folder: string, why: string, line?: number): BridleError<"invalid_recording"> {
  return new BridleError("invalid_recording", `${folder} is not a recording: ${why}`, { folder, line });
}
