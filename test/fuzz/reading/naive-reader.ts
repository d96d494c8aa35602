import { isUtf8 } from "node:buffer";
import { maxValues } from "../../../src/codec/read-long-line.ts";
import { longLineBytes } from "../../../src/daemon/reading/output-reader.ts";
import { maxLineBytes, maxPayloadBytes } from "./agent-output.ts";

/** What is to be told of an output, in order. Texts of deltas are in one piece per turn. */
export type Told = readonly string[];

interface Line {
  readonly from: number;
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/** Reads a whole output at once, line by line, without any thought of speed. `skipped`: places of lines that killed a reader. */
export function readNaively(output: Buffer, skipped: ReadonlySet<number>): Told {
  const told = new ToldByNaive();
  for (const line of linesOf(output)) readLine(line, skipped.has(line.from), told);
  told.endRun();
  told.endText();
  return told.all;
}

function* linesOf(output: Buffer): Generator<Line> {
  for (let from = 0; from < output.length; ) {
    const end = output.indexOf("\n", from);
    const to = end === -1 ? output.length : end;
    yield { from, bytes: output.subarray(from, to), isLast: end === -1 };
    from = to + 1;
  }
}

function readLine({ bytes, isLast }: Line, isSkipped: boolean, told: ToldByNaive): void {
  const isLong = bytes.length > longLineBytes;
  const text = bytes.toString().replace(/\r$/, "");
  const size = isUtf8(bytes) && bytes.at(-1) === 0x0d && !isLong ? bytes.length - 1 : bytes.length;
  const value = parsed(text);
  const reason = whyUnread(bytes, text, value, isSkipped);
  if (reason === "blank") return;
  if (reason === undefined) return readMessage(value as Message, size, told);
  told.bad(reason, size, waitsForAnswer(value, text));
  // Where the output stops in a line, the agent has ended.
  if (endsTurn(value, text) && (isLong || !isLast)) told.turn("");
}

function whyUnread(bytes: Buffer, text: string, value: unknown, isSkipped: boolean): string | undefined {
  const isLong = bytes.length > longLineBytes;
  if (bytes.length > maxLineBytes) return "oversize";
  if (isSkipped) return "too_costly";
  if (!isUtf8(bytes)) return "not_utf8";
  if (text.trim() === "") return "blank";
  const { depth, values } = shapeOf(text);
  if (isLong ? depth > 512 || values > maxValues : depth > 512 && value !== undefined) return "too_complex";
  if (value === undefined) return "not_json";
  return typeof typeOf(value) === "string" ? undefined : "no_type";
}

function typeOf(value: unknown): unknown {
  return typeof value === "object" && value !== null ? (value as { type?: unknown }).type : undefined;
}

/** What is no JSON is told by what is before or behind the place where it breaks. */
function endsTurn(value: unknown, text: string): boolean {
  return value === undefined ? text.includes('"type":"result"') : typeOf(value) === "result";
}

function waitsForAnswer(value: unknown, text: string): boolean {
  if (value !== undefined)
    return typeOf(value) === "control_request" && typeof (value as Message).request_id === "string";
  return /^\{("a":.*,)?"type":"control_request","request_id":"[^"]*"/s.test(text);
}

interface Message {
  readonly type: string;
  readonly [field: string]: unknown;
}

function readMessage(message: Message, size: number, told: ToldByNaive): void {
  switch (message.type) {
    case "system":
      return told.say(`status ${String(message.status)}`);
    case "result":
      return told.turn(String(message.uuid ?? ""));
    case "control_request": {
      const { subtype } = (message.request ?? {}) as { subtype?: string };
      return subtype === undefined
        ? told.bad("malformed", size, true)
        : told.say(`request ${String(message.request_id)}`);
    }
    case "assistant": {
      const { content } = (message.message ?? {}) as { content?: readonly Message[] };
      if (content === undefined) return told.bad("missing_field", size);
      return told.tools(content);
    }
    case "user": {
      const { content } = (message.message ?? {}) as { content?: readonly Message[] };
      if (content !== undefined) return told.results(content);
      // What a message that was cut lacks was cut away, for all that is known.
      return size > maxPayloadBytes ? told.say() : told.bad("missing_field", size);
    }
    case "stream_event":
      return told.delta((message.event as { delta: { text: string } }).delta.text);
    default:
      throw new Error(`no agent says ${message.type}`);
  }
}

class ToldByNaive {
  readonly all: string[] = [];
  #run: { lines: number; bytes: number } | undefined;
  #text = "";
  /** Ids, the newest last. Only so many are remembered. */
  #open: string[] = [];

  tools(content: readonly Message[]): void {
    this.say(`message assistant ${content.length}`);
    for (const { type, id = "" } of content) {
      if (type !== "tool_use") continue;
      this.#open = [...this.#open.filter((open) => open !== id), String(id)].slice(-256);
      this.all.push(`tool ${id}`);
    }
  }

  results(content: readonly Message[]): void {
    this.endRun();
    for (const { type, tool_use_id: id } of content) {
      if (type !== "tool_result") continue;
      this.all.push(`result ${id} ${this.#open.includes(String(id)) ? "Bash" : undefined}`);
      this.#open = this.#open.filter((open) => open !== id);
    }
    const said = content.filter(({ type }) => type !== "tool_result");
    if (said.length > 0) this.all.push(`message user ${said.length}`);
  }

  bad(reason: string, bytes: number, isRefused = false): void {
    const refused = isRefused ? ["request refused"] : [];
    if (this.#run === undefined) {
      this.#run = { lines: 0, bytes: 0 };
      this.all.push(...refused, `bad ${reason} ${bytes}`);
      return;
    }
    this.#run.lines++;
    this.#run.bytes += bytes;
    const { lines } = this.#run;
    if ([100, 1000, 10_000, 100_000].includes(lines)) this.all.push(`so far ${lines} ${this.#run.bytes}`);
    this.all.push(...refused);
  }

  endRun(): void {
    if (this.#run !== undefined && this.#run.lines > 0) this.all.push(`more ${this.#run.lines} ${this.#run.bytes}`);
    this.#run = undefined;
  }

  say(...words: readonly string[]): void {
    this.endRun();
    this.all.push(...words);
  }

  delta(text: string): void {
    this.endRun();
    this.#text += text;
  }

  turn(uuid: string): void {
    this.endRun();
    this.endText();
    this.#open = [];
    this.all.push(`turn ${uuid}`);
  }

  /** A half whose other half never came is no character. */
  endText(): void {
    if (this.#text !== "") this.all.push(`text ${this.#text.replace(/[\ud800-\udbff]$/, "").toWellFormed()}`);
    this.#text = "";
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shapeOf(text: string): { readonly depth: number; readonly values: number } {
  let [depth, deepest, values, isText] = [0, 0, 1, false];
  for (let at = 0; at < text.length; at++) {
    const mark = text[at];
    if (isText && mark === "\\") at++;
    else if (mark === '"') isText = !isText;
    else if (isText) continue;
    else if (mark === "]" || mark === "}") depth--;
    else if (mark === ",") values++;
    else if (mark === "[" || mark === "{")
      [depth, deepest, values] = [depth + 1, Math.max(deepest, depth + 1), values + 1];
  }
  return { depth: deepest, values };
}
