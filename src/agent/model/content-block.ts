/**
 * A part of a message, in the form of the Messages API. Hosts, servers, transcripts and models bring kinds and fields that
 * are not known here: they are kept as they came, so a reader asks what kind it has.
 */
export interface ContentBlock {
  readonly type?: unknown;
  readonly [field: string]: unknown;
}

/** What a message says: a text alone is the same as one text block. */
export type MessageContent = string | readonly ContentBlock[];

interface TextBlock extends ContentBlock {
  readonly type: "text";
  readonly text: string;
}

export interface ImageBlock extends ContentBlock {
  readonly type: "image";
  readonly source: { readonly type: "base64"; readonly media_type: string; readonly data: string };
}

/** The input of a call as the model, a hook or a person wrote it; the tool reads it (`Tool.read`). */
export interface ToolUseInput {
  readonly [parameter: string]: unknown;
}

export function textBlock(text: string): TextBlock {
  return { type: "text", text };
}

export function imageBlock(media_type: string, data: string): ImageBlock {
  return { type: "image", source: { type: "base64", media_type, data } };
}

export function blocksOf(content: MessageContent): readonly ContentBlock[] {
  return typeof content === "string" ? [textBlock(content)] : content;
}

export function isTextBlock(block: ContentBlock): block is TextBlock {
  return block.type === "text" && typeof block.text === "string";
}
