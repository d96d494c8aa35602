import { createHmac } from "node:crypto";
import type { Form } from "./form.ts";

/** JSON, signed as standardwebhooks.com has it: receivers find a library for it, and refuse what is old or changed. */
export const webhook: Form = (message, { url, secret = "", nowMs }) => {
  const body = JSON.stringify(message);
  const timestamp = String(Math.floor(nowMs / 1000));
  const signature = createHmac("sha256", keyOf(secret)).update(`${message.id}.${timestamp}.${body}`).digest("base64");
  return {
    url,
    headers: {
      "content-type": "application/json",
      "webhook-id": message.id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature}`,
    },
    body,
  };
};

const prefix = "whsec_";

/** With the prefix it is base64 of the key; else it is the key. */
function keyOf(secret: string): Buffer {
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), "base64") : Buffer.from(secret);
}
