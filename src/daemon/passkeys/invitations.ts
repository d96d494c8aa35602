import { createHash, randomBytes } from "node:crypto";
import { OneUse } from "./one-use.ts";

interface Invitation {
  /** What the passkey that is made with it has to answer. */
  readonly challenge: string;
  /** Whose word it is that another passkey may be registered. */
  readonly by: string;
}

const lifeMs = 10 * 60_000;

/** One-time codes that register a passkey, on the device that is given it. Only digests are kept, and only in memory. */
export class Invitations {
  readonly #open: OneUse<Invitation>;

  constructor(nowMs?: () => number) {
    this.#open = new OneUse(lifeMs, nowMs);
  }

  make(by: string): { readonly code: string; readonly expiresMs: number } {
    const code = randomBytes(24).toString("base64url");
    const challenge = randomBytes(32).toString("base64url");
    return { code, expiresMs: this.#open.add(digest(code), { challenge, by }) };
  }

  /** Undefined: it is good for nothing, or no longer. */
  look(code: string): Invitation | undefined {
    return this.#open.look(digest(code));
  }

  /** False: somebody was faster. */
  use(code: string): boolean {
    return this.#open.take(digest(code)) !== undefined;
  }
}

/** The lookup is by digest, so that its time says nothing of the code. */
function digest(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
