import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { type Command, Option } from "commander";
import { type Attachment, type ImageType, promptContent } from "../api/prompt-content.ts";
import { several, usage } from "./read-argument.ts";

export interface AttachmentOptions {
  readonly image?: readonly string[];
  readonly file?: readonly string[];
}

export type GivenPrompt = { readonly text: string } | { readonly contentJson: string };

/** For commands that send a prompt. */
export function withAttachments(command: Command): Command {
  return command
    .addOption(new Option("--image <path>", "a picture that goes along: PNG, JPEG, GIF or WebP").argParser(several))
    .addOption(new Option("--file <path>", "a text file whose content goes along").argParser(several));
}

/** The prompt with what goes along. Ends the command for a file that cannot. */
export function promptWith(text: string, { image = [], file = [] }: AttachmentOptions, command: Command): GivenPrompt {
  if (image.length + file.length === 0) return { text };
  const attachments: Attachment[] = [
    ...image.map((path) => readImage(path, command)),
    ...file.map((path) => readText(path, command)),
  ];
  return { contentJson: promptContent(text, attachments) };
}

function readImage(path: string, command: Command): Attachment {
  const bytes = read(path, command);
  const mediaType = imageTypeOf(bytes);
  if (mediaType === undefined) return usage(command, `${path} is no PNG, JPEG, GIF or WebP picture`);
  return { kind: "image", name: basename(path), mediaType, base64: bytes.toString("base64") };
}

function readText(path: string, command: Command): Attachment {
  const bytes = read(path, command);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { kind: "text", name: basename(path), text };
  } catch {
    return usage(command, `${path} is no text in UTF-8`);
  }
}

function read(path: string, command: Command): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    return usage(command, `${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** By its first bytes: a name may say anything. */
function imageTypeOf(bytes: Buffer): ImageType | undefined {
  const begins = (text: string, at = 0): boolean => bytes.toString("latin1", at, at + text.length) === text;
  if (begins("\x89PNG\r\n\x1a\n")) return "image/png";
  if (begins("\xff\xd8\xff")) return "image/jpeg";
  if (begins("GIF8")) return "image/gif";
  return begins("RIFF") && begins("WEBP", 8) ? "image/webp" : undefined;
}
