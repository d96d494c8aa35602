import type { Canonical, Init, Problem, Result, Skipped } from "../wire/canonical.ts";
import { type Expectations, missingFromInit } from "./features.ts";
import type { Notice } from "./notice.ts";
import type { ProtocolAdapter } from "./protocol-adapter.ts";

/** Counted per session, named as a metric would be. */
export interface DegradationCounters {
  readonly unknown_types: number;
  readonly unknown_subtypes: number;
  /** Known messages that did not parse, of a version outside the supported range. */
  readonly parse_errors_tolerated: number;
  /** The same, of a supported version. */
  readonly protocol_drifts: number;
  readonly unreadable_lines: number;
  readonly truncated_messages: number;
}

/** What to do about a message that was cut and a line that was dropped, in the terms of whoever reads it. */
export interface LimitAdvice {
  readonly payload: string;
  readonly line: string;
}

const optionAdvice: LimitAdvice = {
  payload: "raise maxPayloadBytes to keep it whole",
  line: "raise maxLineBytes to have it read",
};

const warnAtUnknown = 10;
/** Names come from the agent: few and short ones are enough to know what is new. */
const maxListed = 20;

/**
 * Watches a session's messages for what Bridle does not understand, on three
 * levels: unknown types, known ones that do not parse, features that are
 * missing. It only reports; it never ends or changes the stream.
 */
export class Degradation {
  readonly #mode: "strict" | "tolerant";
  readonly #expected: Expectations;
  readonly #advice: LimitAdvice;
  readonly #unknownWords = new Set<string>();
  readonly #unknownSubtypes = new Set<string>();
  readonly #drifted = new Set<string>();
  readonly #counters = {
    unknown_types: 0,
    unknown_subtypes: 0,
    parse_errors_tolerated: 0,
    protocol_drifts: 0,
    unreadable_lines: 0,
    truncated_messages: 0,
  };
  #sawInit = false;
  #warnedOfUnknown = false;
  #degradedBecause: string | undefined;

  constructor(mode: "strict" | "tolerant", expected: Expectations = {}, advice: LimitAdvice = optionAdvice) {
    this.#mode = mode;
    this.#expected = expected;
    this.#advice = advice;
  }

  get counters(): DegradationCounters {
    return { ...this.#counters };
  }

  /** The session is DEGRADED: a supported version said something it should not, or lacks what was expected. */
  get degraded(): boolean {
    return this.#degradedBecause !== undefined;
  }

  /** Why it is: the first reason. */
  get degradedBecause(): string | undefined {
    return this.#degradedBecause;
  }

  /** What to report about this message; most often nothing. */
  observe(message: Canonical, adapter: ProtocolAdapter): Notice | undefined {
    switch (message.kind) {
      case "init":
        return this.#init(message, adapter);
      case "unknown":
        return this.#unknown(message.word);
      case "problem":
        return this.#problem(message);
      case "result":
        return this.#result(message, adapter);
      default:
        return undefined;
    }
  }

  truncated(bytes: number, limit: number): Notice {
    this.#counters.truncated_messages++;
    const message = `A message of ${bytes} bytes was cut to the payload limit of ${limit} bytes; ${this.#advice.payload}.`;
    return { code: "truncated", level: "warn", message };
  }

  skipped({ word, level, reason }: Skipped): Notice {
    this.#counters.unknown_types++;
    return { code: "skipped", level, message: `Skipped a message of type ${printable(word)}: ${reason}` };
  }

  #init(init: Init, adapter: ProtocolAdapter): Notice | undefined {
    if (this.#sawInit) return undefined;
    this.#sawInit = true;
    const missing = missingFromInit(init, adapter, this.#expected);
    if (missing.length === 0) return undefined;
    const message = `The agent lacks expected features: ${missing.join(", ")}.`;
    this.#degradedBecause ??= message;
    return { code: "missing_features", level: "warn", message };
  }

  #unknown(word: string): Notice | undefined {
    this.#counters.unknown_types++;
    if (this.#unknownWords.size < maxListed) this.#unknownWords.add(printable(word));
    if (this.#warnedOfUnknown || this.#counters.unknown_types < warnAtUnknown) return undefined;
    this.#warnedOfUnknown = true;
    const words = [...this.#unknownWords].join(", ");
    const message = `The agent sent ${warnAtUnknown} messages of unknown types (${words}). It may be newer than this Bridle: consider an update.`;
    return { code: "unknown_types", level: "warn", message };
  }

  /** A result ends its turn whatever it is called; but what it is called decides whether it was a success. */
  #result({ subtype, frame }: Result, adapter: ProtocolAdapter): Notice | undefined {
    if (frame.truncated || (subtype !== undefined && adapter.has(`messages result/${subtype}`))) return undefined;
    this.#counters.unknown_subtypes++;
    const name = subtype === undefined ? "none" : printable(subtype);
    if (this.#unknownSubtypes.has(name) || this.#unknownSubtypes.size >= maxListed) return undefined;
    this.#unknownSubtypes.add(name);
    const message = `The agent ended a turn with the subtype ${name}, which ${adapter.name} does not know; its outcome is taken from is_error, and is no success unless that says so.`;
    return { code: "unknown_subtype", level: "warn", message };
  }

  /** What is wrong with a line, for a person: the same in its event and in its notice. */
  describe({ code, word, field, frame: { bytes } }: Problem): string {
    if (code === "protocol_fatal") return `The agent sent ${printable(word ?? "")}, on which its adapter gives up.`;
    if (code === "oversize")
      return `A line of ${bytes} bytes is over the line limit and was dropped; ${this.#advice.line}.`;
    if (!isOfKnownMessage(code)) return `A line of ${bytes} bytes could not be read: ${code}.`;
    const what = word === undefined ? "a malformed control frame" : `${word} without ${field}`;
    return this.#mode === "strict"
      ? `The agent sent ${what}, which no recording of a supported version shows.`
      : `The agent sent ${what}. Its version is not one that Bridle supports; the session goes on.`;
  }

  #problem(problem: Problem): Notice | undefined {
    const { code, frame } = problem;
    const message = this.describe(problem);
    if (!isOfKnownMessage(code)) {
      this.#counters.unreadable_lines++;
      return { code: "unreadable_line", level: "warn", message: `Line ${frame.lineNumber}: ${message}` };
    }
    if (this.#mode === "tolerant") {
      this.#counters.parse_errors_tolerated++;
      return { code: "parse_error_tolerated", level: "error", message };
    }
    this.#counters.protocol_drifts++;
    this.#degradedBecause ??= message;
    if (this.#drifted.has(message) || this.#drifted.size >= maxListed) return undefined;
    this.#drifted.add(message);
    return { code: "protocol_drift", level: "error", message };
  }
}

/** A message that we know and that lacks something; not a line of which nothing is known. */
function isOfKnownMessage(code: Problem["code"]): boolean {
  return code === "missing_field" || code === "malformed";
}

function printable(word: string): string {
  return /^[\w./-]{1,64}$/.test(word) ? word : "(unprintable)";
}
