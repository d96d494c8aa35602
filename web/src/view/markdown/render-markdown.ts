import DOMPurify from "dompurify";
import { Marked } from "marked";

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
  const html = marked.parse(text) as string;
  const fragment = DOMPurify.sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true });
  for (const link of fragment.querySelectorAll("a")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer nofollow";
    link.title = link.getAttribute("href") ?? "";
  }
  // Boxes of task lists, and nothing that could be taken for a control of the page.
  for (const input of fragment.querySelectorAll("input")) {
    if (input.getAttribute("type") !== "checkbox") input.remove();
    input.disabled = true;
  }
  for (const marked of fragment.querySelectorAll("[class]"))
    if (!/^language-[\w+#.-]{1,30}$/.test(marked.className)) marked.removeAttribute("class");
  return fragment;
}

const entities: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? "");
}
