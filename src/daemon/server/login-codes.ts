import { createHash, randomBytes } from "node:crypto";
import type { Caller } from "../access/caller.ts";

const lifeMs = 10 * 60_000;
const maxOpen = 100;

/** One-time codes of login links. Only digests are kept, and only in memory. */
export class LoginCodes {
  readonly #nowMs: () => number;
  /** By digest, the oldest first. */
  readonly #open = new Map<string, { readonly untilMs: number; readonly madeBy: Caller }>();

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  make(madeBy: Caller): string {
    const [oldest] = this.#open.keys();
    if (this.#open.size >= maxOpen && oldest !== undefined) this.#open.delete(oldest);
    const code = randomBytes(24).toString("base64url");
    this.#open.set(digest(code), { untilMs: this.#nowMs() + lifeMs, madeBy });
    return code;
  }

  /** Who made it, once for each code and within ten minutes; else undefined. */
  use(code: string): { readonly madeBy: Caller } | undefined {
    const key = digest(code);
    const found = this.#open.get(key);
    this.#open.delete(key);
    return found !== undefined && found.untilMs > this.#nowMs() ? found : undefined;
  }
}

/** The lookup is by digest, so that its time says nothing of the code. */
function digest(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
