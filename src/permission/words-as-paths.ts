import { maxPath } from "./path/max-path.ts";

/**
 * Every text in a word of a command that may be the name of a file, whatever the program makes of it: the word itself,
 * and what stands behind or between `=`, `:`, `,`, `@` and the letters of an option. Of a pattern, patterns.
 */
export function wordsAsPaths(value: string): readonly string[] {
  if (isPlain.test(value)) return value.length <= maxPath ? [value] : [];
  const found = new Set<string>([value]);
  for (const piece of value.split(/[=:,@]/)) found.add(piece);
  const equals = value.indexOf("=");
  if (equals !== -1) found.add(value.slice(equals + 1));
  const address = /\bfile:\/\/[^/]*(\/.*)$/is.exec(value);
  if (address !== null) found.add(address[1] as string);
  const glued = /^-([a-zA-Z]+)(.*)$/s.exec(value);
  if (glued !== null) {
    found.add(glued[2] as string);
    for (let at = 2; at < Math.min(value.length, 2 + maxLetters); at += 1) found.add(value.slice(at));
  }
  for (const one of [...found]) {
    // `curl -d @file`, `curl -F x=<file`, and a pathspec of git from the top: `:(top)file`, `:/file`.
    if (/^[@^!/(<>+]/.test(one)) found.add(one.replace(/^(?:[@^!<>+]|\([^)]*\))+\/?/, "")).add(one.replace(/^\/+/, ""));
    if (one.includes("%")) found.add(decoded(one));
  }
  return [...found].filter((one) => one !== "" && !/^-/.test(one) && one.length <= maxPath);
}

/** Nothing but itself can be a name in it. */
const isPlain = /^[^-@^!/(<>+=:,%][^@=:,%]*$/;

/** What may be the name of a file in the source text of a program. */
export function pathsInSource(source: string): Iterable<string> {
  const found = new Set<string>();
  const words = source.split(betweenPaths);
  for (const word of words) if (word !== "" && word.length <= maxPath) found.add(word);
  for (const word of words) {
    if (word === "" || !"-+@%".includes(word.charAt(0))) continue;
    const bare = word.replace(signs, "");
    if (bare !== "" && bare.length <= maxPath) found.add(bare);
  }
  return found;
}

const betweenPaths = /[^\p{L}\p{N}\p{M}_./~@%+-]+/u;
const signs = /^[-+@%]+/;

/** The words of a source text that a shell would read in its own way: with quotes, wildcards, braces or expansions. */
export function shellWordsInSource(source: string): Iterable<string> {
  const found = new Set<string>();
  if (!readByShell.test(source)) return found;
  for (const word of source.split(betweenWords)) if (readByShell.test(word) && word.length <= maxPath) found.add(word);
  return found;
}

const readByShell = /[*?[{$~\\"']/;
const betweenWords = /[\s;|&<>()]+/;

const maxLetters = 4;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
