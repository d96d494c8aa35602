import { type Attachment, isImageType } from "../../../../src/api/prompt-content.ts";
import { bytes } from "../../model/bytes.ts";
import { limits } from "../../model/composer/attachment.ts";

/** Models see no more of a longer side. */
const maxSidePx = 2000;

/** A file that somebody chose, pasted or dropped. Rejects with what a person is told. */
export async function readAttachment(file: File): Promise<Attachment> {
  const name = file.name || "image";
  if (file.type.startsWith("image/") && file.type !== "image/svg+xml") return readImage(file, name);
  if (file.size > limits.textBytes)
    throw new Error(`${name} is too large (${bytes(file.size)}): text files can be up to ${bytes(limits.textBytes)}`);
  return { kind: "text", name, text: await readText(file, name) };
}

async function readText(file: File, name: string): Promise<string> {
  const notText = new Error(
    `${name} is neither an image nor text. Put it into the session’s folder and mention it with @ instead.`,
  );
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    if (text.includes("\0")) throw notText;
    return text;
  } catch {
    throw notText;
  }
}

async function readImage(file: File, name: string): Promise<Attachment> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined)
    throw new Error(`${name} is an image that this browser cannot read. PNG, JPEG, GIF and WebP can be sent.`);
  const side = Math.max(bitmap.width, bitmap.height);
  const fits = isImageType(file.type) && side <= maxSidePx && file.size <= limits.imageBytes;
  const blob = fits ? file : await smaller(bitmap, Math.min(1, maxSidePx / side), file.type);
  bitmap.close();
  if (!isImageType(blob.type)) throw new Error(`${name} could not be scaled down`);
  return { kind: "image", name, mediaType: blob.type, base64: await base64Of(blob) };
}

/** As a JPEG where lines and transparency are not what it is about. */
async function smaller(bitmap: ImageBitmap, scale: number, type: string): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const made = (as: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, as, 0.85));
  const png = type === "image/png" ? await made("image/png") : null;
  const blob = png !== null && png.size <= limits.imageBytes ? png : await made("image/jpeg");
  return blob ?? new Blob();
}

function base64Of(blob: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
  reader.onerror = () => reject(new Error("the file could not be read"));
  reader.readAsDataURL(blob);
  return promise;
}
