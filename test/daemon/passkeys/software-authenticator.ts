import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

interface Options {
  /** Of the page that would have used it. */
  readonly origin: string;
  readonly rpId: string;
}

/** What the authenticator says of itself: present, verified, with key data. */
const flags = { present: 0x01, verified: 0x04, keyData: 0x40 };

/** An authenticator and its browser, in software: ES256, attestation "none", bytes as WebAuthn has them. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32);
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  counter = 0;
  isVerified = true;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  /** What `navigator.credentials.create` would have made of these options: RegistrationResponseJSON. */
  create(optionsJson: string, { origin, rpId }: Partial<Options> & Pick<Options, "origin">): string {
    const options = JSON.parse(optionsJson) as { readonly challenge: string; readonly rp: { readonly id: string } };
    const clientDataJSON = clientData("webauthn.create", options.challenge, origin);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(this.id.length);
    const keyData = Buffer.concat([Buffer.alloc(16), size, this.id, this.#coseKey()]);
    const authData = Buffer.concat([this.#authData(rpId ?? options.rp.id, flags.keyData), keyData]);
    const attestationObject = Buffer.concat([
      ...[Buffer.from([0xa3]), text("fmt"), text("none"), text("attStmt"), Buffer.from([0xa0])],
      ...[text("authData"), bytes(authData)],
    ]);
    return this.#credential({ clientDataJSON, attestationObject }, ["internal"]);
  }

  /** What `navigator.credentials.get` would have made of them: AuthenticationResponseJSON. */
  get(optionsJson: string, { origin, rpId }: Partial<Options> & Pick<Options, "origin">): string {
    const options = JSON.parse(optionsJson) as { readonly challenge: string; readonly rpId: string };
    this.counter += 1;
    const clientDataJSON = clientData("webauthn.get", options.challenge, origin);
    const authenticatorData = this.#authData(rpId ?? options.rpId, 0);
    const signed = Buffer.concat([authenticatorData, createHash("sha256").update(clientDataJSON).digest()]);
    const signature = sign("sha256", signed, this.#privateKey);
    return this.#credential({ clientDataJSON, authenticatorData, signature });
  }

  #authData(rpId: string, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const said = flags.present | (this.isVerified ? flags.verified : 0) | more;
    return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([said]), counter]);
  }

  /** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} in CBOR. */
  #coseKey(): Buffer {
    const { x = "", y = "" } = this.#publicKey.export({ format: "jwk" });
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
    const point = [Buffer.from([0x21]), bytes(Buffer.from(x, "base64url")), Buffer.from([0x22])];
    return Buffer.concat([head, ...point, bytes(Buffer.from(y, "base64url"))]);
  }

  #credential(response: { readonly [name: string]: Buffer }, transports?: readonly string[]): string {
    const id = this.id.toString("base64url");
    const encoded = Object.entries(response).map(([name, value]) => [name, value.toString("base64url")]);
    return JSON.stringify({
      ...{ id, rawId: id, type: "public-key", clientExtensionResults: {}, authenticatorAttachment: "platform" },
      response: { ...Object.fromEntries(encoded), ...(transports !== undefined && { transports }) },
    });
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** CBOR: a text of less than 24 bytes. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

/** CBOR, in its shortest form: 24 to 255 bytes. */
function bytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, value.length]), value]);
}
