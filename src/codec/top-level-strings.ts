/**
 * The string members at the top level of a JSON object whose text may stop
 * anywhere: enough to learn the `type` and `request_id` of a line too long to parse.
 */
export function topLevelStrings(json: string): Map<string, string> {
  const found = new Map<string, string>();
  // An unterminated string runs to the end: trying again at each of its quotes would take the square of its length.
  const token = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}[\],:]/gs;
  let depth = 0;
  let key: string | undefined;
  let expectsValue = false;
  for (const [match] of json.matchAll(token)) {
    const first = match[0];
    if (first === "{" || first === "[") depth++;
    else if (first === "}" || first === "]") depth--;
    else if (depth !== 1) continue;
    else if (first === ",") expectsValue = false;
    else if (first === ":") expectsValue = true;
    else if (!expectsValue) key = unquote(match);
    else if (key !== undefined) found.set(key, unquote(match) ?? "");
  }
  return found;
}

function unquote(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}
