import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";

/** The browser's half of a subscription. */
export class DeviceKeys {
  readonly #pair = createECDH("prime256v1");
  readonly p256dh: Buffer = this.#pair.generateKeys();
  readonly auth: Buffer = randomBytes(16);

  /** RFC 8291 over RFC 8188, by hand: what a browser does with the body of a message. */
  decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const recordBytes = body.readUInt32BE(16);
    const keyBytes = body.readUInt8(20);
    const senderKey = body.subarray(21, 21 + keyBytes);
    const sealed = body.subarray(21 + keyBytes);
    if (sealed.length > recordBytes) throw new Error("more than one record");
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.p256dh, senderKey]);
    const shared = hkdf(this.#pair.computeSecret(senderKey), this.auth, info, 32);
    const key = hkdf(shared, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = hkdf(shared, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
    const decipher = createDecipheriv("aes-128-gcm", key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // Behind the text: the mark of the last record, then padding.
    const end = padded.lastIndexOf(2);
    if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("no end of the record");
    return padded.subarray(0, end).toString("utf8");
  }
}

interface VapidClaims {
  readonly aud: string;
  readonly sub: string;
  readonly exp: number;
}

/** RFC 8292: what `Authorization` claims, where its signature is that of the key it names. */
export function checkVapid(authorization: string): { readonly claims: VapidClaims; readonly publicKey: string } {
  const [, token = "", publicKey = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const [x = "", y = ""] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const key = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned || read(head).alg !== "ES256") throw new Error("the signature is wrong");
  return { claims: read(body) as unknown as VapidClaims, publicKey };
}

function read(part: string): { readonly [name: string]: unknown } {
  return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
}

function hkdf(key: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, info, bytes));
}
