import { invalidOption } from "../../errors.ts";
import { readPrivateFile, writePrivateFile } from "../../files/private-file.ts";

/** By which push services know this daemon (VAPID, RFC 8292). Both are base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Made once: browsers subscribe for this key and no other. Throws `invalid_option` when others can read the file. */
export async function pushKeys(file: string): Promise<PushKeys> {
  const text = readPrivateFile(file);
  if (text !== undefined) return parse(text, file);
  const { default: webPush } = await import("web-push");
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  writePrivateFile(file, `${JSON.stringify({ publicKey, privateKey }, undefined, 2)}\n`);
  return { publicKey, privateKey };
}

function parse(text: string, file: string): PushKeys {
  try {
    const { publicKey, privateKey } = JSON.parse(text) as PushKeys;
    if (bytes(publicKey) === 65 && bytes(privateKey) === 32) return { publicKey, privateKey };
  } catch {
    // Told below, without the text.
  }
  const todo = "remove it: a new one is made, and each device has to turn notifications on again";
  throw invalidOption(file, `a pair of keys; ${todo}`, "something else");
}

function bytes(key: string): number {
  return Buffer.from(key, "base64url").length;
}
