const mention = /(?:^|\s)@(?:"([^"\n]+)"|([^\s"@][^\s]*))/g;
const lines = /^(.*?)#L(\d+)(?:-L?(\d+))?$/;

/** A file that a prompt names with `@path`, `@"path with blanks"` or `@path#L5-10`. */
export interface MentionedFile {
  readonly path: string;
  readonly offset?: number;
  readonly limit?: number;
}

export function mentionedFiles(text: string): MentionedFile[] {
  const found = [...text.matchAll(mention)].map(([, quoted, bare]) => readMention(quoted ?? bare ?? ""));
  const seen = new Set([""]);
  return found.filter(({ path }) => !seen.has(path) && seen.add(path));
}

function readMention(written: string): MentionedFile {
  const [, path, first, last] = lines.exec(written) ?? [];
  if (path === undefined) return { path: withoutPunctuation(written) };
  const offset = Number(first);
  return { path, offset, limit: Math.max(1, Number(last ?? first) - offset + 1) };
}

/** An expression would look at every point of a long row again. */
function withoutPunctuation(text: string): string {
  let end = text.length;
  while (end > 0 && ".,;:!?)".includes(text[end - 1] as string)) end--;
  return text.slice(0, end);
}
