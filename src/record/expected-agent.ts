import { isFields, text } from "../wire/fields.ts";
import { bindIds } from "./bind-ids.ts";
import { firstDifference } from "./first-difference.ts";
import { requestIdOf, typeOf } from "./frame-words.ts";
import { IdMap } from "./id-map.ts";
import { mapJsonStrings } from "./map-json-strings.ts";
import { parseExact } from "./parse-exact.ts";
import type { RecordedFrame, RecordedLine } from "./recorded-line.ts";
import { replayMismatch } from "./replay-mismatch.ts";
import { volatileFields, volatileMessages } from "./volatile-fields.ts";

/** A shorter id could also be an ordinary word of the host's lines. */
const minIdLength = 8;

/**
 * What the agent has to say. Its messages keep their order and are compared by
 * type and subtype; its requests are found by what they ask; its answers are
 * compared whole but for `volatileFields`. Lines that are not JSON are not expected.
 */
export class ExpectedAgent {
  readonly #lanes = new Map<string, RecordedFrame[]>();
  readonly #waiting = new Set<number>();
  readonly #ids = new IdMap();

  constructor(lines: readonly RecordedLine[]) {
    for (const line of lines) {
      if (line.dir === ">" || !("frame" in line)) continue;
      const lane = laneOf(line.frame);
      if (lane === undefined) continue;
      const before = this.#lanes.get(lane);
      if (before === undefined) this.#lanes.set(lane, [line]);
      else before.push(line);
      this.#waiting.add(line.number);
    }
  }

  /** The number of the first recorded line that has not come. */
  get missing(): number | undefined {
    const [first] = this.#waiting;
    return first;
  }

  /** Takes one line of the agent; throws what is wrong with it. */
  take(json: string): void {
    const live = parseLine(json);
    const lane = laneOf(live);
    if (lane === undefined) return;
    const recorded = this.#pick(this.#lanes.get(lane) ?? [], live);
    if (recorded === undefined) throw replayMismatch("agent", "unexpected");
    const path = this.#difference(recorded, live);
    if (path !== undefined) throw replayMismatch("agent", "differs", recorded.number, path);
    this.#waiting.delete(recorded.number);
    bindIds(this.#ids, recorded.frame, live);
  }

  /** A recorded line of the host, as this agent has to see it: with the ids it made. */
  liveJson({ json, frame }: RecordedFrame): string {
    const requestId = typeOf(frame) === "control_response" ? requestIdOf(frame) : undefined;
    return mapJsonStrings(json, (value, key) => {
      const isId = value.length >= minIdLength || (key === "request_id" && value === requestId);
      return isId ? this.#ids.live(value) : value;
    });
  }

  /** Requests that ask the same of other input, and cancels, may come in another order. */
  #pick(lane: RecordedFrame[], live: unknown): RecordedFrame | undefined {
    const found = lane.findIndex(({ frame }) => {
      switch (typeOf(frame)) {
        case "control_request":
          return firstDifference(inputOf(frame), inputOf(live), (was, is) => was === is) === undefined;
        case "control_cancel_request":
          return this.#ids.live(requestIdOf(frame) ?? "") === requestIdOf(live);
        default:
          return true;
      }
    });
    return lane.splice(Math.max(0, found), 1)[0];
  }

  #difference(recorded: RecordedFrame, live: unknown): string | undefined {
    switch (typeOf(recorded.frame)) {
      case "control_response":
        return firstDifference(
          withoutVolatile(parseExact(recorded.json)),
          withoutVolatile(live),
          (was, is) => was === is || this.#ids.live(was) === is,
        );
      case "control_request":
      case "control_cancel_request":
        return undefined;
      default:
        return differingWord(recorded.frame, live);
    }
  }
}

/** Frames of one lane come in order. Undefined: not expected and not compared. */
function laneOf(frame: unknown): string | undefined {
  const type = typeOf(frame);
  if (type === undefined || volatileMessages.has(kindOf(frame))) return undefined;
  if (type === "control_response") return `answer ${requestIdOf(frame)}`;
  if (type === "control_request") return `request ${questionOf(frame)}`;
  return type === "control_cancel_request" ? "cancel" : "message";
}

function kindOf(frame: unknown): string {
  if (!isFields(frame)) return "";
  return typeof frame.subtype === "string" ? `${frame.type}/${frame.subtype}` : String(frame.type);
}

/** What tells two requests in flight apart, whatever their ids are. */
function questionOf(frame: unknown): string {
  const request = isFields(frame) && isFields(frame.request) ? frame.request : {};
  const message = isFields(request.message) ? request.message : {};
  const words = [request.subtype, request.tool_name, request.callback_id, request.server_name, message.method];
  return JSON.stringify(words.map((word) => text(word) ?? ""));
}

function inputOf(frame: unknown): unknown {
  return isFields(frame) && isFields(frame.request) ? frame.request.input : undefined;
}

function differingWord(recorded: unknown, live: unknown): string | undefined {
  if (typeOf(recorded) !== typeOf(live)) return "type";
  return kindOf(recorded) === kindOf(live) ? undefined : "subtype";
}

function withoutVolatile(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutVolatile);
  if (!isFields(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !volatileFields.has(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutVolatile(inner)]));
}

function parseLine(json: string): unknown {
  try {
    return parseExact(json);
  } catch {
    return undefined;
  }
}
