import type { DescMethod } from "@bufbuild/protobuf";
import type { PageClient } from "../../../src/api/page-client.ts";

type PasskeyCalls = PageClient["passkeys"];

/** A person confirms a call with a passkey, in a dialog of the browser. Rejects where they do not. */
export async function confirm(
  calls: PasskeyCalls,
  { localName }: DescMethod,
  value: unknown,
  url: string,
): Promise<string> {
  checkAddress(url);
  // The names of the requests are those of their calls.
  const request = { case: localName, value } as never;
  const { optionsJson } = await calls.beginConfirmation({ request });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(optionsJson));
  return jsonOf(navigator.credentials.get({ publicKey }));
}

/** This device becomes one that can confirm. */
export async function registerPasskey(calls: PasskeyCalls, code: string, name: string): Promise<void> {
  const { optionsJson } = await calls.beginPasskey({ code });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(optionsJson));
  const credentialJson = await jsonOf(navigator.credentials.create({ publicKey }));
  await calls.registerPasskey({ code, name, credentialJson });
}

async function jsonOf(making: Promise<Credential | null>): Promise<string> {
  try {
    return JSON.stringify(await making);
  } catch (error) {
    const { name, message } = error as DOMException;
    if (name === "NotAllowedError")
      throw new Error("the passkey was not used: the dialog was closed, or took too long");
    if (name === "InvalidStateError") throw new Error("this device has a passkey of this daemon already");
    throw new Error(`the browser could not use a passkey: ${message}`);
  }
}

/** Browsers use a passkey at the address that it was made for, and nowhere else. */
export function checkAddress(url: string): void {
  if (new URL(url).origin !== location.origin) throw new Error(`passkeys do not work at this address; open ${url}`);
  if (!("PublicKeyCredential" in globalThis)) throw new Error("this browser has no passkeys");
}
