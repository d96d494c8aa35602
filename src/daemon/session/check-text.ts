import { invalidOption } from "../../errors.ts";

/** Everything a client may write that becomes an argument, a label or a key, with the most bytes of each. */
const maxBytes = {
  call_id: 256,
  query: 1024,
  path: 4096,
  server: 256,
  callback_url: 16 * 1024,
  title: 4096,
  device_name: 200,
  passkey_name: 60,
  passkey_json: 64 * 1024,
  code: 64,
  model: 256,
  permission_mode: 64,
  system_prompt: 100 * 1024,
  append_system_prompt: 100 * 1024,
} as const;

/** Throws `invalid_option` for a text that is too long, or holds a NUL: no argument of a process can. */
export function checkText(option: keyof typeof maxBytes, value: string): void {
  const bytes = Buffer.byteLength(value);
  if (bytes <= maxBytes[option] && !value.includes("\0")) return;
  const allowed = `a text of at most ${maxBytes[option]} bytes without NUL`;
  const found = bytes > maxBytes[option] ? `one of ${bytes} bytes` : "one with NUL";
  throw invalidOption(option, allowed, found);
}
