/** What a Markdown file says of itself between `---` lines, and its text. */
export interface Described {
  readonly fields: { readonly [key: string]: string | readonly string[] };
  readonly body: string;
}

/** Plain values, quoted ones and lists, as these files have them; what else YAML can say is taken for a plain value. */
export function readFrontmatter(text: string): Described {
  const found = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n?^---[ \t]*(?:\r?\n|$)/m.exec(text);
  if (found === null || found.index !== 0) return { fields: {}, body: text };
  return { fields: readFields((found[1] ?? "").split(/\r?\n/)), body: text.slice(found[0].length) };
}

function readFields(lines: readonly string[]): Described["fields"] {
  const fields: { [key: string]: string | string[] } = {};
  let open: string | undefined;
  for (const line of lines) {
    const item = /^\s*-\s+(.*)$/.exec(line);
    const pair = /^([\w-]+):\s*(.*)$/.exec(line);
    const before = open === undefined ? undefined : fields[open];
    if (item !== null && open !== undefined && (before === "" || Array.isArray(before))) {
      fields[open] = [...(before === "" ? [] : before), plain(item[1] ?? "")];
    } else if (pair !== null) {
      open = pair[1] as string;
      fields[open] = value(pair[2] ?? "");
    } else if (open !== undefined && /^\s+\S/.test(line) && typeof before === "string") {
      fields[open] = `${before.replace(/^[>|][+-]?$/, "")} ${line.trim()}`.trim();
    }
  }
  return fields;
}

function value(text: string): string | string[] {
  const list = /^\[(.*)\]$/.exec(text.trim());
  return list === null ? plain(text) : listed(list[1] ?? "");
}

function plain(text: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(text.trim());
  return quoted === null ? text.trim() : (quoted[2] ?? "");
}

/** Comma-separated; what is inside brackets belongs together. */
export function listed(text: string | readonly string[] | undefined): string[] {
  if (text === undefined) return [];
  if (typeof text !== "string") return [...text];
  return text.split(/,(?![^(]*\))/).flatMap((part) => plain(part) || []);
}
