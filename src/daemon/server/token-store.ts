import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { statSync } from "node:fs";
import { BridleError } from "../../errors.ts";
import { locked, readPrivateFile, writePrivateFile } from "../../files/private-file.ts";
import type { Caller, Role } from "../access/caller.ts";

/** Who may come in. Secrets are not kept, only their digests. */
export interface Token {
  readonly name: string;
  /** SHA-256 of the secret, in hex. */
  readonly sha256: string;
  readonly createdMs: number;
  readonly expiresMs?: number;
  readonly revokedMs?: number;
  /** The token that let this one in: it is good only while that one is. */
  readonly madeBy?: string;
  /** A token of before there were roles is an admin's. */
  readonly roles?: readonly Role[];
  /** Real paths; without it: everywhere. */
  readonly folders?: readonly string[];
}

interface NewToken {
  readonly lifeMs?: number | undefined;
  readonly madeBy?: string | undefined;
  readonly roles?: readonly Role[] | undefined;
  readonly folders?: readonly string[] | undefined;
}

/** Who comes by the unix socket without a token, and who else decides asks. */
const reserved = ["local", "agent"];

/**
 * Named tokens in one file of mode 0600. Another process may change the file
 * (`bridle tokens revoke`): every look at it first asks whether it did.
 */
export class TokenStore {
  readonly #file: string;
  readonly #nowMs: () => number;
  #tokens: readonly Token[] = [];
  #seen = "";

  /** Throws `invalid_option` when others can read or write the file, or it is damaged. */
  constructor(file: string, nowMs: () => number = Date.now) {
    this.#file = file;
    this.#nowMs = nowMs;
    this.#refresh();
  }

  list(): readonly Token[] {
    this.#refresh();
    return this.#tokens;
  }

  /** The secret, which is shown once and never again. */
  add(name: string, more: NewToken = {}): string {
    return locked(this.#file, () => this.#add(name, more));
  }

  /** False: no such token, or it was revoked before. */
  revoke(name: string): boolean {
    return locked(this.#file, () => this.#revoke(name));
  }

  #add(name: string, { lifeMs, madeBy, roles, folders }: NewToken): string {
    if (!/^[\w][\w.@ -]{0,63}$/.test(name)) throw badName(name, "1 to 64 letters, digits, . _ @ - and spaces");
    if (reserved.includes(name) || this.list().some((token) => token.name === name && this.#isGood(token))) {
      throw badName(name, "a name that is not taken");
    }
    const secret = `brd_${randomBytes(32).toString("base64url")}`;
    const createdMs = this.#nowMs();
    const token: Token = {
      name,
      sha256: digest(secret).toString("hex"),
      createdMs,
      ...(lifeMs !== undefined && { expiresMs: createdMs + lifeMs }),
      ...(madeBy !== undefined && { madeBy }),
      ...(roles !== undefined && { roles }),
      ...(folders !== undefined && { folders }),
    };
    // Who takes over a name does not take over what the one before let in.
    this.#write([...this.#tokens.filter((other) => other.name !== name && other.madeBy !== name), token]);
    return secret;
  }

  #revoke(name: string): boolean {
    const found = this.list().find((token) => token.name === name && token.revokedMs === undefined);
    if (found === undefined) return false;
    this.#write(this.#tokens.map((token) => (token === found ? { ...token, revokedMs: this.#nowMs() } : token)));
    return true;
  }

  /** Who has this secret. Takes the same time whichever token it is. */
  callerWith(secret: string): Caller | undefined {
    const given = digest(secret);
    let found: Token | undefined;
    for (const token of this.list()) {
      const isIt = timingSafeEqual(given, Buffer.from(token.sha256, "hex"));
      if (isIt && this.#isGood(token)) found = token;
    }
    return found && callerOf(found);
  }

  /** Who has the token of this name, if it is good. */
  callerNamed(name: string): Caller | undefined {
    const found = this.list().find((token) => token.name === name && this.#isGood(token));
    return found && callerOf(found);
  }

  #isGood({ revokedMs, expiresMs, madeBy }: Token): boolean {
    if (revokedMs !== undefined || (expiresMs !== undefined && expiresMs <= this.#nowMs())) return false;
    return madeBy === undefined || this.#tokens.some((token) => token.name === madeBy && this.#isGood(token));
  }

  #refresh(): void {
    const found = stamp(this.#file);
    if (found === this.#seen) return;
    const text = readPrivateFile(this.#file);
    this.#tokens = text === undefined ? [] : parse(text, this.#file);
    this.#seen = found;
  }

  #write(tokens: readonly Token[]): void {
    // Pages that were logged in long ago say nothing to anyone.
    const monthAgo = this.#nowMs() - 30 * 86_400_000;
    const kept = tokens.filter(({ expiresMs = Infinity }) => expiresMs > monthAgo);
    writePrivateFile(this.#file, `${JSON.stringify({ tokens: kept }, undefined, 2)}\n`);
    this.#refresh();
  }
}

function callerOf({ name, roles = ["admin"], folders, sha256 }: Token): Caller {
  return { name, roles, folders, sha256 };
}

function digest(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

function stamp(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? "none" : `${stat.ino} ${stat.ctimeNs} ${stat.size}`;
}

function parse(text: string, file: string): Token[] {
  try {
    const { tokens } = JSON.parse(text) as { tokens: Token[] };
    if (tokens.every(isToken)) return tokens;
  } catch {
    // Told below, without the text.
  }
  throw new BridleError("invalid_option", `${file} is damaged; remove it, and add tokens anew with bridle tokens add`, {
    option: "token file",
    allowed: "a list of tokens",
    found: "something else",
  });
}

/** A role that only a later version knows gives nothing here. */
function isToken({ name, sha256, roles = [], folders = [] }: Token): boolean {
  return typeof name === "string" && /^[0-9a-f]{64}$/.test(sha256) && [roles, folders].every(isTexts);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function badName(name: string, allowed: string): BridleError {
  return new BridleError("invalid_option", `a token cannot be named ${JSON.stringify(name)}: it has to be ${allowed}`, {
    option: "name",
    allowed,
    found: name,
  });
}
