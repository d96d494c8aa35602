import { createHash, randomBytes } from "node:crypto";

const lifeMs = 10 * 60_000;
const maxOpen = 100;

/** One-time codes of login links. Only digests are kept, and only in memory. */
export class LoginCodes {
  readonly #nowMs: () => number;
  /** By digest, the oldest first. */
  readonly #open = new Map<string, { readonly untilMs: number }>();

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  make(): string {
    const [oldest] = this.#open.keys();
    if (this.#open.size >= maxOpen && oldest !== undefined) this.#open.delete(oldest);
    const code = randomBytes(24).toString("base64url");
    this.#open.set(digest(code), { untilMs: this.#nowMs() + lifeMs });
    return code;
  }

  /** True once for each code, within ten minutes. */
  use(code: string): boolean {
    const key = digest(code);
    const found = this.#open.get(key);
    this.#open.delete(key);
    return found !== undefined && found.untilMs > this.#nowMs();
  }
}

/** The lookup is by digest, so that its time says nothing of the code. */
function digest(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
