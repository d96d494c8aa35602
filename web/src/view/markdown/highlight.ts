/** Longer code is shown plain: colours are not worth a pause. */
const maxLength = 20_000;

/** Colours the code blocks of what is about to be shown. The highlighter is loaded with the first of them. */
export async function highlightIn(fragment: DocumentFragment): Promise<void> {
  const blocks = [...fragment.querySelectorAll("pre > code[class]")];
  if (blocks.length === 0) return;
  await Promise.all(blocks.map((block) => highlight(block, block.className.replace("language-", ""))));
}

/** Replaces the text of an element by the same text with colours. */
export async function highlight(element: Element, language: string): Promise<void> {
  const text = element.textContent ?? "";
  const name = aliases[language] ?? language;
  if (text.length > maxLength || !known.has(name)) return;
  const { tokenize } = await import("@speed-highlight/core");
  const parts: Node[] = [];
  await tokenize(text, name as Parameters<typeof tokenize>[1], (part, type) => {
    if (type === undefined) parts.push(document.createTextNode(part));
    else {
      const span = document.createElement("span");
      span.className = `code-${type}`;
      span.textContent = part;
      parts.push(span);
    }
  });
  // It may have changed meanwhile.
  if (element.textContent === text) element.replaceChildren(...parts);
}

const aliases: { readonly [name: string]: string } = {
  javascript: "js",
  jsx: "js",
  typescript: "ts",
  tsx: "ts",
  python: "py",
  shell: "bash",
  sh: "bash",
  zsh: "bash",
  console: "bash",
  yml: "yaml",
  rust: "rs",
  golang: "go",
  markdown: "md",
  dockerfile: "docker",
};

const known: ReadonlySet<string> = new Set([
  ...[
    "bash",
    "c",
    "css",
    "csv",
    "diff",
    "docker",
    "git",
    "go",
    "html",
    "http",
    "ini",
    "java",
    "js",
    "json",
    "log",
    "lua",
  ],
  ...["make", "md", "pl", "plain", "py", "regex", "rs", "sql", "todo", "toml", "ts", "uri", "xml", "yaml"],
]);
