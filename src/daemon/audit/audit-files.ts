import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { invalidOption } from "../../errors.ts";
import { readPrivateFile, writePrivateFile } from "../../files/private-file.ts";
import type { AuditHead } from "../store/audit-mac.ts";

const keyBytes = 32;

/** The key of the chain; undefined: there is none. Throws `invalid_option` for a file that others can read, or that holds none. */
export function readAuditKey(file: string): Buffer | undefined {
  const text = readPrivateFile(file)?.trim();
  if (text === undefined) return undefined;
  if (!/^[0-9a-f]{64}$/.test(text))
    throw invalidOption(file, `${keyBytes} bytes in hexadecimal; put back the one that was there`, "something else");
  return Buffer.from(text, "hex");
}

export function makeAuditKey(file: string): Buffer {
  const key = randomBytes(keyBytes);
  writePrivateFile(file, `${key.toString("hex")}\n`);
  return key;
}

/** Undefined: there is none. Throws `invalid_option` for a file that others can read, or that holds no head. */
export function readAuditHead(file: string): AuditHead | undefined {
  const text = readPrivateFile(file);
  if (text === undefined) return undefined;
  try {
    const { number, mac, madeAt } = JSON.parse(text) as { number: number; mac: string; madeAt: number };
    if ([number, madeAt].every((one) => Number.isSafeInteger(one) && one >= 0) && /^[0-9a-f]{64}$/.test(mac))
      return { number, mac: Buffer.from(mac, "hex"), madeAt };
  } catch {
    // Told below.
  }
  throw invalidOption(file, "the head of the audit; put back the file that was there", "something else");
}

export function makeAuditHead(file: string, head: AuditHead): void {
  writePrivateFile(file, headText(head));
}

/** Whole or not at all, also after a loss of power; the loop does not wait for the disk. */
export async function replaceAuditHead(file: string, head: AuditHead): Promise<void> {
  const fresh = `${file}.new`;
  await rm(fresh, { force: true });
  const handle = await open(fresh, "wx", 0o600);
  try {
    await handle.writeFile(headText(head));
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(fresh, file);
}

function headText({ number, mac, madeAt }: AuditHead): string {
  return `${JSON.stringify({ number, mac: mac.toString("hex"), madeAt })}\n`;
}
