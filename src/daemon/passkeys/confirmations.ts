import { createHash } from "node:crypto";
import { type DescMessage, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { BridleError, type ErrorData } from "../../errors.ts";
import type { Caller } from "../access/caller.ts";
import { checkText } from "../session/check-text.ts";
import { OneUse } from "./one-use.ts";
import type { Passkeys } from "./passkeys.ts";
import { readCredential } from "./read-credential.ts";
import type { RelyingParty } from "./relying-party.ts";
import { assertionOptions, verifyAssertion } from "./webauthn.ts";

interface ConfirmationParts {
  /** The setting `approvals.confirm`. */
  readonly isRequired: boolean;
  readonly passkeys: Pick<Passkeys, "all" | "find" | "used">;
  readonly party: () => RelyingParty;
  readonly nowMs?: () => number;
}

interface Method<Q extends DescMessage> {
  readonly name: string;
  readonly input: Q;
}

/** A request that may have to be confirmed. */
type Confirmable<Q extends DescMessage> = MessageShape<Q> & { readonly passkeyJson: string };

const lifeMs = 5 * 60_000;

/**
 * What lets an agent do something counts only with an assertion of a registered passkey, where the settings say so. Its challenge
 * is for one request, to the last byte, of one caller, once, for five minutes.
 */
export class Confirmations {
  readonly #parts: ConfirmationParts;
  readonly #open: OneUse<{ readonly digest: string; readonly by: string }>;

  constructor(parts: ConfirmationParts) {
    this.#parts = parts;
    this.#open = new OneUse(lifeMs, parts.nowMs);
  }

  get isRequired(): boolean {
    return this.#parts.isRequired;
  }

  /** An address of the page where passkeys work. */
  pageUrl(path: string): string {
    return new URL(path, this.#parts.party().origin).href;
  }

  /** What a browser makes an assertion of for this request: PublicKeyCredentialRequestOptionsJSON. */
  async begin<Q extends DescMessage>(method: Method<Q>, request: Confirmable<Q>, caller: Caller): Promise<string> {
    const { passkeys, party } = this.#parts;
    if (passkeys.all.length === 0) throw this.#needed("none_registered", "/settings");
    const options = await assertionOptions(party(), passkeys.all);
    this.#open.add(options.challenge, { digest: digestOf(method, request), by: caller.name });
    return JSON.stringify(options);
  }

  /**
   * Who decided, for the audit: the caller, with their passkey where one is asked for. Throws `needs_passkey`; `path` is where in
   * the page a person does what this request would.
   */
  async check<Q extends DescMessage>(
    method: Method<Q>,
    request: Confirmable<Q>,
    caller: Caller,
    path: string,
  ): Promise<string> {
    const { isRequired, passkeys, party } = this.#parts;
    if (!isRequired) return caller.name;
    const { passkeyJson } = request;
    checkText("passkey_json", passkeyJson);
    if (passkeyJson === "")
      throw passkeys.all.length === 0 ? this.#needed("none_registered", "/settings") : this.#needed("missing", path);
    const refused = (why: string) => this.#needed("refused", path, why);
    const credential = readCredential(passkeyJson);
    if (credential === undefined) throw refused("it is no assertion");
    // Whatever comes of it: a challenge is answered once.
    const open = this.#open.take(credential.challenge);
    if (open === undefined) throw refused("its challenge was used already, or its time is over");
    if (open.digest !== digestOf(method, request) || open.by !== caller.name)
      throw refused("it was used for another request than this one");
    const passkey = passkeys.find(credential.id);
    if (passkey === undefined) throw refused("it is not registered here");
    const counter = await verifyAssertion(party(), credential.challenge, credential.response, passkey).catch(
      (error: unknown) => {
        throw refused(reasonOf(error));
      },
    );
    await passkeys.used(passkey, counter);
    return `${caller.name} with passkey ${passkey.name}`;
  }

  #needed(reason: ErrorData["needs_passkey"]["reason"], path: string, detail = ""): BridleError<"needs_passkey"> {
    const url = this.pageUrl(path);
    const messages = {
      missing: `this needs a passkey (approvals.confirm): do it in the page, at ${url}`,
      none_registered: `this needs a passkey (approvals.confirm), and none is registered: register one in the page, at ${url}`,
      refused: `the passkey was not accepted: ${detail}; try again in the page, at ${url}`,
    };
    return new BridleError("needs_passkey", messages[reason], { url, reason });
  }
}

/** Of all that the request says; the same whoever sends it again. */
function digestOf<Q extends DescMessage>({ name, input }: Method<Q>, request: Confirmable<Q>): string {
  const bare = { ...request, passkeyJson: "", ...("callId" in request && { callId: "" }) };
  return createHash("sha256").update(`${name}\n`).update(toBinary(input, bare)).digest("hex");
}

/** The library's own words: they name what was expected and what was found, and nothing of what is asked. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : "it could not be read";
}
