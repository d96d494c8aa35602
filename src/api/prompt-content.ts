/** What goes along with a prompt: a picture, or the text of a file. */
export type Attachment =
  | { readonly kind: "image"; readonly name: string; readonly mediaType: ImageType; readonly base64: string }
  | { readonly kind: "text"; readonly name: string; readonly text: string };

/** What models take. */
export const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
export type ImageType = (typeof imageTypes)[number];

export function isImageType(type: string): type is ImageType {
  return imageTypes.some((known) => known === type);
}

/** `content_json` of a prompt: always the same for the same, so that it can be sent again under its call id. */
export function promptContent(text: string, attachments: readonly Attachment[]): string {
  if (attachments.length === 0) return JSON.stringify(text);
  const blocks = attachments.map((attachment) =>
    attachment.kind === "image"
      ? { type: "image", source: { type: "base64", media_type: attachment.mediaType, data: attachment.base64 } }
      : { type: "text", text: fileText(attachment) },
  );
  // The words last: models follow best what comes after what it is about.
  return JSON.stringify(text === "" ? blocks : [...blocks, { type: "text", text }]);
}

function fileText({ name, text }: { readonly name: string; readonly text: string }): string {
  return `<file name="${name.replace(/["<>\n]/g, "_")}">\n${text}\n</file>`;
}

const fileBlock = /^<file name="([^"\n]*)">\n([\s\S]*)\n<\/file>$/;

/** The file that a text of a prompt holds; undefined: it is something else. */
export function fileIn(text: string): { readonly name: string; readonly text: string } | undefined {
  const [, name, content] = fileBlock.exec(text) ?? [];
  return name === undefined || content === undefined ? undefined : { name, text: content };
}
