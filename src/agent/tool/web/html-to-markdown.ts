import { attribute, type HtmlToken, htmlTokens } from "./html-tokens.ts";
import { MarkdownWriter, type Position } from "./markdown-writer.ts";

/** A page as a reader has it: headings, paragraphs, lists, links, code, tables; no scripts, no styles. */
export function htmlToMarkdown(html: string, base: URL): string {
  const page = new PageReader(base);
  for (const token of htmlTokens(html)) page.take(token);
  return page.finish();
}

const blocks: ReadonlySet<string> = new Set([
  ...["p", "div", "section", "article", "main", "header", "footer", "nav", "aside", "figure", "figcaption", "address"],
  ...["title", "table", "dl", "form", "fieldset", "details", "summary", "body", "html", "hr"],
]);
const lines: ReadonlySet<string> = new Set(["br", "tr", "dt", "dd", "option", "caption", "thead", "tbody"]);
const marks: { readonly [tag: string]: string } = {
  b: "**",
  strong: "**",
  em: "_",
  i: "_",
  code: "`",
  del: "~~",
  s: "~~",
};

class PageReader {
  readonly #base: URL;
  readonly #writer = new MarkdownWriter();
  /** What is open of the marks that come in pairs. */
  readonly #marked: { readonly tag: string; readonly position: Position }[] = [];
  #link: { readonly position: Position; readonly to: string | undefined } | undefined;
  #pre = 0;

  constructor(base: URL) {
    this.#base = base;
  }

  take(token: HtmlToken): void {
    if (token.kind === "text") {
      if (this.#pre > 0) this.#writer.verbatim(token.text.replaceAll("\r", ""));
      else this.#writer.text(token.text);
    } else if (this.#pre > 0) this.#inPre(token);
    else if (token.kind === "open") this.#open(token.tag, token.attributes);
    else this.#close(token.tag);
  }

  finish(): string {
    this.#endLink();
    if (this.#pre > 0) this.#fence();
    return this.#writer.toString();
  }

  /** Highlighting inside of code is no text. */
  #inPre(token: Exclude<HtmlToken, { kind: "text" }>): void {
    if (token.tag === "br") this.#writer.verbatim("\n");
    if (token.tag !== "pre") return;
    this.#pre += token.kind === "open" ? 1 : -1;
    if (this.#pre === 0) this.#fence();
  }

  #fence(): void {
    this.#writer.apart(1);
    this.#writer.mark("```");
    this.#writer.apart(2);
  }

  #open(tag: string, attributes: string): void {
    const writer = this.#writer;
    const level = /^h([1-6])$/.exec(tag)?.[1];
    if (level !== undefined) {
      writer.apart(2);
      writer.mark(`${"#".repeat(Number(level))} `);
    } else if (tag === "pre") this.#openPre();
    else if (tag === "a") this.#openLink(attributes);
    else if (tag === "img") this.#image(attributes);
    else if (tag === "ul" || tag === "ol") writer.openList(tag === "ol");
    else if (tag === "li") writer.item();
    else if (tag === "blockquote") writer.quote(1);
    else if (tag === "td" || tag === "th") writer.mark("| ");
    else if (lines.has(tag)) writer.apart(1);
    else if (blocks.has(tag)) writer.apart(2);
    else if (Object.hasOwn(marks, tag)) this.#openMark(tag);
    if (tag === "hr") this.#rule();
  }

  #close(tag: string): void {
    const writer = this.#writer;
    if (tag === "a") this.#endLink();
    else if (tag === "ul" || tag === "ol") writer.closeList();
    else if (tag === "blockquote") writer.quote(-1);
    else if (tag === "td" || tag === "th") writer.text(" ");
    else if (tag === "tr") writer.mark("|");
    else if (lines.has(tag)) writer.apart(1);
    else if (blocks.has(tag) || /^h[1-6]$/.test(tag)) writer.apart(2);
    else if (Object.hasOwn(marks, tag)) this.#closeMark(tag);
  }

  #openPre(): void {
    this.#endLink();
    this.#writer.apart(2);
    this.#writer.mark("```");
    this.#writer.apart(1);
    this.#pre = 1;
  }

  #rule(): void {
    this.#writer.mark("---");
    this.#writer.apart(2);
  }

  #openMark(tag: string): void {
    if (this.#marked.length >= maxMarks) return;
    this.#marked.push({ tag, position: this.#writer.position });
    this.#writer.mark(marks[tag] as string);
  }

  /** Around nothing it is left out; one that is not open is none. */
  #closeMark(tag: string): void {
    const at = this.#marked.findLastIndex((open) => open.tag === tag);
    const open = this.#marked[at];
    if (open === undefined) return;
    this.#marked.length = at;
    const mark = marks[tag] as string;
    if (this.#writer.since(open.position).trim() === mark) this.#writer.backTo(open.position);
    else this.#writer.mark(mark);
  }

  #openLink(attributes: string): void {
    this.#endLink();
    this.#link = { position: this.#writer.position, to: this.#address(attribute(attributes, "href")) };
  }

  #endLink(): void {
    const { position, to } = this.#link ?? {};
    this.#link = undefined;
    if (position === undefined || to === undefined) return;
    const written = this.#writer.since(position);
    const said = written.trim();
    const before = written.slice(0, written.length - written.trimStart().length);
    const after = written.slice(written.trimEnd().length);
    if (said !== "" && !said.includes("\n\n")) this.#writer.replaceSince(position, `${before}[${said}](${to})${after}`);
  }

  #image(attributes: string): void {
    const [alt, src] = [attribute(attributes, "alt"), this.#address(attribute(attributes, "src"))];
    if (alt && src !== undefined) this.#writer.mark(`![${alt.replace(/\s+/g, " ")}](${src})`);
  }

  /** Whole, so that it can be fetched; undefined for what cannot. */
  #address(written: string | undefined): string | undefined {
    const url = written === undefined ? null : URL.parse(written, this.#base.href);
    return url?.protocol === "http:" || url?.protocol === "https:" ? url.href : undefined;
  }
}

const maxMarks = 50;
