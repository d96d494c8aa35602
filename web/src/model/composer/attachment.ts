import { type Attachment, fileIn, isImageType } from "../../../../src/api/prompt-content.ts";
import { bytes } from "../bytes.ts";
import { textOf } from "../content.ts";
import type { Block } from "../row.ts";

/** What is sensible to send by hand. */
export const limits = {
  count: 20,
  /** As it is sent; larger pictures are made smaller first. */
  imageBytes: 5_000_000,
  textBytes: 500_000,
  /** Of all together: a request may have 32 MiB. */
  totalBytes: 20_000_000,
} as const;

/** Said before anything is chosen. */
export const limitsInWords =
  "PNG, JPEG, GIF or WebP images (large ones are scaled down) and text files up to 500 KB; at most 20";

export function bytesOf(attachment: Attachment): number {
  return attachment.kind === "image" ? Math.floor((attachment.base64.length * 3) / 4) : attachment.text.length;
}

/** Why this one cannot go along with the others; undefined: it can. */
export function refusal(attachment: Attachment, others: readonly Attachment[]): string | undefined {
  const own = bytesOf(attachment);
  const most = attachment.kind === "image" ? limits.imageBytes : limits.textBytes;
  if (own > most) return `${attachment.name} is too large (${bytes(own)}): at most ${bytes(most)} can be sent`;
  if (others.length >= limits.count) return `${attachment.name} is one too many: at most ${limits.count} can be sent`;
  const total = others.reduce((sum, other) => sum + bytesOf(other), own);
  if (total > limits.totalBytes)
    return `${attachment.name} does not fit: at most ${bytes(limits.totalBytes)} can be sent together`;
  return undefined;
}

/** What somebody wrote and attached, from a prompt that was sent: to write on. */
export function draftOf(blocks: readonly Block[]): { readonly text: string; readonly attachments: Attachment[] } {
  const attachments: Attachment[] = [];
  const words: string[] = [];
  for (const block of blocks) {
    const file = block.type === "text" ? fileIn(textOf(block)) : undefined;
    if (file !== undefined) attachments.push({ kind: "text", ...file });
    else if (block.type === "image") {
      const { media_type: type, data } = (block.source ?? {}) as { media_type?: unknown; data?: unknown };
      if (typeof type === "string" && isImageType(type) && typeof data === "string")
        attachments.push({ kind: "image", name: "image", mediaType: type, base64: data });
    } else if (typeof block.text === "string") words.push(block.text);
  }
  return { text: words.join("\n\n"), attachments };
}
