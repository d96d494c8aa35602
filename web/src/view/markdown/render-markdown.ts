import DOMPurify from "dompurify";
import { Marked } from "marked";
import { visible, visibleProse } from "../text/visible.ts";
import { settledLength } from "./blocks.ts";
import { codeBlock } from "./code-block.ts";
import { cutAfter } from "./cut-after.ts";
import { hostOf, isNamedIn } from "./host-of.ts";

/** So much is read as Markdown at once: to read some texts takes much longer than their length says. */
const maxPiece = 20_000;
/** So much of a text is shown. */
const maxLength = 200_000;
/** A table of thousands of lines would be thousands of elements for one row of the transcript. */
const maxElements = 600;

const marked = new Marked({
  gfm: true,
  async: false,
  renderer: {
    // An agent that writes of <div> means these letters.
    html: ({ text }) => escaped(text),
    // A picture from elsewhere would tell where it is looked at.
    image: ({ href, text }) => `<a href="${escaped(href)}">${escaped(text || href)}</a>`,
  },
});

const allowed = {
  ALLOWED_TAGS: [
    ...["p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "strong", "em", "del", "code", "pre", "blockquote"],
    ...["ul", "ol", "li", "input", "table", "thead", "tbody", "tr", "th", "td", "a"],
  ],
  ALLOWED_ATTR: ["href", "title", "align", "start", "type", "checked", "disabled", "class"],
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|#)/i,
};

/**
 * What a model writes, as nodes that do nothing: no script, style, frame, form or image, so nothing of it is loaded from anywhere,
 * and links say where they lead and open apart from the page.
 */
export function renderMarkdown(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const shown = text.slice(0, maxLength);
  for (let at = 0; at < shown.length; ) {
    const rest = shown.slice(at);
    // Between two blocks, where there are such.
    const length = rest.length <= maxPiece ? rest.length : settledLength(rest.slice(0, maxPiece));
    fragment.append(length === 0 ? asText(rest.slice(0, maxPiece)) : asNodes(rest.slice(0, length)));
    at += length === 0 ? maxPiece : length;
  }
  const isCut = cutAfter(fragment, maxElements) || text.length > maxLength;
  if (isCut) fragment.append(note("Too long to show in full: copy it to see all of it."));
  return fragment;
}

function asNodes(text: string): Node {
  let html: string;
  try {
    html = marked.parse(visibleProse(text)) as string;
  } catch {
    // Nested too deeply to be read.
    return asText(text);
  }
  const fragment = DOMPurify.sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true });
  cutAfter(fragment, maxElements + 1);
  for (const link of fragment.querySelectorAll("a")) showTarget(link);
  // Boxes of task lists, and nothing that could be taken for a control of the page.
  for (const input of fragment.querySelectorAll("input")) {
    if (input.getAttribute("type") !== "checkbox") input.remove();
    input.disabled = true;
  }
  for (const marked of fragment.querySelectorAll("[class]"))
    if (!/^language-[\w+#.-]{1,30}$/.test(marked.className)) marked.removeAttribute("class");
  for (const code of fragment.querySelectorAll("code")) code.textContent = visible(code.textContent ?? "");
  for (const pre of fragment.querySelectorAll("pre")) pre.replaceWith(codeBlock(pre));
  return fragment;
}

/** Opens apart from the page, and says where it leads, whatever its words say. */
function showTarget(link: HTMLAnchorElement): void {
  link.target = "_blank";
  link.rel = "noopener noreferrer nofollow";
  const href = link.getAttribute("href") ?? "";
  link.title = href;
  const host = hostOf(href);
  if (host === undefined || isNamedIn(link.textContent ?? "", host)) return;
  const where = document.createElement("span");
  where.className = "link-host";
  where.textContent = ` (${host})`;
  link.append(where);
}

function asText(text: string): HTMLElement {
  const pre = document.createElement("pre");
  pre.className = "long-text";
  pre.textContent = visible(text);
  return pre;
}

function note(text: string): HTMLElement {
  const paragraph = document.createElement("p");
  paragraph.className = "quiet";
  paragraph.textContent = text;
  return paragraph;
}

const entities: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? "");
}
