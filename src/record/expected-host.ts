import { firstDifference } from "./first-difference.ts";
import { requestIdOf, typeOf } from "./frame-words.ts";
import { IdMap } from "./id-map.ts";
import { mapJsonStrings } from "./map-json-strings.ts";
import { parseExact } from "./parse-exact.ts";
import type { RecordedFrame, RecordedLine } from "./recorded-line.ts";
import { replayMismatch } from "./replay-mismatch.ts";
import { SecretMap } from "./secret-map.ts";

/**
 * What the host has to send. Answers are found by the request they answer and
 * may come in any order; everything else keeps its order. Ids the host makes
 * anew in each run (of its requests and prompts) are bound at first sight.
 * `keep_alive` is not compared, and an answer to a request that the agent
 * withdrew may be missing or too much: both depend on time alone.
 */
export class ExpectedHost {
  readonly #lines: RecordedLine[];
  readonly #unsolicited: RecordedLine[] = [];
  readonly #answers = new Map<string, RecordedFrame[]>();
  readonly #withdrawn = new Set<string>();
  readonly #done = new Set<RecordedLine>();
  readonly #requestIds = new IdMap();
  readonly #promptIds = new IdMap();
  readonly #secrets = new SecretMap();
  #first = 0;

  constructor(lines: readonly RecordedLine[]) {
    this.#lines = lines.filter((line) => line.dir === ">");
    for (const line of lines) this.#sort(line);
  }

  /** The number of the first recorded line that has not come. */
  get missing(): number | undefined {
    while (this.#isSettled(this.#lines[this.#first])) this.#first++;
    return this.#lines[this.#first]?.number;
  }

  /** Takes one line of the host; throws what is wrong with it. */
  take(text: string): void {
    const live = parseLine(text);
    const type = typeOf(live);
    if (type === "keep_alive") return;
    const recorded = type === "control_response" ? this.#answerTo(requestIdOf(live)) : this.#unsolicited.shift();
    if (recorded !== undefined) {
      const path = this.#difference(recorded, text, live);
      if (path !== undefined) throw replayMismatch("host", "differs", recorded.number, path);
      this.#done.add(recorded);
    } else if (type !== "control_response") {
      throw replayMismatch("host", "unexpected");
    } else if (!this.#withdrawn.has(requestIdOf(live) ?? "")) {
      throw replayMismatch("host", "unexpected", undefined, "response");
    }
  }

  /** A recorded line of the agent, as this host has to see it: with its own ids and secrets. */
  liveJson({ frame, json }: RecordedFrame): string {
    const type = typeOf(frame);
    const isOfAgent = type === "control_request" || type === "control_cancel_request";
    const requestId = isOfAgent ? undefined : requestIdOf(frame);
    return mapJsonStrings(json, (value, key) => {
      if (key === "request_id" && value === requestId) return this.#requestIds.live(value);
      return this.#secrets.live(this.#promptIds.live(value));
    });
  }

  #sort(line: RecordedLine): void {
    const type = "frame" in line ? typeOf(line.frame) : undefined;
    const id = "frame" in line ? requestIdOf(line.frame) : undefined;
    if (line.dir === "<") {
      if (type === "control_cancel_request" && id !== undefined) this.#withdrawn.add(id);
    } else if (type === "keep_alive") {
      this.#done.add(line);
    } else if ("frame" in line && type === "control_response") {
      this.#answers.set(id ?? "", [...(this.#answers.get(id ?? "") ?? []), line]);
    } else {
      this.#unsolicited.push(line);
    }
  }

  #answerTo(id = ""): RecordedFrame | undefined {
    return this.#answers.get(id)?.shift();
  }

  #isSettled(line: RecordedLine | undefined): boolean {
    if (line === undefined) return false;
    if (this.#done.has(line)) return true;
    return (
      "frame" in line && typeOf(line.frame) === "control_response" && this.#withdrawn.has(requestIdOf(line.frame) ?? "")
    );
  }

  #difference(recorded: RecordedLine, text: string, live: unknown): string | undefined {
    if (!("frame" in recorded)) return this.#secrets.matches(recorded.raw, text) ? undefined : "";
    const type = typeOf(recorded.frame);
    return firstDifference(parseExact(recorded.json), live, (was, is, path) => {
      if (type === "control_request" && path === "request_id") return this.#requestIds.bind(was, is);
      if (type === "control_cancel_request" && path === "request_id") return this.#requestIds.live(was) === is;
      if (type === "user" && path === "uuid") return this.#promptIds.bind(was, is);
      return this.#promptIds.live(was) === is || this.#secrets.matches(was, is);
    });
  }
}

function parseLine(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}
