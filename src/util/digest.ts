const maxHashedBytes = 64 * 1024;

/** A short mark (FNV-1a) by which two reports of the same bad line can be told to be one. Hashes the first 64 KiB. */
export function digest(bytes: Uint8Array): string {
  const length = Math.min(bytes.length, maxHashedBytes);
  let hash = 0x811c9dc5;
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
