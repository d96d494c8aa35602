/** What a page is, and how its bytes become text. */
export interface PageType {
  readonly isHtml: boolean;
  /** The server said what it is. */
  readonly isNamed: boolean;
  readonly charset: string;
}

/** Throws for what is no text, with its type. */
export function pageType(contentType: string | undefined): PageType {
  const [mime = "", ...parameters] = (contentType ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const isText = mime === "" || mime.startsWith("text/") || textTypes.test(mime);
  if (!isText) {
    const named = mimePattern.test(mime) ? mime : "of a type that is none";
    throw new Error(`WebFetch reads text, and this is ${named}. To have the file, use Bash with curl`);
  }
  const named = parameters.find((part) => part.startsWith("charset="))?.slice("charset=".length);
  const charset = named?.replace(/^"|"$/g, "") ?? "utf-8";
  return { isHtml: mime === "text/html" || mime === "application/xhtml+xml", isNamed: mime !== "", charset };
}

const mimePattern = /^[a-z]{1,20}\/[a-z0-9.+-]{1,80}$/;
const textTypes = /^application\/(?:json|xml|javascript|yaml|x-yaml|toml|[\w.-]+\+(?:json|xml|yaml))$/;

/** A charset nobody knows is read as UTF-8: most of it is legible then. */
export function decodePage({ charset }: PageType, body: Buffer): string {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}
