import type { FileHandle } from "node:fs/promises";
import { imageBlock } from "../model/content-block.ts";
import { sizeText } from "./size-text.ts";
import type { ToolOutput } from "./tool.ts";
import { toolFailure } from "./tool-failure.ts";

/** An image as the model sees it. */
export async function readImage(
  handle: FileHandle,
  { type, size }: { readonly type: string; readonly size: number },
): Promise<ToolOutput> {
  if (size > maxImageBytes) {
    return toolFailure(`The image is too large (${sizeText(size)}): at most ${sizeText(maxImageBytes)} can be shown.`);
  }
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await handle.read(bytes, 0, size, 0);
  const base64 = bytes.toString("base64", 0, bytesRead);
  return {
    content: [imageBlock(type, base64)],
    details: { type: "image", file: { base64, type, originalSize: size } },
  };
}

/**
 * By its first bytes, if its name says that it is an image at all. An image of
 * a wrong type is refused by the API, and with it every later request.
 */
export async function imageType(handle: FileHandle, extension: string): Promise<string | undefined> {
  if (!extensions.has(extension.toLowerCase())) return undefined;
  const head = Buffer.alloc(12);
  await handle.read(head, 0, head.length, 0);
  return typeOfBytes(head);
}

/** By its first twelve bytes. */
export function typeOfBytes(head: Buffer): string | undefined {
  const text = head.toString("latin1", 0, 12);
  return signatures.find(({ fits }) => fits(text))?.type;
}

/** The API takes 5 MB of base64. */
export const maxImageBytes = 3.75 * 1024 * 1024;

const extensions = new Set([".png", ".jpg", ".jpeg", ".gif", ".webp"]);

const signatures: readonly { readonly type: string; readonly fits: (head: string) => boolean }[] = [
  { type: "image/png", fits: (head) => head.startsWith("\x89PNG\r\n\x1a\n") },
  { type: "image/jpeg", fits: (head) => head.startsWith("\xff\xd8\xff") },
  { type: "image/gif", fits: (head) => head.startsWith("GIF87a") || head.startsWith("GIF89a") },
  { type: "image/webp", fits: (head) => head.startsWith("RIFF") && head.startsWith("WEBP", 8) },
];
