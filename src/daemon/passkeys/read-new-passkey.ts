import { invalidOption } from "../../errors.ts";
import { checkText } from "../session/check-text.ts";
import type { PasskeyRow } from "../store/passkeys-table.ts";
import { reasonOf } from "./confirmations.ts";
import { readCredential } from "./read-credential.ts";
import type { RelyingParty } from "./relying-party.ts";
import { verifyRegistration } from "./webauthn.ts";

interface NewPasskey {
  readonly name: string;
  readonly credentialJson: string;
}

/** A passkey that a browser made for this challenge. Throws `invalid_option`. */
export async function readNewPasskey(
  { name, credentialJson }: NewPasskey,
  party: RelyingParty,
  challenge: string,
  registeredBy: string,
): Promise<PasskeyRow> {
  checkText("passkey_name", name);
  // It stands in the audit and on terminals.
  if (!/^[^\p{C}\p{Z}]([^\p{C}]*[^\p{C}\p{Z}])?$/u.test(name))
    throw invalidOption("passkey_name", "a name in printable characters", name === "" ? "none" : "others");
  checkText("passkey_json", credentialJson);
  const credential = readCredential(credentialJson);
  if (credential === undefined) throw invalidOption("credential_json", registrationOf, "something else");
  const registered = await verifyRegistration(party, challenge, credential.response).catch((error: unknown) => {
    throw invalidOption("credential_json", registrationOf, reasonOf(error));
  });
  return { ...registered, name, registeredBy, createdMs: Date.now(), usedMs: 0 };
}

const registrationOf = "what a browser made of the options of BeginPasskey";
