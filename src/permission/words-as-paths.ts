import { maxPath } from "./path/max-path.ts";

/**
 * Every text in a word of a command that may be the name of a file, whatever the program makes of it: the word itself,
 * and what stands behind or between `=`, `:`, `,`, `@` and the letters of an option.
 */
export function wordsAsPaths(value: string): string[] {
  const found = new Set<string>([value]);
  for (const piece of value.split(/[=:,]/)) found.add(piece);
  const equals = value.indexOf("=");
  if (equals !== -1) found.add(value.slice(equals + 1));
  const glued = /^-([a-zA-Z]+)(.*)$/s.exec(value);
  if (glued !== null) {
    found.add(glued[2] as string);
    for (let at = 2; at < Math.min(value.length, 2 + maxLetters); at += 1) found.add(value.slice(at));
  }
  for (const one of [...found]) {
    // `curl -d @file`, and a pathspec of git from the top: `:(top)file`, `:/file`.
    if (/^[@^!/(]/.test(one)) found.add(one.replace(/^(?:[@^!]|\([^)]*\))+\/?/, "")).add(one.replace(/^\/+/, ""));
    if (one.includes("%")) found.add(decoded(one));
  }
  return [...found].filter((one) => one !== "" && !/^-/.test(one) && one.length <= maxPath);
}

/** What may be the name of a file in the source text of a program. */
export function pathsInSource(source: string): string[] {
  return [...new Set(source.split(/[^\w./~@%+-]+/))].filter((one) => one !== "" && one.length <= maxPath);
}

const maxLetters = 4;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
