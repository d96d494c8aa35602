import type { Fields } from "../wire/fields.ts";

/** Where in a JSON text a scan is. `over`: behind the object. `broken`: this is no JSON object, or not that alone. */
type Position =
  | "start"
  | "key"
  | "in_key"
  | "colon"
  | "value"
  | "in_string"
  | "in_nested"
  | "in_nested_string"
  | "in_literal"
  | "comma"
  | "over"
  | "broken";

/** All that a scan knows, as JSON. */
export interface MemberScannerState {
  readonly at: Position;
  readonly depth: number;
  readonly isEscaping: boolean;
  readonly key: string;
  /** One byte a character; undefined: it is not wanted, or too long. */
  readonly captured: string | undefined;
  readonly found: Fields;
}

/** A value longer than this is neither an id nor a word. */
const maxCapturedBytes = 4096;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/**
 * Finds some members of a JSON object's top level while its bytes come, in parts of any size, wherever they are in it.
 * Time is linear, memory constant, and what it knows can be stored between two parts. As with `JSON.parse`, the last of
 * several members of one name counts.
 */
export class MemberScanner {
  readonly #wanted: ReadonlySet<string>;
  readonly #found: Fields;
  #at: Position;
  #depth: number;
  /** The last byte of the part before is a backslash that escapes the next one. */
  #isEscaping: boolean;
  #key: string;
  #captured: string | undefined;

  constructor(wanted: ReadonlySet<string>, state?: MemberScannerState) {
    this.#wanted = wanted;
    this.#at = state?.at ?? "start";
    this.#depth = state?.depth ?? 0;
    this.#isEscaping = state?.isEscaping ?? false;
    this.#key = state?.key ?? "";
    this.#captured = state?.captured;
    this.#found = { ...state?.found };
  }

  get state(): MemberScannerState {
    const state = { at: this.#at, depth: this.#depth, isEscaping: this.#isEscaping };
    return { ...state, key: this.#key, captured: this.#captured, found: { ...this.#found } };
  }

  get members(): Fields {
    return this.#found;
  }

  /** The object is complete: what it does not have, it will not have. */
  get isWhole(): boolean {
    return this.#at === "over";
  }

  push(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length && this.#at !== "broken") at = this.#step(bytes, at);
  }

  /** Goes on behind what it understood. */
  #step(bytes: Uint8Array, at: number): number {
    switch (this.#at) {
      case "in_key":
        return this.#string(bytes, at, () => this.#endKey());
      case "in_string":
        return this.#string(bytes, at, () => this.#endValue());
      case "in_nested_string":
        return this.#string(bytes, at, () => {
          this.#at = "in_nested";
        });
      case "in_nested":
        return this.#nested(bytes, at);
      case "in_literal":
        return this.#literal(bytes, at);
      default:
        if (!isSpace(bytes[at])) return this.#mark(bytes, at);
        return at + 1;
    }
  }

  /** Between a key and its value, or two members. */
  #mark(bytes: Uint8Array, at: number): number {
    const byte = bytes[at];
    if (this.#at === "value") return this.#beginValue(bytes, at);
    if (this.#at === "start" && byte === openBrace) this.#at = "key";
    else if (this.#at === "key" && byte === quote) this.#begin("in_key", true, bytes, at);
    else if (this.#at === "colon" && byte === colon) this.#at = "value";
    else if (this.#at === "comma" && byte === comma) this.#at = "key";
    else if ((this.#at === "comma" || this.#at === "key") && byte === closeBrace) this.#at = "over";
    else this.#at = "broken";
    return at + 1;
  }

  #beginValue(bytes: Uint8Array, at: number): number {
    const byte = bytes[at];
    const isWanted = this.#wanted.has(this.#key);
    this.#depth = 0;
    if (byte === quote) this.#begin("in_string", isWanted, bytes, at);
    else if (byte === openBrace || byte === openBracket) {
      this.#begin("in_nested", isWanted, bytes, at);
      this.#depth = 1;
    } else if (isLiteral(byte)) this.#begin("in_literal", isWanted, bytes, at);
    else this.#at = "broken";
    return at + 1;
  }

  #begin(position: Position, isCaptured: boolean, bytes: Uint8Array, at: number): void {
    this.#at = position;
    this.#isEscaping = false;
    this.#captured = isCaptured ? "" : undefined;
    this.#capture(bytes, at, at + 1);
  }

  #capture(bytes: Uint8Array, from: number, to: number): void {
    if (this.#captured === undefined) return;
    if (this.#captured.length + to - from > maxCapturedBytes) this.#captured = undefined;
    else this.#captured += String.fromCharCode(...bytes.subarray(from, to));
  }

  #string(bytes: Uint8Array, from: number, ended: () => void): number {
    let end = -1;
    for (let at = bytes.indexOf(quote, from); at !== -1 && end === -1; at = bytes.indexOf(quote, at + 1))
      if (!this.#isEscaped(bytes, at, from)) end = at;
    const to = end === -1 ? bytes.length : end + 1;
    this.#capture(bytes, from, to);
    this.#isEscaping = end === -1 && this.#isEscaped(bytes, to, from);
    if (end !== -1) ended();
    return to;
  }

  /** By the backslashes before it, those of the part before included. */
  #isEscaped(bytes: Uint8Array, at: number, from: number): boolean {
    let first = at;
    while (first > from && bytes[first - 1] === backslash) first--;
    return ((at - first) % 2 === 1) !== (first === from && this.#isEscaping);
  }

  #nested(bytes: Uint8Array, from: number): number {
    let at = from;
    while (at < bytes.length && this.#at === "in_nested") {
      switch (bytes[at++]) {
        case quote:
          this.#at = "in_nested_string";
          this.#isEscaping = false;
          break;
        case openBrace:
        case openBracket:
          this.#depth++;
          break;
        case closeBrace:
        case closeBracket:
          this.#depth--;
          if (this.#depth > 0) break;
          this.#capture(bytes, from, at);
          this.#endValue();
          return at;
      }
    }
    this.#capture(bytes, from, at);
    return at;
  }

  #literal(bytes: Uint8Array, from: number): number {
    let at = from;
    while (at < bytes.length && isLiteral(bytes[at])) at++;
    this.#capture(bytes, from, at);
    // Whole only where something comes behind it.
    if (at < bytes.length) this.#endValue();
    return at;
  }

  #endKey(): void {
    const key = this.#parsed();
    this.#key = typeof key === "string" ? key : "";
    this.#captured = undefined;
    this.#at = "colon";
  }

  #endValue(): void {
    const value = this.#parsed();
    if (value !== undefined) this.#found[this.#key] = value;
    this.#captured = undefined;
    this.#at = "comma";
  }

  #parsed(): unknown {
    if (this.#captured === undefined) return undefined;
    const bytes = Uint8Array.from(this.#captured, (character) => character.charCodeAt(0));
    try {
      return JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      // Not JSON after all: nothing is known of it.
      return undefined;
    }
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a;
}

/** Of a number, `true`, `false` or `null`. */
function isLiteral(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
  const isDigit = byte >= 0x30 && byte <= 0x39;
  return isLetter || isDigit || byte === 0x2b || byte === 0x2d || byte === 0x2e;
}
