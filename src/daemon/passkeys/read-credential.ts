import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { isFields } from "../../wire/fields.ts";

/** What a browser made of options, as far as it has to be known before it is verified. */
interface ReadCredential {
  readonly id: string;
  readonly challenge: string;
  /** Not checked any further: whoever verifies it does that. */
  readonly response: AuthenticationResponseJSON & RegistrationResponseJSON;
}

/** Undefined: it is nothing that a browser makes. */
export function readCredential(json: string): ReadCredential | undefined {
  const credential = parsed(json);
  const { id, response } = credential ?? {};
  if (typeof id !== "string" || !isFields(response) || typeof response.clientDataJSON !== "string") return undefined;
  const { challenge } = parsed(Buffer.from(response.clientDataJSON, "base64url").toString()) ?? {};
  if (typeof challenge !== "string") return undefined;
  return { id, challenge, response: credential as unknown as ReadCredential["response"] };
}

function parsed(json: string) {
  try {
    const value: unknown = JSON.parse(json);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
