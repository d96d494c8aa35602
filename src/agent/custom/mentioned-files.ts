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
  return found.filter(({ path }, at) => path !== "" && found.findIndex((other) => other.path === path) === at);
}

function readMention(written: string): MentionedFile {
  const [, path, first, last] = lines.exec(written) ?? [];
  if (path === undefined) return { path: written.replace(/[.,;:!?)]+$/, "") };
  const offset = Number(first);
  return { path, offset, limit: Math.max(1, Number(last ?? first) - offset + 1) };
}
