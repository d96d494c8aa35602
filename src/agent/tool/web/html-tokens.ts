import { decodeEntities } from "./html-entities.ts";

export type HtmlToken =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "open"; readonly tag: string; readonly attributes: string }
  | { readonly kind: "close"; readonly tag: string };

/** The pieces of a page, however broken it is. Every character is looked at a bounded number of times. */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open !== at) yield { kind: "text", text: decodeEntities(html.slice(at, open === -1 ? html.length : open)) };
    if (open === -1) return;
    const mark = markAt(html, open);
    if (mark.token !== undefined) yield mark.token;
    at = mark.end;
    if (mark.token?.kind === "open" && unread.has(mark.token.tag)) at = behindClose(html, at, mark.token.tag);
  }
}

/** What is no text for a reader; nothing inside is markup, or nothing inside matters. */
const unread: ReadonlySet<string> = new Set([
  ...["script", "style", "noscript", "template", "svg", "iframe", "textarea", "select", "object", "math"],
]);

interface Mark {
  readonly token?: HtmlToken;
  readonly end: number;
}

function markAt(html: string, open: number): Mark {
  if (html.startsWith("<!--", open)) return { end: behind(html, "-->", open + 4) };
  const next = html.charCodeAt(open + 1);
  if (next === 0x21 || next === 0x3f) return { end: behind(html, ">", open) };
  name.lastIndex = open;
  const found = name.exec(html);
  if (found === null) return { token: { kind: "text", text: "<" }, end: open + 1 };
  const [whole, slash, written = ""] = found;
  const from = open + whole.length;
  const end = tagEnd(html, from);
  const tag = written.toLowerCase();
  if (slash) return { token: { kind: "close", tag }, end };
  return { token: { kind: "open", tag, attributes: html.slice(from, Math.min(end - 1, from + maxAttributes)) }, end };
}

/** Of one tag; an address in it may be long, all of it need not be. */
const maxAttributes = 8_192;

const name = /<(\/?)([a-zA-Z][a-zA-Z0-9-]{0,40})/y;

/** Behind the `>` that is in no quotes. */
function tagEnd(html: string, from: number): number {
  let quote = 0;
  for (let at = from; at < html.length; at++) {
    const char = html.charCodeAt(at);
    if (quote !== 0) {
      if (char === quote) quote = 0;
    } else if (char === 0x3e) return at + 1;
    else if ((char === 0x22 || char === 0x27) && html.charCodeAt(at - 1) === 0x3d) quote = char;
  }
  return html.length;
}

function behind(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

function behindClose(html: string, from: number, tag: string): number {
  const close = new RegExp(`</${tag}[\\s/>]`, "gi");
  close.lastIndex = from;
  const found = close.exec(html);
  return found === null ? html.length : behind(html, ">", found.index);
}

/** The value of one attribute. */
export function attribute(attributes: string, wanted: string): string | undefined {
  const pattern = new RegExp(`(?:^|\\s)${wanted}=(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i");
  const found = pattern.exec(attributes);
  const value = found?.[1] ?? found?.[2] ?? found?.[3];
  return value === undefined ? undefined : decodeEntities(value).trim();
}
