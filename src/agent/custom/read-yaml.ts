/**
 * Block maps and lists, quoted and plain values, block texts, and JSON: what people write hooks with. Throws at whatever
 * else YAML can say, so that nothing is taken for less than it is.
 */
export function readYaml(text: string): unknown {
  const lines = text.split(/\r?\n/).map(readLine);
  const reader = new BlockReader(lines);
  const value = reader.block(-1);
  if (!reader.isDone) throw new Error("what follows does not belong to it");
  return value;
}

interface Line {
  readonly indent: number;
  readonly text: string;
}

function readLine(line: string): Line {
  const [, space = "", text = ""] = /^( *)(.*)$/.exec(line) ?? [];
  return { indent: space.length, text: text.trimEnd() };
}

const key = /^("(?:[^"\\]|\\.)*"|'[^']*'|[\w$./-]+)\s*:(?:\s+(.*))?$/;

class BlockReader {
  readonly #lines: Line[];
  #at = 0;

  constructor(lines: Line[]) {
    this.#lines = lines;
  }

  get isDone(): boolean {
    return this.#peek() === undefined;
  }

  /** What is further in than `outer`; null where there is nothing. */
  block(outer: number): unknown {
    const first = this.#peek();
    if (first === undefined || first.indent <= outer) return null;
    if (first.text === "-" || first.text.startsWith("- ")) return this.#list(first.indent);
    if (key.test(first.text)) return this.#map(first.indent);
    this.#at++;
    return this.#scalar(first.text, first.indent - 1);
  }

  #list(indent: number): unknown[] {
    const items: unknown[] = [];
    for (let line = this.#peek(); line?.indent === indent; line = this.#peek()) {
      const [, dash, rest] = /^(-\s*)(.*)$/.exec(line.text) ?? [];
      if (dash === undefined || (dash === "-" && rest !== "")) throw new Error("no item of its list");
      if (rest === "" || rest?.startsWith("#")) {
        this.#at++;
        items.push(this.block(indent));
      } else {
        // What stands behind the dash is a block of its own that begins there.
        this.#lines[this.#at] = { indent: indent + dash.length, text: rest as string };
        items.push(this.block(indent));
      }
    }
    return items;
  }

  #map(indent: number): { [name: string]: unknown } {
    const map: { [name: string]: unknown } = {};
    for (let line = this.#peek(); line?.indent === indent; line = this.#peek()) {
      const found = key.exec(line.text);
      const name = found === null ? undefined : String(quoted(found[1] as string) ?? found[1]);
      if (name === undefined || name === "__proto__" || Object.hasOwn(map, name)) throw new Error("no key of its map");
      this.#at++;
      const rest = withoutComment(found?.[2] ?? "");
      map[name] = rest === "" ? this.#below(indent) : this.#scalar(rest, indent);
    }
    return map;
  }

  /** A list may stand as far out as the key it belongs to. */
  #below(indent: number): unknown {
    const next = this.#peek();
    const isList = next?.indent === indent && /^-(\s|$)/.test(next.text);
    return isList ? this.#list(indent) : this.block(indent);
  }

  #scalar(text: string, indent: number): unknown {
    if (/^[|>][+-]?$/.test(text)) return this.#text(text, indent);
    const next = this.#peek();
    if (next !== undefined && next.indent > indent) throw new Error("a value of several lines");
    return readScalar(text);
  }

  #text(kind: string, outer: number): string {
    const lines: string[] = [];
    let indent: number | undefined;
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at] as Line;
      if (line.text !== "" && line.indent <= outer) break;
      if (line.text !== "") indent ??= line.indent;
      lines.push(" ".repeat(Math.max(0, line.indent - (indent ?? line.indent))) + line.text);
    }
    const joined = lines.join(kind.startsWith("|") ? "\n" : " ").trimEnd();
    return kind.endsWith("-") ? joined : `${joined}\n`;
  }

  #peek(): Line | undefined {
    while (/^(#.*)?$/.test(this.#lines[this.#at]?.text ?? "x")) this.#at++;
    return this.#lines[this.#at];
  }
}

function readScalar(written: string): unknown {
  const text = withoutComment(written);
  const whole = quoted(text);
  if (whole !== undefined) return whole;
  if (/^[[{]/.test(text)) return JSON.parse(text);
  // Tags, anchors and what else begins so.
  if (/^["'&*!|>%@`\]},?]/.test(text) || /:\s/.test(text)) throw new Error("a value that is not read");
  if (text === "true" || text === "false") return text === "true";
  if (text === "null" || text === "~" || text === "") return null;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function quoted(text: string): string | undefined {
  if (/^"(?:[^"\\]|\\.)*"$/.test(text)) return String(JSON.parse(text));
  return /^'(?:[^']|'')*'$/.test(text) ? text.slice(1, -1).replaceAll("''", "'") : undefined;
}

/** A comment begins with `#` behind a blank, and not in quotes. */
function withoutComment(text: string): string {
  const [whole] = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(?=\s+#|\s*$)/.exec(text) ?? [];
  if (whole !== undefined) return whole;
  if (/^[[{]/.test(text)) return text;
  return text.replace(/(^|\s)#.*$/, "").trimEnd();
}
