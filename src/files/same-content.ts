import { type FileHandle, open } from "node:fs/promises";

const chunkBytes = 64 * 1024;

/** Whether two files hold the same, read a piece at a time. Those over `maxBytes` are not read, and taken for different. */
export async function sameContent(one: string, other: string, maxBytes: number): Promise<boolean> {
  await using first = await open(one);
  await using second = await open(other);
  const [{ size }, { size: otherSize }] = await Promise.all([first.stat(), second.stat()]);
  if (size !== otherSize || size > maxBytes) return false;
  for (let at = 0; at < size; at += chunkBytes) {
    const [here, there] = await Promise.all([pieceOf(first, at), pieceOf(second, at)]);
    if (!here.equals(there)) return false;
  }
  return true;
}

async function pieceOf(file: FileHandle, at: number): Promise<Buffer> {
  const piece = Buffer.alloc(chunkBytes);
  let filled = 0;
  while (filled < chunkBytes) {
    const { bytesRead } = await file.read(piece, filled, chunkBytes - filled, at + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return piece.subarray(0, filled);
}
