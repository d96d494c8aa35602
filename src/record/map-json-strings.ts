/**
 * Replaces strings inside JSON text and leaves every other byte as it is, so
 * that numbers too long for a double, double keys and any depth survive.
 * `json` must be valid. `key` is the name a value stands under; it is undefined
 * in an array and for names themselves.
 */
export function mapJsonStrings(json: string, map: (value: string, key: string | undefined) => string): string {
  let mapped = "";
  let copied = 0;
  let key: string | undefined;
  for (let open = json.indexOf('"'); open !== -1; ) {
    const end = closingQuote(json, open) + 1;
    const value = unquote(json, open, end);
    const colon = colonAfter(json, end);
    const replaced = map(value, colon === -1 ? key : undefined);
    if (replaced !== value) {
      mapped += json.slice(copied, open) + JSON.stringify(replaced);
      copied = end;
    }
    key = undefined;
    open = json.indexOf('"', end);
    if (colon !== -1 && open !== -1 && json.slice(colon + 1, open).trim() === "") key = value;
  }
  return copied === 0 ? json : mapped + json.slice(copied);
}

function closingQuote(json: string, open: number): number {
  let at = json.indexOf('"', open + 1);
  while (at !== -1 && isEscaped(json, at)) at = json.indexOf('"', at + 1);
  return at === -1 ? json.length : at;
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0;
  while (json[at - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}

function unquote(json: string, open: number, end: number): string {
  const inner = json.slice(open + 1, end - 1);
  return inner.includes("\\") ? (JSON.parse(json.slice(open, end)) as string) : inner;
}

/** Where the colon is that makes the string a name; -1 for a value. */
function colonAfter(json: string, end: number): number {
  let at = end;
  while (json[at] === " " || json[at] === "\t" || json[at] === "\n" || json[at] === "\r") at++;
  return json[at] === ":" ? at : -1;
}
