import { readYaml } from "./read-yaml.ts";

/** What a Markdown file says of itself between `---` lines, and its text. */
interface Described {
  readonly fields: { readonly [key: string]: string | readonly string[] };
  readonly body: string;
  /** As settings have them; what cannot be read is text, so that nobody takes it for none. Undefined: there are none. */
  readonly hooks: unknown;
}

/** Plain values, quoted ones and lists, as these files have them; what else YAML can say is taken for a plain value. */
export function readFrontmatter(text: string): Described {
  const found = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n?^---[ \t]*(?:\r?\n|$)/m.exec(text);
  if (found === null || found.index !== 0) return { fields: {}, body: text, hooks: undefined };
  const lines = (found[1] ?? "").split(/\r?\n/);
  return { fields: readFields(lines), body: text.slice(found[0].length), hooks: readHooks(lines) };
}

/** The one field that has an inside. */
function readHooks(lines: readonly string[]): unknown {
  // All of it may be one object.
  if (lines.find((line) => line.trim() !== "")?.startsWith("{")) return unreadable;
  const begins = lines.findIndex((line) => /^["']?hooks["']?\s*:/.test(line));
  if (begins === -1) return undefined;
  const length = lines.slice(begins + 1).findIndex((line) => /^[^\s#]/.test(line));
  const written = lines.slice(begins, length === -1 ? undefined : begins + 1 + length);
  try {
    const value = readYaml(written.join("\n")) as { hooks?: unknown };
    return value.hooks ?? undefined;
  } catch {
    return unreadable;
  }
}

const unreadable = "that cannot be read";

interface Written {
  readonly first: string;
  readonly items: string[];
  readonly more: string[];
}

function readFields(lines: readonly string[]): Described["fields"] {
  const written = new Map<string, Written>();
  let open: Written | undefined;
  for (const line of lines) {
    const item = /^\s*-\s+(.*)$/.exec(line);
    const pair = /^([\w-]+):\s*(.*)$/.exec(line);
    if (item !== null && open?.first === "") open.items.push(item[1] ?? "");
    else if (pair !== null) {
      open = { first: isComment(pair[2] ?? "") ? "" : (pair[2] ?? "").trim(), items: [], more: [] };
      written.set(pair[1] as string, open);
    } else if (open !== undefined && /^[\s\]]/.test(line)) open.more.push(line.trim());
  }
  return Object.fromEntries(Array.from(written, ([key, parts]) => [key, readValue(parts)]));
}

function readValue({ first, items, more }: Written): string | string[] {
  if (items.length > 0) return items.map((item) => plain(withoutComment(item)));
  if (/^[>|][+-]?$/.test(first)) return more.join(" ").trim();
  const text = [first, ...more].map(withoutComment).join(" ").trim();
  return text.startsWith("[") && text.endsWith("]") ? listed(text.slice(1, -1)) : plain(text);
}

function isComment(text: string): boolean {
  return text.startsWith("#");
}

/** A comment begins with `#` behind a blank, and not in quotes. What forbids something must not be lost with it. */
function withoutComment(text: string): string {
  let quote: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    const before = text[at - 1] ?? " ";
    if (quote !== undefined) quote = char === quote ? undefined : quote;
    else if ((char === '"' || char === "'") && (at === 0 || (text.startsWith("[") && /[[,\s]/.test(before))))
      quote = char;
    else if (char === "#" && /\s/.test(before)) return text.slice(0, at).trimEnd();
  }
  return text;
}

function plain(text: string): string {
  const bare = text.trim();
  const quote = bare[0];
  const isQuoted = (quote === '"' || quote === "'") && bare.length > 1 && bare.endsWith(quote);
  return isQuoted ? bare.slice(1, -1) : bare;
}

/** Comma-separated; what is inside brackets belongs together. */
export function listed(text: string | readonly string[] | undefined): string[] {
  if (text === undefined) return [];
  if (typeof text !== "string") return [...text];
  const lastClosed = text.lastIndexOf(")");
  const parts: string[] = [];
  let begin = 0;
  let isInside = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "(") isInside = at < lastClosed;
    else if (char === ")") isInside = false;
    else if (char === "," && !isInside) {
      parts.push(text.slice(begin, at));
      begin = at + 1;
    }
  }
  return [...parts, text.slice(begin)].flatMap((part) => plain(part) || []);
}
