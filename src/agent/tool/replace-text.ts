interface Replacement {
  readonly oldString: string;
  readonly newString: string;
  readonly replaceAll: boolean;
}

type Replaced =
  | { readonly content: Buffer; readonly count: number /** Of the first byte that changed. */; readonly at: number }
  | { readonly problem: string };

/**
 * Works on bytes, so what is not touched stays as it is, be it text or not. In a
 * file with CRLF a LF of the model stands for one: it is shown lines without CR.
 */
export function replaceText(content: Buffer, { oldString, newString, replaceAll }: Replacement): Replaced {
  for (const form of formsFor(content)) {
    const wanted = Buffer.from(form(oldString));
    const places = placesOf(content, wanted);
    const [at] = places;
    if (at === undefined) continue;
    if (places.length > 1 && !replaceAll) return { problem: tooMany(places.length, oldString) };
    return { content: spliced(content, places, wanted.length, form(newString)), count: places.length, at };
  }
  return { problem: `String to replace not found in file.\nString: ${oldString}` };
}

function tooMany(count: number, text: string): string {
  return `Found ${count} matches of the string to replace, but replace_all is false. To replace all occurrences, set replace_all to true. To replace only one occurrence, please provide more context to uniquely identify the instance.\nString: ${text}`;
}

/** The ending of the first line is tried first; a file may mix them. */
function formsFor(content: Buffer): readonly ((text: string) => string)[] {
  if (!content.includes("\r\n")) return [asIs];
  return content[content.indexOf("\n") - 1] === 0x0d ? [withCrlf, asIs] : [asIs, withCrlf];
}

function withCrlf(text: string): string {
  return text.replaceAll(/\r?\n/g, "\r\n");
}

function asIs(text: string): string {
  return text;
}

function placesOf(content: Buffer, wanted: Buffer): number[] {
  const places: number[] = [];
  for (let at = content.indexOf(wanted); at !== -1; at = content.indexOf(wanted, at + wanted.length)) places.push(at);
  return places;
}

function spliced(content: Buffer, places: readonly number[], length: number, newText: string): Buffer {
  const replacement = Buffer.from(newText);
  const parts: Buffer[] = [];
  let from = 0;
  for (const at of places) {
    parts.push(content.subarray(from, at), replacement);
    from = at + length;
  }
  return Buffer.concat([...parts, content.subarray(from)]);
}
