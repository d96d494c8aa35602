import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { PasskeyRow } from "../store/passkeys-table.ts";
import type { RelyingParty } from "./relying-party.ts";

/** Loaded with the first passkey: most daemons have none, and it is larger than all else they load. */
const library = () => import("@simplewebauthn/server");

/** Not only a touch: the authenticator knows who it was, by a PIN, a finger or a face. */
const userVerification = "required";

const timeoutMs = 5 * 60_000;

/** EdDSA, ES256, RS256. Named, so that the library does not ask Node for others, which warns of experiments then. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** What a browser makes a passkey of, as JSON, with its challenge. */
export async function registrationOptions(party: RelyingParty, challenge: string, known: readonly PasskeyRow[]) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    ...{
      rpName: "Bridle",
      rpID: party.id,
      userName: "Bridle",
      userDisplayName: "Bridle approvals",
      timeout: timeoutMs,
    },
    challenge: Buffer.from(challenge, "base64url"),
    // Who made the authenticator nobody here could judge.
    attestationType: "none",
    supportedAlgorithmIDs,
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: "preferred", userVerification },
  });
}

type Registered = Pick<PasskeyRow, "id" | "publicKey" | "counter" | "transports" | "synced">;

/** Throws, with a reason for people, for what is no passkey of this party or answers another challenge. */
export async function verifyRegistration(
  party: RelyingParty,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<Registered> {
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    ...{ response, expectedChallenge: challenge, expectedOrigin: party.origin, expectedRPID: party.id },
    ...{ requireUserVerification: true, supportedAlgorithmIDs },
  });
  if (registrationInfo === undefined) throw new Error("its attestation is not valid");
  const { credential, credentialDeviceType } = registrationInfo;
  const { id, publicKey, counter, transports = [] } = credential;
  return { id, publicKey, counter, transports, synced: credentialDeviceType === "multiDevice" };
}

/** What a browser makes an assertion of, as JSON, with its challenge. */
export async function assertionOptions(party: RelyingParty, known: readonly PasskeyRow[]) {
  const { generateAuthenticationOptions } = await library();
  const allowCredentials = known.map(described);
  return generateAuthenticationOptions({ rpID: party.id, allowCredentials, userVerification, timeout: timeoutMs });
}

/** Gives the authenticator's count of its uses. Throws, with a reason for people, for what this passkey did not sign. */
export async function verifyAssertion(
  party: RelyingParty,
  challenge: string,
  response: AuthenticationResponseJSON,
  { id, publicKey, counter }: PasskeyRow,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...{ response, expectedChallenge: challenge, expectedOrigin: party.origin, expectedRPID: party.id },
    ...{ credential: { id, publicKey, counter }, requireUserVerification: true },
  });
  if (!verified) throw new Error("its signature is not valid");
  return authenticationInfo.newCounter;
}

function described({ id, transports }: PasskeyRow) {
  return { id, transports: [...transports] };
}
