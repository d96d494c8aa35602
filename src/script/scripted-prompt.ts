import { isFields } from "../wire/fields.ts";
import type { Script, Step } from "./script.ts";

const marker = "SCRIPT:";

/** A prompt that tells the scripted model API how to answer it. May be nested: the prompt of a sub-agent can be one, too. */
export function scripted(...steps: readonly Step[]): string {
  return promptWith({ steps });
}

/** A prompt that holds this script, with whatever else is in it. */
export function promptWith(script: Script): string {
  // A bare @ makes the CLI look for a file to attach.
  return `go ${marker}${JSON.stringify(script).replaceAll("@", "\\u0040")}`;
}

/** The last script in a text; what surrounds it does not matter, since the CLI wraps prompts that come in mid-turn. */
export function scriptIn(text: string): Script | undefined {
  let found: Script | undefined;
  let from = 0;
  for (let at = text.indexOf(`${marker}{`); at !== -1; at = text.indexOf(`${marker}{`, from)) {
    from = at + marker.length;
    const end = endOfObject(text, from);
    const script = end === undefined ? undefined : readScript(text.slice(from, end));
    if (end === undefined || script === undefined) continue;
    found = script;
    // Past the whole object: a script inside one of its strings is for somebody else.
    from = end;
  }
  return found;
}

function readScript(json: string): Script | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const readable =
      isFields(value) && Array.isArray(value.steps) && value.steps.length > 0 && value.steps.every(isFields);
    return readable ? (value as unknown as Script) : undefined;
  } catch {
    return undefined;
  }
}

/** The index behind the brace that closes the one at `start`. */
function endOfObject(text: string, start: number): number | undefined {
  const mark = /["{}]/g;
  mark.lastIndex = start;
  let depth = 0;
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    if (match[0] === "{") depth++;
    else if (match[0] === '"') mark.lastIndex = endOfString(text, mark.lastIndex);
    else if (--depth === 0) return mark.lastIndex;
  }
  return undefined;
}

/** The index behind the quote that closes the string whose content begins at `start`. By hand: a pattern needs stack for each character. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}
