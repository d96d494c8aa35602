import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { invalidOption } from "../../errors.ts";
import { readPrivateFile, writePrivateFile } from "../../files/private-file.ts";

interface AnswerLinkOptions {
  readonly keyFile: string;
  readonly lifeMs: number;
  /** Whether links of this target count. One that the settings no longer name, or not for that, has none. */
  readonly mayAnswer: (target: string) => boolean;
}

/**
 * Links that decide one ask each, for whoever has them. What they are good for is in them, signed: nothing is stored. One is
 * of no use when its time is over or the ask is decided, by it or by anything else. The ask's deadline is not in it: a person
 * may extend it.
 */
export class AnswerLinks {
  readonly #options: AnswerLinkOptions;
  #key: Buffer | undefined;

  constructor(options: AnswerLinkOptions) {
    this.#options = options;
  }

  make(askId: string, target: string): string {
    const untilMs = Date.now() + this.#options.lifeMs;
    const said = `${askId}.${target}.${Math.ceil(untilMs / 1000).toString(36)}`;
    return `${said}.${this.#sign(said)}`;
  }

  /** Undefined: it is good for nothing, or no longer. */
  read(link: string): { readonly askId: string; readonly target: string } | undefined {
    const [, said = "", askId = "", target = "", until = "", signature = ""] =
      /^(([\w-]{1,64})\.([\w-]{1,32})\.([0-9a-z]{1,12}))\.([\w-]{43})$/.exec(link) ?? [];
    if (said === "" || !isSame(signature, this.#sign(said))) return undefined;
    const isOver = Number.parseInt(until, 36) * 1000 <= Date.now();
    return isOver || !this.#options.mayAnswer(target) ? undefined : { askId, target };
  }

  #sign(said: string): string {
    this.#key ??= keyOf(this.#options.keyFile);
    return createHmac("sha256", this.#key).update(`answer ${said}`).digest("base64url");
  }
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** Made once: links outlive a restart. Throws `invalid_option` when others can read the file. */
function keyOf(file: string): Buffer {
  const text = readPrivateFile(file);
  if (text === undefined) {
    const key = randomBytes(32);
    writePrivateFile(file, `${key.toString("base64url")}\n`);
    return key;
  }
  const key = Buffer.from(text.trim(), "base64url");
  if (key.length !== 32)
    throw invalidOption(
      file,
      "a key of 32 bytes; remove it: a new one is made, and links of before are void",
      "something else",
    );
  return key;
}
