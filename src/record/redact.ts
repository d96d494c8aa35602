import { randomBytes } from "node:crypto";
import { mapJsonStrings } from "./map-json-strings.ts";
import { isSecretMark, secretMark } from "./secret-mark.ts";
import { maybeSecret, secretName, secretShapes } from "./secret-shapes.ts";

/** A shorter value would also stand in words that are no secret. */
const minSecretLength = 6;
const minTailLength = 4;

/**
 * Replaces secrets by marks; the same secret has the same mark for the life of
 * one redactor and another in the next. Secret is what the caller names, what
 * has a well-known shape, and what stands under a name like `api_key`.
 *
 * Each string is judged alone. So a secret that an agent streams in pieces
 * stays in the `stream_event` lines that carry less than all of it, and so
 * does one that is encoded (base64) or escaped more than twice.
 */
export class Redactor {
  readonly #salt = randomBytes(32);
  /** How a given secret may be spelled, and the secret itself; longer spellings first. */
  readonly #spellings: readonly (readonly [spelling: string, secret: string])[];

  constructor(secrets: Iterable<string> = []) {
    const spellings = new Map<string, string>();
    for (const secret of new Set(secrets)) {
      if (secret.length < minSecretLength) continue;
      for (const spelling of spellingsOf(secret)) spellings.set(spelling, secret);
    }
    this.#spellings = [...spellings].sort(([a], [b]) => b.length - a.length);
  }

  /** `json` must be valid; what has no secret comes back as it is. */
  json(json: string): string {
    return this.#isClean(json) ? json : mapJsonStrings(json, (value, key) => this.#value(value, key));
  }

  /** Text of any kind. */
  text(text: string): string {
    let redacted = text;
    for (const [spelling, secret] of this.#spellings) {
      if (redacted.includes(spelling)) redacted = redacted.replaceAll(spelling, () => this.#mark(secret));
    }
    return redacted.replace(secretShapes, (secret) => this.#mark(secret));
  }

  /** Text that may stop anywhere: the beginning of a given secret at its end is a secret, too. */
  cutText(text: string): string {
    const redacted = this.text(text);
    for (const [spelling, secret] of this.#spellings) {
      for (let length = spelling.length - 1; length >= minTailLength; length--) {
        if (redacted.endsWith(spelling.slice(0, length))) return redacted.slice(0, -length) + this.#mark(secret);
      }
    }
    return redacted;
  }

  #value(value: string, key: string | undefined): string {
    if (key === undefined || value === "" || !secretName.test(key)) return this.text(value);
    const [, scheme = "", secret = ""] = /^((?:bearer|basic|token)\s+)?(.*)$/is.exec(value) ?? [];
    return isSecretMark(secret) ? value : scheme + this.#mark(secret);
  }

  #mark(secret: string): string {
    return secretMark(secret, this.#salt);
  }

  #isClean(json: string): boolean {
    if (json.includes("\\u") || json.includes("\\/") || maybeSecret.test(json)) return false;
    return !this.#spellings.some(([spelling]) => json.includes(spelling));
  }
}

/** As it is; inside JSON, once and twice; in an address; and its UTF-8 bytes read one by one. */
function spellingsOf(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const bytes = Buffer.from(secret).toString("latin1");
  return [secret, escaped, JSON.stringify(escaped).slice(1, -1), encodeAddress(secret), bytes];
}

function encodeAddress(secret: string): string {
  return encodeURIComponent(secret.toWellFormed());
}
